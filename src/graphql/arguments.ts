import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  isNonNullType,
  Kind,
  type ValueNode,
  valueFromAST,
} from 'graphql'
import { walkNodes } from './walk-nodes.ts'

/** Coerced variables by name. A variable that was not sent, or sent as null, is not in it. */
export type Variables = Readonly<Record<string, unknown>>

/** A field's arguments, ready to use. An argument that is absent or null is left out. */
export type Arguments = Readonly<Record<string, unknown>>

/** An argument that cannot be used: the variable behind it is missing or its literal is of the wrong type. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const NONE: Arguments = Object.freeze({})

/** Compiles how a field's arguments are found: literals once, variables on every call. @throws {ArgumentError} when read */
export const compileArguments = (
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ((variables: Variables) => Arguments) => {
  const readers = field.args.map((argument) => ({
    name: argument.name,
    read: reader(argument, node.arguments?.find(({ name }) => name.value === argument.name)?.value),
  }))
  if (readers.length === 0) return () => NONE
  return (variables) => {
    const values: Record<string, unknown> = {}
    for (const { name, read } of readers) {
      const value = read(variables)
      if (value !== undefined) values[name] = value
    }
    return values
  }
}

type Read = (variables: Variables) => unknown

const reader = (argument: GraphQLArgument, node: ValueNode | undefined): Read => {
  const read = rawReader(argument, node)
  if (!isNonNullType(argument.type)) return read
  return (variables) => {
    const value = read(variables)
    if (value === undefined) throw new ArgumentError(`Argument "${argument.name}" is required.`)
    return value
  }
}

const rawReader = (argument: GraphQLArgument, node: ValueNode | undefined): Read => {
  if (!node || node.kind === Kind.NULL) return () => undefined
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value
    return (variables) => variables[name]
  }
  const evaluate = (variables?: Record<string, unknown>) => {
    const value = valueFromAST(node, argument.type, variables)
    if (value === undefined) throw new ArgumentError(`Argument "${argument.name}" has an unusable value.`)
    return withoutNulls(value)
  }
  if (hasVariables(node)) return (variables) => evaluate(variables as Record<string, unknown>)
  const value = memo(() => evaluate())
  return () => value()
}

const memo = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const hasVariables = (node: ValueNode): boolean => {
  let found = false
  walkNodes(node, ({ kind }) => {
    found ||= kind === Kind.VARIABLE
  })
  return found
}

/** Null means absent in every legacy input, at every depth; null items of a list go too. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== null && inner !== undefined) kept[key] = withoutNulls(inner)
  }
  return kept
}
