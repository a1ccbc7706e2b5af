import type { z } from 'zod'
import type { Resource } from '../../../mappings/dsl/mapping.ts'
import type { Takes } from '../../../mappings/graphql/operation.ts'
import { nearestNames } from '../nearest.ts'
import type { Asked, Selected } from './graphql-document.ts'

/** What the API never had, and what comes near to it. */
export interface NeverWas {
  readonly said: string
  readonly nearest: readonly string[]
}

/** Fields and arguments that the API never had, at whatever depth: such a call never worked. */
export const neverWere = (asked: Asked, given: Takes, resource: Resource | undefined): NeverWas[] => {
  const takes = Object.keys(given)
  const strange = asked.arguments
    .filter(({ name }) => !takes.includes(name.value))
    .map(({ name }) => ({
      said: `${asked.name}(${name.value})`,
      nearest: takes.map((one) => `${asked.name}(${one})`),
    }))
  const shape = resource?.read?.shapes[0]
  const paths = shape ? strangePaths(shape, asked.selected ?? []) : []
  return [...strange, ...paths.map((path) => ({ ...path, said: `${asked.name}.${path.said}` }))]
}

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
