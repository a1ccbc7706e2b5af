import type { z } from 'zod'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import type { Takes } from '../../../../mappings/graphql/operation.ts'
import { nearestNames } from '../../nearest.ts'
import type { Asked, Selected } from '../document/graphql-document.ts'

/** What the API never had, and what comes near to it. */
export interface NeverWas {
  readonly said: string
  readonly nearest: readonly string[]
}

/** The fields that arguments are seen to say: `{ input: ['podId'] }`. */
type Said = Readonly<Record<string, readonly string[]>>

/** What a call is seen to say, where no rows tell what that may be, and where it says what it is about: `input.podId`. */
interface Given {
  readonly said: Said
  readonly id?: string | undefined
}

/** Fields and arguments that the API never had, at whatever depth: such a call never worked. */
export const neverWere = (
  asked: Asked,
  known: Takes,
  resource: Resource | undefined,
  given: Given,
): NeverWas[] => {
  const takes = Object.keys(known)
  const strange = asked.arguments
    .filter(({ name }) => !takes.includes(name.value))
    .map(({ name }) => ({
      said: `${asked.name}(${name.value})`,
      nearest: takes.map((one) => `${asked.name}(${one})`),
    }))
  const shape = resource?.read?.shapes[0]
  const paths = shape ? strangePaths(shape, asked.selected ?? []) : []
  return [
    ...strange,
    ...strangeInputs(asked.name, known, given),
    ...paths.map((path) => ({ ...path, said: `${asked.name}.${path.said}` })),
  ]
}

const strangeInputs = (field: string, takes: Takes, { said, id }: Given): NeverWas[] =>
  Object.entries(takes).flatMap(([argument, shape]) => {
    const own = said[argument] ?? []
    const known = Object.keys(fieldsOf(shape) ?? {})
    const unsaid = known.filter((name) => !own.includes(name))
    const at = (name: string): string => `${field}(${argument}.${name})`
    const strange = known.length > 0 ? own.filter((name) => !known.includes(name)) : []
    return strange.map((name) => {
      const near = nearestNames(name, unsaid)
      const missing = strange.length > 1 ? [] : unsaid.filter((one) => `${argument}.${one}` === id)
      return { said: at(name), nearest: (near.length > 0 ? near : missing).map(at) }
    })
  })

const strangePaths = (shape: z.ZodType, selected: readonly Selected[]): NeverWas[] => {
  const fields = fieldsOf(shape)
  if (!fields) return []
  return selected.flatMap(({ name, inner }): NeverWas[] => {
    if (name === '__typename') return []
    const field = fields[name]
    if (!field) return [{ said: name, nearest: nearestNames(name, Object.keys(fields)) }]
    return strangePaths(field, inner).map((below) => ({ ...below, said: `${name}.${below.said}` }))
  })
}

interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly getter?: () => z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

/** The fields of an object type, seen through what may be null and through lists; undefined for anything else. */
const fieldsOf = (shape: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined => {
  const { type, innerType, element, getter, shape: fields } = shape.def as unknown as Definition
  if (type === 'object') return fields
  const inner = innerType ?? element ?? getter?.()
  return inner && fieldsOf(inner)
}
