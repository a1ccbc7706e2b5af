import type { z } from 'zod'
import { once } from '../dsl/once.ts'
import { beyondSpecOf } from './marks.ts'

/** What a field holds. `object`, `array` and `record` are leaves only where nothing is known about their inside. */
export type SchemaType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | 'unknown'
  | 'object'
  | 'array'
  | 'record'

/** One field of a schema, at any depth. */
export interface SchemaNode {
  /** Dotted; `[]` an array's items, `{}` a record's values: `gpu.id`, `mounts.network[].path`, `env{}`. `''` is the root. */
  readonly path: string
  readonly type: SchemaType
  /** A valid document may lack it, or something it lies in. */
  readonly optional: boolean
  readonly nullable: boolean
  /** The values an enum or literal lists. */
  readonly values?: readonly string[]
  /** Evidence that clients use it, where the published document does not list it. */
  readonly beyondSpec?: string
}

/** Which end of a conversion (`z.codec`, `.default`) to look at: what a caller writes, or what parsing gives. */
export type Side = 'input' | 'output'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

/**
 * Lists every scalar (and every value nothing is known about) of a schema: what the totality law asks a row for.
 * @example leaves(z.object({ env: z.record(z.string(), z.string()) })) // [{ path: 'env{}', type: 'string', optional: false, … }]
 */
export const leaves = (schema: Schema, side: Side = 'output'): SchemaNode[] => {
  const all = nodes(schema, side)
  const inner = new Set(all.filter(({ path }) => path !== '').map(({ path }) => parentOf(path)))
  return all.filter(({ path }) => !inner.has(path))
}

/**
 * The paths of a schema's {@link leaves}, as what parsing gives has them. Schemas share their parts, and every start
 * asks for some hundred of them, so each part is looked at once.
 */
export const leafPaths = once((schema: Schema): readonly string[] => pathsInside(schema))

const pathsInside = (schema: Schema): readonly string[] => {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return leafPaths(def.innerType)
    case 'pipe':
      return leafPaths(def.out)
    case 'lazy':
      return leafPaths(def.getter())
    case 'union':
      return withoutContainers(def.options.filter((option) => !isNull(option)).flatMap(leafPaths))
    case 'object':
      return orItself(Object.entries(def.shape).flatMap(([key, value]) => below(key, value)))
    case 'array':
      return orItself(below('[]', def.element))
    case 'record':
      return orItself(below('{}', def.valueType))
    default:
      return ITSELF
  }
}

const ITSELF: readonly string[] = ['']

const orItself = (paths: readonly string[]) => (paths.length > 0 ? paths : ITSELF)

const below = (outer: string, schema: Schema): string[] =>
  leafPaths(schema).map((path) => (/^[^[{]/.test(path) ? `${outer}.${path}` : outer + path))

/** What one alternative knows nothing about, another may know the inside of. */
const withoutContainers = (paths: readonly string[]): readonly string[] => {
  const containers = new Set(paths.filter((path) => path !== '').map(parentOf))
  return [...new Set(paths)].filter((path) => !containers.has(path))
}

/** The path a node lies in: `a.b` -> `a`, `a[]` -> `a`, `a` -> `''`. */
export const parentOf = (path: string): string =>
  path.endsWith('[]') || path.endsWith('{}')
    ? path.slice(0, -2)
    : path.slice(0, Math.max(path.lastIndexOf('.'), 0))

/** Lists every field of a schema, containers before what they hold, the alternatives of a union merged by path. */
export const nodes = (schema: Schema, side: Side = 'output'): SchemaNode[] =>
  merge(visit(schema, { path: '', optional: false, nullable: false }, side))

interface Place {
  readonly path: string
  readonly optional: boolean
  readonly nullable: boolean
  readonly beyondSpec?: string
}

const visit = (schema: Schema, place: Place, side: Side): SchemaNode[] => {
  const def = schema._zod.def as Def
  const evidence = beyondSpecOf(schema)
  const here = evidence === undefined ? place : { ...place, beyondSpec: evidence }
  switch (def.type) {
    case 'optional':
      return visit(def.innerType, { ...here, optional: true }, side)
    case 'default':
    case 'prefault':
      return visit(def.innerType, { ...here, optional: here.optional || side === 'input' }, side)
    case 'nullable':
      return visit(def.innerType, { ...here, nullable: true }, side)
    case 'nonoptional':
      return visit(def.innerType, { ...here, optional: false }, side)
    case 'readonly':
    case 'catch':
      return visit(def.innerType, here, side)
    case 'pipe':
      return visit(side === 'input' ? def.in : def.out, here, side)
    case 'lazy':
      return visit(def.getter(), here, side)
    case 'union':
      return visitUnion(def.options, here, side)
    case 'object':
      return [
        node(here, 'object'),
        ...Object.entries(def.shape).flatMap(([key, value]) => visit(value, within(here, key), side)),
      ]
    case 'array':
      return [node(here, 'array'), ...visit(def.element, inside(here, '[]'), side)]
    case 'record':
      return [node(here, 'record'), ...visit(def.valueType, inside(here, '{}'), side)]
    default:
      return [scalar(def, schema, here)]
  }
}

const isNull = (option: Schema) => (option._zod.def as Def).type === 'null'

const visitUnion = (options: readonly Schema[], place: Place, side: Side): SchemaNode[] => {
  const rest = options.filter((option) => !isNull(option))
  const here = rest.length < options.length ? { ...place, nullable: true } : place
  const visited = rest.map((option) => visit(option, here, side))
  const everywhere = (path: string) => visited.every((list) => list.some((found) => found.path === path))
  return visited.flat().map((found) => (everywhere(found.path) ? found : { ...found, optional: true }))
}

const scalar = (def: Def, schema: Schema, place: Place): SchemaNode => {
  switch (def.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return node(place, def.type)
    case 'number':
      return node(place, 'isInt' in schema && schema.isInt === true ? 'integer' : 'number')
    case 'enum':
      return { ...node(place, 'string'), values: Object.values(def.entries).map(String) }
    case 'literal':
      return { ...node(place, 'string'), values: def.values.map(String) }
    default:
      return node(place, 'unknown')
  }
}

const node = ({ path, optional, nullable, beyondSpec }: Place, type: SchemaType): SchemaNode => ({
  path,
  type,
  optional,
  nullable,
  ...(beyondSpec === undefined ? {} : { beyondSpec }),
})

const within = (place: Place, key: string): Place => ({
  ...place,
  path: place.path === '' ? key : `${place.path}.${key}`,
  nullable: false,
})

const inside = (place: Place, items: '[]' | '{}'): Place => ({
  ...place,
  path: `${place.path}${items}`,
  nullable: false,
})

const merge = (list: readonly SchemaNode[]): SchemaNode[] => {
  const byPath = new Map<string, SchemaNode>()
  for (const found of list) {
    const known = byPath.get(found.path)
    byPath.set(found.path, known === undefined ? found : join(known, found))
  }
  return [...byPath.values()]
}

/** Two alternatives at one path: the first one's type, the values of both, beyond the spec only if both are. */
const join = (first: SchemaNode, second: SchemaNode): SchemaNode => {
  const { beyondSpec, ...known } = first
  const values = first.values && second.values && [...new Set([...first.values, ...second.values])]
  return {
    ...known,
    optional: first.optional || second.optional,
    nullable: first.nullable || second.nullable,
    ...(values === undefined ? {} : { values }),
    ...(beyondSpec === undefined || second.beyondSpec === undefined ? {} : { beyondSpec }),
  }
}
