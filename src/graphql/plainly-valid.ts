import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql'
import { fits } from '../../mappings/graphql/variable-fits.ts'
import { literalFits, type VariableFits } from './literal-fits.ts'
import { setsOf } from './selection.ts'

/**
 * Says in one pass that a document has no flaw by `tolerantRules`, where that is plain to see: some twenty times
 * faster than graphql-js, which visits the document once with every rule. False means "ask graphql-js", not "invalid":
 * whatever is unusual (an unused fragment, merged fields with arguments, other directives) is left to it, and so is
 * every word about a flaw. The document must have passed the limits: fragments are followed wherever they are spread.
 */
export const isPlainlyValid = (schema: GraphQLSchema, document: DocumentNode): boolean => {
  const operations: OperationDefinitionNode[] = []
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
    else if (definition.kind !== Kind.FRAGMENT_DEFINITION || definition.directives?.length) return false
    else if (fragments.has(definition.name.value)) return false
    else fragments.set(definition.name.value, definition)
  }
  if (!namesAreApart(operations)) return false
  const followed = new Set<string>()
  const all = operations.every((operation) => new Check(schema, fragments, followed).operation(operation))
  return all && followed.size === fragments.size
}

/** Names are unique, and an operation without one is alone. */
const namesAreApart = (operations: readonly OperationDefinitionNode[]): boolean => {
  const names = new Set(operations.map(({ name }) => name?.value))
  return names.size === operations.length && (operations.length < 2 || !names.has(undefined))
}

/** One operation, fragments expanded in their places. */
class Check {
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #followed: Set<string>
  readonly #declared = new Map<string, GraphQLInputType>()

  constructor(
    schema: GraphQLSchema,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    followed: Set<string>,
  ) {
    this.#schema = schema
    this.#fragments = fragments
    this.#followed = followed
  }

  operation({
    operation,
    directives,
    variableDefinitions = [],
    selectionSet,
  }: OperationDefinitionNode): boolean {
    const root = this.#schema.getRootType(operation)
    if (!root || operation === OperationTypeNode.SUBSCRIPTION || directives?.length) return false
    return variableDefinitions.every((one) => this.#declare(one)) && this.#selections(root, [selectionSet])
  }

  #declare({ variable, type: node, defaultValue, directives }: VariableDefinitionNode): boolean {
    const type = typeFromAST(this.#schema, node)
    if (!type || !isInputType(type) || directives?.length || this.#declared.has(variable.name.value))
      return false
    this.#declared.set(variable.name.value, type)
    return !defaultValue || literalFits(type, defaultValue, this.#variableFits)
  }

  readonly #variableFits: VariableFits = (name, wanted) => {
    const given = this.#declared.get(name)
    return given !== undefined && fits(given, wanted)
  }

  /** The selection sets of merged fields: what has one response key must be one field. */
  #selections(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): boolean {
    const byKey = new Map<string, FieldNode[]>()
    for (const set of sets) if (!this.#gather(type, set, byKey)) return false
    for (const nodes of byKey.values()) if (!this.#field(type, nodes)) return false
    return true
  }

  #gather(type: GraphQLObjectType, set: SelectionSetNode, byKey: Map<string, FieldNode[]>): boolean {
    for (const selection of set.selections) {
      if (selection.directives?.length && !this.#conditions(selection.directives)) return false
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const nodes = byKey.get(key)
        if (nodes) nodes.push(selection)
        else byKey.set(key, [selection])
      } else if (!this.#fragment(type, selection, byKey)) return false
    }
    return true
  }

  /** Every type with fields is concrete: what may be spread is of this very type. */
  #fragment(
    type: GraphQLObjectType,
    selection: Exclude<SelectionNode, FieldNode>,
    byKey: Map<string, FieldNode[]>,
  ): boolean {
    const isInline = selection.kind === Kind.INLINE_FRAGMENT
    const from = isInline ? selection : this.#fragments.get(selection.name.value)
    if (!from || (from.typeCondition && from.typeCondition.name.value !== type.name)) return false
    if (!isInline) this.#followed.add(selection.name.value)
    return this.#gather(type, from.selectionSet, byKey)
  }

  #field(parent: GraphQLObjectType, nodes: readonly FieldNode[]): boolean {
    const [first] = nodes
    if (!first) return false
    const name = first.name.value
    // Fields that are merged must be asked for alike: with arguments that is for graphql-js to compare.
    if (nodes.length > 1 && nodes.some((node) => node.name.value !== name || node.arguments?.length))
      return false
    if (name === '__typename') return nodes.every((node) => !node.arguments?.length && !node.selectionSet)
    const field = parent.getFields()[name]
    if (!field || !this.#arguments(field.args, first)) return false
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return nodes.every(({ selectionSet }) => !selectionSet)
    return nodes.every(({ selectionSet }) => selectionSet) && this.#selections(type, setsOf(nodes))
  }

  #arguments(known: ReturnType<GraphQLObjectType['getFields']>[string]['args'], node: FieldNode): boolean {
    const given = node.arguments ?? []
    let left = given.length
    for (const argument of known) {
      const [one, another] = given.filter(({ name }) => name.value === argument.name)
      if (another) return false
      if (!one && isRequiredArgument(argument)) return false
      if (!one) continue
      if (!literalFits(argument.type, one.value, this.#variableFits)) return false
      left -= 1
    }
    return left === 0
  }

  /** `@skip` and `@include`, each once, with a boolean or a variable of that type. */
  #conditions(directives: readonly DirectiveNode[]): boolean {
    const names = new Set(directives.map(({ name }) => name.value))
    return names.size === directives.length && directives.every((directive) => this.#condition(directive))
  }

  #condition({ name, arguments: given = [] }: DirectiveNode): boolean {
    const [one] = given
    const definition = this.#schema.getDirective(name.value)?.args[0]
    if (name.value !== 'skip' && name.value !== 'include') return false
    if (!one || given.length > 1 || one.name.value !== 'if' || !definition) return false
    return literalFits(definition.type, one.value, this.#variableFits)
  }
}
