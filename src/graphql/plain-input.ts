import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import { once } from '../../mappings/dsl/once.ts'
import { withoutNulls } from './arguments.ts'

/** A value that is no plain one of its type: graphql-js has to say what it means, or what is wrong with it. */
export const ODD: unique symbol = Symbol('odd')

/**
 * Reads a variable's value as graphql-js does, nulls left out as the legacy API took them. A fifth of graphql-js's own
 * price: no path is kept, and no error is ever made.
 */
export type ReadInput = (value: unknown) => unknown

/** The reader of a type, made once. */
export const plainInput = once((type: GraphQLInputType): ReadInput => compile(type))

const compile = (type: GraphQLInputType): ReadInput => {
  if (isNonNullType(type)) {
    const inner = plainInput(type.ofType)
    return (value) => (value === null || value === undefined ? ODD : inner(value))
  }
  if (isListType(type)) return list(plainInput(type.ofType))
  if (isInputObjectType(type)) return object(type)
  return isLeafType(type) ? leaf(type) : () => ODD
}

const list =
  (item: ReadInput): ReadInput =>
  (value) => {
    if (value === null || value === undefined) return value
    if (!Array.isArray(value)) return ODD
    const read: unknown[] = []
    for (const one of value) {
      const made = item(one)
      if (made === ODD) return ODD
      if (made !== null && made !== undefined) read.push(made)
    }
    return read
  }

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const object = (type: GraphQLInputObjectType): ReadInput => {
  // A type may hold itself, so its fields are compiled when the first value comes.
  let fields: Map<string, ReadInput> | undefined
  let needed: readonly string[] = []
  let isOdd = type.isOneOf
  const prepare = (): Map<string, ReadInput> => {
    const all = Object.values(type.getFields())
    isOdd ||= all.some(({ defaultValue }) => defaultValue !== undefined)
    needed = all.filter((field) => isNonNullType(field.type)).map(({ name }) => name)
    return new Map(all.map((field) => [field.name, plainInput(field.type)]))
  }
  return (value) => {
    if (value === null || value === undefined) return value
    fields ??= prepare()
    if (isOdd || !isPlain(value)) return ODD
    for (const name of needed) if (value[name] === undefined) return ODD
    const read: Record<string, unknown> = {}
    for (const name in value) {
      const field = fields.get(name)
      const made = field ? field(value[name]) : ODD
      if (made === ODD) return ODD
      if (made !== null && made !== undefined) read[name] = made
    }
    return read
  }
}

const leaf =
  (type: GraphQLLeafType): ReadInput =>
  (value) => {
    if (value === null || value === undefined) return value
    try {
      const made: unknown = type.parseValue(value)
      return made === undefined ? ODD : typeof made === 'object' ? withoutNulls(made) : made
    } catch {
      return ODD
    }
  }
