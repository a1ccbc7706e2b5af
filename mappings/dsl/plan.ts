import type { z } from 'zod'
import type { CapabilityName } from '../hosts.ts'
import { leafPaths } from '../schemas/walk.ts'
import { type Facts, satisfies } from './facts.ts'
import { rowSpelling } from './paths.ts'
import type { Case, Facet, Row } from './row.ts'

/** The two shapes of a facet; a side that has none (a v1 query that v2 ignores) is undefined. */
export type Shapes = readonly [old: z.ZodType | undefined, v2: z.ZodType | undefined]

/** What a resource's mapping says, before anything interprets it. */
export interface Definition {
  readonly facets: Partial<Record<Facet, Shapes>>
  /** The shapes that a capability of newer v2 changes. */
  readonly since?: Partial<Record<CapabilityName, Partial<Record<Facet, Shapes>>>>
  readonly rows: readonly Row[]
  /** Defaults are off while these old facts hold (a template supplies them). */
  readonly defaultsUnless?: Facts
  /** Facets in which callers send `""` and `[]` for "not given". */
  readonly blankIsAbsent?: readonly Facet[]
}

/** The rows of one facet, with the paths its shapes have: what the compiler, the checks and the reference read. */
export interface Plan {
  readonly id: string
  readonly facet: Facet
  readonly rows: readonly Row[]
  readonly old: readonly string[]
  readonly v2: readonly string[]
  readonly defaultsUnless: Facts
  readonly blankIsAbsent: boolean
  /** Whether an old field may be given an empty list. Asked of the schemas only where one was given. */
  readonly takesList: (field: string) => boolean
  /** What the old shape has against a value of a field; undefined where nothing. */
  readonly misfit: (field: string, value: unknown) => string | undefined
  /** Whether the old API took a field where something was made: an update may not know it. */
  readonly takenByCreate: (field: string) => boolean
  readonly capabilities: Capabilities
}

/** What of newer v2 is switched on. */
export type Capabilities = ReadonlySet<CapabilityName>

/** A schema's leaves in the spelling of rows: arrays of objects are entered at `0`, other containers are leaves. */
const pathsOf = (schema: z.ZodType | undefined): readonly string[] => {
  if (!schema) return []
  return [...new Set(leafPaths(schema).map(rowSpelling))]
}

/** Whether a shape has this path, as a leaf, a container, or something inside an open leaf. */
export const has = (paths: readonly string[], path: string): boolean => {
  const inside = `${path}.`
  return paths.some((leaf) => leaf === path || leaf.startsWith(inside))
}

/** A row's id in a facet: the header token, error code, marker, finding rule and reference anchor. */
export const ruleOf = (plan: Pick<Plan, 'id' | 'facet'>, field: string): string =>
  `${plan.id}.${plan.facet}.${field}`

/** Whether a mapping is one of GraphQL's. */
export const isGraphql = ({ id }: Pick<Plan, 'id'>): boolean => id.startsWith('graphql.')

/** The side that decides: answers are read from v2, everything else is read from the old body. */
const deciding = (facet: Facet) => (facet === 'read' ? 'v2' : 'old')

/** A field outside the facet's shape is absent for good, so a fact about it is settled now. */
const settle = (facts: Facts, paths: readonly string[]) => {
  const open = Object.entries(facts).filter(([path]) => has(paths, path))
  const settled = Object.entries(facts).filter(([path]) => !has(paths, path))
  return {
    facts: Object.fromEntries(open),
    possible: settled.every(([, fact]) => satisfies(undefined, fact)),
  }
}

const planCase = (plan: Plan, one: Case): readonly Case[] => {
  if (one.on && !one.on.includes(plan.facet)) return []
  const sides = { old: settle(one.old, plan.old), v2: settle(one.v2, plan.v2) }
  if (!sides[deciding(plan.facet)].possible) return []
  return [{ old: sides.old.facts, v2: sides.v2.facts, rows: planRows(plan, one.rows) }]
}

const applies = (plan: Plan, row: Row): boolean => {
  if (row.kind === 'cases') return true
  if (row.since && !plan.capabilities.has(row.since)) return false
  if (row.until && plan.capabilities.has(row.until)) return false
  if (row.on && !row.on.includes(plan.facet)) return false
  const onOld = 'old' in row ? has(plan.old, row.old) : true
  const onV2 = 'v2' in row ? has(plan.v2, row.v2) : true
  return onOld && onV2
}

const planRows = (plan: Plan, rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row): Row[] => {
    if (!applies(plan, row)) return []
    if (row.kind !== 'cases') return [row]
    const cases = row.cases.flatMap((one) => planCase(plan, one))
    const empty = cases.every(
      ({ old, v2, rows }) => rows.length + Object.keys({ ...old, ...v2 }).length === 0,
    )
    return empty ? [] : [{ kind: 'cases', cases }]
  })

const fieldShape = (field: string, old: z.ZodType | undefined): z.ZodType | undefined =>
  ((old ?? {}) as { shape?: Record<string, z.ZodType> }).shape?.[field]

/** By its shape, or in another API's spelling that a codec reads. */
const fieldTakesList = (field: string, old: z.ZodType | undefined, rows: readonly Row[]): boolean =>
  fieldShape(field, old)?.safeParse([]).success === true || rows.some((row) => readsList(field, row))

const readsList = (field: string, row: Row): boolean => {
  if (row.kind === 'cases') return row.cases.some(({ rows }) => rows.some((one) => readsList(field, one)))
  return row.kind === 'field' && row.old === field && row.via?.accepts([]) === true
}

/** The shapes of a facet, as the capabilities that are switched on have changed them. */
export const shapesOf = (definition: Definition, facet: Facet, capabilities: Capabilities): Shapes => {
  const newer = [...capabilities].map((name) => definition.since?.[name]?.[facet])
  return newer.find((shapes) => shapes !== undefined) ?? definition.facets[facet] ?? [undefined, undefined]
}

/** Picks the rows that have something to say in one facet. */
export const planFacet = (
  id: string,
  facet: Facet,
  definition: Definition,
  capabilities: Capabilities,
): Plan => {
  const [old, v2] = shapesOf(definition, facet, capabilities)
  const plan: Plan = {
    id,
    facet,
    rows: [],
    old: pathsOf(old),
    v2: pathsOf(v2),
    defaultsUnless: definition.defaultsUnless ?? {},
    blankIsAbsent: definition.blankIsAbsent?.includes(facet) ?? false,
    takesList: (field) => fieldTakesList(field, old, definition.rows),
    misfit: (field, value) => fieldShape(field, old)?.safeParse(value).error?.issues[0]?.message,
    takenByCreate: (field) =>
      fieldShape(field, shapesOf(definition, 'create', capabilities)[0]) !== undefined,
    capabilities,
  }
  return { ...plan, rows: planRows(plan, definition.rows) }
}
