import type { z } from 'zod'
import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import type { RootOperation } from '../../../mappings/graphql/operation.ts'
import type { Asked, Selected } from './graphql-document.ts'

/** A field or an argument that the API never had, at whatever depth: such a call never worked. */
export const neverWas = (
  asked: Asked,
  operation: RootOperation | undefined,
  resource: Resource | undefined,
): string | undefined => {
  const strange = operation && asked.arguments.find(({ name }) => !(name.value in operation.takes))
  if (strange) return `${asked.name}(${strange.name.value})`
  if (!operation && asked.arguments.length > 0) return `${asked.name}(${asked.arguments[0]?.name.value})`
  const shape = (resource as unknown as Record<string, CompiledFacet> | undefined)?.read?.shapes[0]
  const path = shape && strangePath(shape, asked.selected ?? [])
  return path && `${asked.name}.${path}`
}

const strangePath = (shape: z.ZodType, selected: readonly Selected[]): string | undefined => {
  const fields = fieldsOf(shape)
  if (!fields) return undefined
  for (const { name, inner } of selected) {
    if (name === '__typename') continue
    const field = fields[name]
    if (!field) return name
    const below = strangePath(field, inner)
    if (below) return `${name}.${below}`
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
