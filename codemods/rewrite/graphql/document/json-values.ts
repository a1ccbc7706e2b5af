import {
  type ASTVisitor,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql'
import { isObject } from '../../../../mappings/dsl/json.ts'
import { legacySchema } from './refused.ts'

/** Before the name of a gap that stands in JSON by itself, without quotes. */
export const BARE = '__bare__'

type Type = GraphQLInputType | undefined

/** Writes the values of variables into a document, in the place of their names; what has none stays as it is. */
export const sayingVariables = (given: Readonly<Record<string, unknown>>): ASTVisitor => {
  let values = new Map<string, ValueNode>()
  return {
    OperationDefinition: (operation) => {
      values = valuesFor(operation, given)
      const { variableDefinitions = [] } = operation
      const isOpen = ({ variable }: VariableDefinitionNode) => !values.has(variable.name.value)
      return { ...operation, variableDefinitions: variableDefinitions.filter(isOpen) }
    },
    Variable: ({ name }) => values.get(name.value),
  }
}

const valuesFor = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Map<string, ValueNode> =>
  new Map(
    variableDefinitions.flatMap(({ variable, type, defaultValue }) => {
      const { value: name } = variable.name
      const known = typeFromAST(legacySchema(), type)
      const value =
        name in given ? asValue(given[name], isInputType(known) ? known : undefined) : defaultValue
      return value ? [[name, value] as const] : []
    }),
  )

/** A value of JSON as GraphQL writes it where it wants this type. */
const asValue = (value: unknown, wanted: Type): ValueNode => {
  const type = getNullableType(wanted) as Type
  if (value === null) return { kind: Kind.NULL }
  if (Array.isArray(value)) {
    const item = isListType(type) ? (type.ofType as Type) : undefined
    return { kind: Kind.LIST, values: value.map((one) => asValue(one, item)) }
  }
  if (isObject(value)) return asObject(value, type)
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value }
  if (typeof value === 'number')
    return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) }
  return asWord(String(value), isListType(type) ? (getNullableType(type.ofType) as Type) : type)
}

const asObject = (value: Readonly<Record<string, unknown>>, type: Type): ValueNode => {
  const fields = isInputObjectType(type) ? type.getFields() : {}
  return {
    kind: Kind.OBJECT,
    fields: Object.entries(value).map(([name, one]) => ({
      kind: Kind.OBJECT_FIELD,
      name: { kind: Kind.NAME, value: name },
      value: asValue(one, fields[name]?.type),
    })),
  }
}

/** A text, or a word of an enum; what stood in JSON without quotes is a value by itself. */
const asWord = (text: string, type: Type): ValueNode => {
  if (text.startsWith(BARE)) return { kind: Kind.ENUM, value: text.slice(BARE.length) }
  return isEnumType(type) ? { kind: Kind.ENUM, value: text } : { kind: Kind.STRING, value: text }
}
