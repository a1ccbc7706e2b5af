import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  Kind,
  NoUndefinedVariablesRule,
  type ObjectFieldNode,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql'
import { once } from '../../../../mappings/dsl/once.ts'
import {
  isUnsureFlaw,
  kindsApart,
  typesKnown,
  variablesFit,
  withoutValue,
} from '../../../../mappings/graphql/rules.ts'
import { buildGraphqlSchema } from '../../../../mappings/graphql/schema.ts'
import type { ReadText } from './graphql-document.ts'

const schemaFor = once((build: typeof buildGraphqlSchema) => build())

/** The schema of the GraphQL API, built when it is first asked for. */
export const legacySchema = () => schemaFor(buildGraphqlSchema)

/** What is certain of a document, though parts of it are only known when the program runs. */
const RULES = [
  kindsApart,
  typesKnown,
  variablesFit,
  NoUndefinedVariablesRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
]

/**
 * Why the GraphQL API refuses a document before it does anything, in its own words; undefined where it does not. What the program
 * puts into a document is not looked at.
 */
export const refusedBy = once(({ operation, fragments }: ReadText): string | undefined => {
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments.values()] }
  const errors = validate(legacySchema(), document, RULES)
  const [error] = errors.filter(
    (one) => !isUnsureFlaw(one.message) && !asksOfNothing(one.message) && !isOfGap(one),
  )
  if (!error) return undefined
  const said = withoutValue(error.message).replace(/\.? Did you mean .*$|\.$/s, '')
  const holder = error.nodes?.[0] && holderOf(document, error.nodes[0])
  return holder && /cannot represent/.test(said) ? `${holder}: ${said}` : said
})

/** Of what gives nothing, somebody may ask for fields that nobody reads: that is told apart where reads are looked at. */
const asksOfNothing = (message: string): boolean => message.includes('since type "Void" has no subfields')

/** The argument or the field of an input that is given a value. */
const holderOf = (document: DocumentNode, value: ASTNode): string | undefined => {
  let found: string | undefined
  const enter = (node: ArgumentNode | ObjectFieldNode) => {
    if (node.value === value) found = node.name.value
  }
  visit(document, { Argument: enter, ObjectField: enter })
  return found
}

const NAME_OF_GAP = /^__(gap|if|else|end)\d+__$/

/** Whether what is wrong may be otherwise once the program has put something in. */
const isOfGap = ({ nodes = [] }: GraphQLError): boolean => nodes.some(mayHold)

const mayHold = (node: ASTNode): boolean => {
  switch (node.kind) {
    case Kind.ENUM:
      return NAME_OF_GAP.test(node.value)
    case Kind.OBJECT:
      return node.fields.some(({ name }) => NAME_OF_GAP.test(name.value))
    case Kind.FIELD:
      return [node, ...(node.arguments ?? [])].some(({ name }) => NAME_OF_GAP.test(name.value))
    case Kind.VARIABLE_DEFINITION:
      return mayHold(node.type)
    case Kind.LIST_TYPE:
    case Kind.NON_NULL_TYPE:
      return mayHold(node.type)
    case Kind.NAMED_TYPE:
      return NAME_OF_GAP.test(node.name.value)
    default:
      return false
  }
}
