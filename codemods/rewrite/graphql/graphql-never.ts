import type { z } from 'zod'
import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import type { Takes } from '../../../mappings/graphql/operation.ts'
import { nearestNames } from '../nearest.ts'
import type { Asked, Selected } from './graphql-document.ts'

/** What the API never had, and what comes near to it. */
interface NeverWas {
  readonly said: string
  readonly nearest: readonly string[]
}

/** A field or an argument that the API never had, at whatever depth: such a call never worked. */
export const neverWas = (
  asked: Asked,
  given: Takes,
  resource: Resource | undefined,
): NeverWas | undefined => {
  const takes = Object.keys(given)
  const strange = asked.arguments.find(({ name }) => !takes.includes(name.value))
  if (strange)
    return {
      said: `${asked.name}(${strange.name.value})`,
      nearest: takes.map((name) => `${asked.name}(${name})`),
    }
  const shape = (resource as unknown as Record<string, CompiledFacet> | undefined)?.read?.shapes[0]
  const path = shape && strangePath(shape, asked.selected ?? [])
  return path && { said: `${asked.name}.${path.said}`, nearest: path.nearest }
}

const strangePath = (shape: z.ZodType, selected: readonly Selected[]): NeverWas | undefined => {
  const fields = fieldsOf(shape)
  if (!fields) return undefined
  for (const { name, inner } of selected) {
    if (name === '__typename') continue
    const field = fields[name]
    if (!field) return { said: name, nearest: nearestNames(name, Object.keys(fields)) }
    const below = strangePath(field, inner)
    if (below) return { ...below, said: `${name}.${below.said}` }
  }
  return undefined
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
