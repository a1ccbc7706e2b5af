import { type GraphQLType, getNamedType, isListType, isNonNullType } from 'graphql'

/** Whether a variable declared as one type may stand where another is wanted: only a different kind of value may not. */
export const fits = (given: GraphQLType, wanted: GraphQLType): boolean =>
  listDepth(given) <= listDepth(wanted) && alike(getNamedType(given).name, getNamedType(wanted).name)

const listDepth = (type: GraphQLType): number => {
  if (isNonNullType(type)) return listDepth(type.ofType)
  return isListType(type) ? 1 + listDepth(type.ofType) : 0
}

const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  ID: ['String'],
  String: ['ID', 'DateTime'],
  DateTime: ['String'],
  Int: ['Float', 'ID'],
}

const alike = (given: string, wanted: string): boolean =>
  given === wanted || wanted === 'JSON' || wanted === 'Port' || (STANDS_FOR[given]?.includes(wanted) ?? false)
