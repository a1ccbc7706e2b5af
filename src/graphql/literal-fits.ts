import {
  type ConstValueNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql'

/** Whether a variable of that name may stand where a value of that type is wanted. */
export type VariableFits = (name: string, wanted: GraphQLInputType) => boolean

/**
 * Whether a value written in a document plainly is one of a type, as graphql-js's rule about values sees it.
 * False may also mean that it is too unusual to say.
 */
export const literalFits = (
  type: GraphQLInputType,
  node: ValueNode | ConstValueNode,
  variable: VariableFits,
): boolean => {
  if (node.kind === Kind.VARIABLE) return variable(node.name.value, type)
  if (node.kind === Kind.NULL) return !isNonNullType(type)
  if (node.kind === Kind.LIST) {
    const list = getNullableType(type)
    return isListType(list) && node.values.every((value) => literalFits(list.ofType, value, variable))
  }
  const named = getNamedType(type)
  if (node.kind === Kind.OBJECT)
    return isInputObjectType(named) && objectFits(named, node as ObjectValueNode, variable)
  if (isInputObjectType(named)) return false
  try {
    return named.parseLiteral(node, undefined) !== undefined
  } catch {
    return false // graphql-js says why
  }
}

const objectFits = (type: GraphQLInputObjectType, node: ObjectValueNode, variable: VariableFits): boolean => {
  if (type.isOneOf) return false
  const known = type.getFields()
  const given = new Set<string>()
  for (const { name, value } of node.fields) {
    const field = known[name.value]
    if (!field || given.has(name.value) || !literalFits(field.type, value, variable)) return false
    given.add(name.value)
  }
  for (const name in known) {
    const field = known[name]
    if (field && isRequiredInputField(field) && !given.has(name)) return false
  }
  return true
}
