import { type GraphQLLeafType, type GraphQLOutputType, isLeafType, isListType, isNonNullType } from 'graphql'
import type { Complete, Completion, FieldFault, Selection } from './selected.ts'

/** A value that may not be null is: rises to the nearest field that may. */
class NullFault extends Error {
  override readonly name = 'NullFault'
  readonly path: (string | number)[] = []
}

/**
 * Compiles how values of a type are completed, as the GraphQL specification's section 6.4 says, but without
 * promises: resolvers fetch first, then one synchronous pass shapes the answer.
 * @param at `Type.field`, for messages
 */
export const compileComplete = (type: GraphQLOutputType, selection: Selection, at: string): Complete => {
  if (isNonNullType(type)) return required(compileNullable(type.ofType, selection, at), at)
  return forgiving(compileNullable(type, selection, at))
}

const compileNullable = (type: GraphQLOutputType, selection: Selection, at: string): Complete => {
  if (isListType(type)) return list(compileComplete(type.ofType, selection, at), at)
  if (isLeafType(type)) return leaf(type)
  return object(selection)
}

const required =
  (inner: Complete, at: string): Complete =>
  (value, completion) => {
    const completed = value instanceof Error ? fail(value) : inner(value, completion)
    if (completed === null) throw new NullFault(`Cannot return null for non-nullable field ${at}.`)
    return completed
  }

const fail = (error: Error): never => {
  throw new NullFault(error.message)
}

/** A nullable place: what fails inside becomes null here, and one entry of `errors`. */
const forgiving =
  (inner: Complete): Complete =>
  (value, completion) => {
    if (value === null || value === undefined) return null
    try {
      return value instanceof Error ? fail(value) : inner(value, completion)
    } catch (error) {
      if (!(error instanceof NullFault)) throw error
      completion.faults.push({ path: error.path, message: error.message })
      return null
    }
  }

const leaf =
  (type: GraphQLLeafType): Complete =>
  (value) => {
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean' && type.name === 'Boolean') return value
    if (typeof value === 'string' && type.name === 'String') return value
    try {
      return type.serialize(value) ?? null
    } catch (error) {
      throw new NullFault(error instanceof Error ? error.message : 'The value cannot be represented.')
    }
  }

const list =
  (item: Complete, at: string): Complete =>
  (value, completion) => {
    if (value === null || value === undefined) return null
    if (!Array.isArray(value)) {
      throw new NullFault(`Expected Iterable, but did not find one for field "${at}".`)
    }
    return value.map((entry, index) => within(index, completion, () => item(entry, completion)))
  }

const object =
  (selection: Selection): Complete =>
  (value, completion) => {
    if (value === null || value === undefined) return null
    return completeObject(selection, value as Readonly<Record<string, unknown>>, completion)
  }

/** Shapes one object. A property that is a function is a field with arguments: it is called with them. */
export const completeObject = (
  selection: Selection,
  source: Readonly<Record<string, unknown>>,
  completion: Completion,
): Record<string, unknown> => {
  const result: Record<string, unknown> = selection.bare ? Object.create(null) : {}
  for (const field of selection.fields) {
    const mark = completion.faults.length
    try {
      result[field.key] = field.complete(resolved(source, field, completion), completion)
    } catch (error) {
      throw rising(error, field.key)
    } finally {
      rise(completion.faults, mark, field.key)
    }
  }
  return result
}

const resolved = (
  source: Readonly<Record<string, unknown>>,
  field: Selection['fields'][number],
  { variables }: Completion,
): unknown => {
  const held = source[field.name]
  if (typeof held !== 'function') return held
  try {
    return held(field.arguments(variables))
  } catch (error) {
    return error
  }
}

const within = (key: string | number, completion: Completion, run: () => unknown): unknown => {
  const mark = completion.faults.length
  try {
    return run()
  } catch (error) {
    throw rising(error, key)
  } finally {
    rise(completion.faults, mark, key)
  }
}

const rising = (error: unknown, key: string | number): unknown => {
  if (error instanceof NullFault) error.path.unshift(key)
  return error
}

const rise = (faults: readonly FieldFault[], mark: number, key: string | number): void => {
  for (let index = mark; index < faults.length; index++) faults[index]?.path.unshift(key)
}
