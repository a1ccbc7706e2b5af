import type { ts } from 'ts-morph'
import { constantOf } from '../../../../mappings/dsl/facts.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import type { CompiledFacet, Resource } from '../../../../mappings/dsl/mapping.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { has, type Plan, ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { FieldRow, Row } from '../../../../mappings/dsl/row.ts'
import { nodes, type SchemaNode } from '../../../../mappings/schemas/walk.ts'
import { takesOneOf } from '../../body/loss.ts'

/** Where a member of an old answer stands in REST v2's. */
export interface ReadPath {
  readonly steps: readonly Step[]
  /** v2 says null where the old answer left the member out. */
  readonly nullable: boolean
  /** v2 says nothing of it, and neither shape has the name. */
  readonly lost?: true
  /** Set where v2 has other values: what may be said of it depends on how it is read. */
  readonly converted?: Converted
}

/** The values of a member in both shapes. */
export interface Converted {
  /** By v2's value, the old one. */
  readonly values: ReadonlyMap<string, unknown>
  /** The old value as an expression over v2's. */
  readonly sourceBack: (expression: string) => string
  /** A refusal may be read in the answer's place, and has a member of the name: that it is there says nothing. */
  readonly isOfRefusal?: boolean
}

/** One step of a path; an `open` one may lead out of nothing. */
export interface Step {
  readonly name: string
  readonly open: boolean
}

/** A member of an old answer that neither v2 nor a mapper says, and the row that knows. */
export interface Loss {
  readonly rule: string
  readonly why: string
  /** Another operation of v2 says it. */
  readonly isElsewhere: boolean
  /** v2 says it of some all the same. */
  readonly isOfSome: boolean
}

/** A place that reads of an answer what REST v2 does not say. */
export interface LostRead extends Loss {
  readonly node: ts.Node
  readonly path: readonly string[]
}

/** What the rows say of the members of an answer. */
export interface ReadPaths {
  readonly kindOf: (path: readonly string[]) => 'leaf' | 'inner' | undefined
  /** Undefined where a member is not merely called otherwise. */
  readonly of: (path: readonly string[]) => ReadPath | undefined
  readonly lossOf: (path: readonly string[]) => Loss | undefined
  /** The same of a member in whose place a mapper says what means nothing: it is there, and tells nobody anything. */
  readonly standInOf: (path: readonly string[]) => Loss | undefined
  /** What v2 says under a name. */
  readonly saidNow: (name: string) => SchemaNode | undefined
  /** Every member is called the same and means the same. */
  readonly allAlike: boolean
}

/** The members of a resource's answers that are only called otherwise in v2, or not even that. */
export const readPathsOf = once((mapping: Resource) =>
  buildPaths((mapping as Readonly<Record<'read', CompiledFacet>>).read),
)

const buildPaths = ({ plan, shapes }: CompiledFacet): ReadPaths => {
  const rows = flatRows(plan.rows)
  const schema = shapes[1]
    ? new Map(nodes(shapes[1]).map((node) => [node.path, node]))
    : new Map<string, SchemaNode>()
  const fixed = constantsIn(plan.rows)
  const said = shapes[0] ? new Set(nodes(shapes[0]).map(({ path }) => path)) : new Set<string>()
  const byOld = groupBy(rows, oldOf)
  const ownOf = (path: readonly string[]): readonly Row[] => byOld.get(path.join('.')) ?? []
  return {
    of: (path) =>
      fixed.has(path.join('.')) ? undefined : pathFor(plan, ownOf(path), schema, path.join('.')),
    lossOf: (path) => lossAt(plan, ownOf(path), path.join('.')) ?? lossWithOwner(plan, ownOf, said, path),
    standInOf: (path) => standInAt(plan, path.join('.')),
    kindOf: (path) => {
      const dotted = `${path.join('.')}.`
      if (rows.some((row) => 'old' in row && row.old.startsWith(dotted))) return 'inner'
      return ownOf(path).length > 0 || lossWithOwner(plan, ownOf, said, path) ? 'leaf' : undefined
    },
    saidNow: (name) => schema.get(name),
    allAlike: rows.every((row) => row.kind === 'hide' || isAlike(row)),
  }
}

/** Members that some case answers with a constant of the old API where v2 says nothing: no volume is one of 0 GB. */
const constantsIn = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      row.kind !== 'cases'
        ? []
        : row.cases.flatMap((one) => [
            ...Object.entries(one.old).flatMap(([path, fact]) =>
              constantOf(fact) === undefined ? [] : [path],
            ),
            ...constantsIn(one.rows),
          ]),
    ),
  )

/** The member of old answers that a row is of. */
const oldOf = (row: Row): string | undefined =>
  'old' in row && !(row.kind === 'field' && row.only === 'up') ? row.old : undefined

const isAlike = (row: Row): boolean => row.kind === 'field' && row.old === row.v2 && isPlain(row)

/** A value that both shapes spell alike. */
const isPlain = (row: FieldRow): boolean => row.via === undefined || row.via.sourceBack?.('x') === 'x'

const pathFor = (
  plan: Plan,
  own: readonly Row[],
  schema: ReadonlyMap<string, SchemaNode>,
  old: string,
): ReadPath | undefined => {
  if (own.length > 0 && own.every(isNowhere)) return lostPath(plan, old)
  const told = own.filter((row) => !isLost(row))
  const [first] = told
  if (told.length === 1 && first?.kind === 'field' && first.via?.sourceBack && !isPlain(first))
    return convertedPath(schema, first)
  if (first?.kind !== 'field' || !told.every((row) => isMoved(row) && row.v2 === first.v2)) return undefined
  return pathTo(schema, first.v2)
}

/** A member of few known values, which v2 always says. */
const convertedPath = (schema: ReadonlyMap<string, SchemaNode>, row: FieldRow): ReadPath | undefined => {
  const { via, v2 } = row
  const node = schema.get(v2)
  const path = pathTo(schema, v2)
  if (!path || !via?.sourceBack || !node?.values || node.optional || node.nullable) return undefined
  if (row.neutral !== undefined || row.by) return undefined
  const values = new Map(node.values.map((value) => [value, via.encode(value)]))
  return { ...path, converted: { values, sourceBack: via.sourceBack } }
}

const lossAt = (plan: Plan, own: readonly Row[], old: string): Loss | undefined => {
  const isOfSome = !own.every(isNowhere)
  const [first] = isOfSome ? own.filter(isLost) : own
  if (!first) return undefined
  const why =
    'why' in first && first.why ? first.why : `v2 says ${'v2' in first ? first.v2 : 'something else'}`
  return { rule: ruleOf(plan, old), why, isElsewhere: first.kind !== 'drop', isOfSome }
}

/** What the old answer said in an object of which v2 says only some members: `machine.location`. */
const lossWithOwner = (
  plan: Plan,
  ownOf: (path: readonly string[]) => readonly Row[],
  said: ReadonlySet<string>,
  path: readonly string[],
): Loss | undefined => {
  const owner = path.slice(0, -1)
  if (owner.length === 0 || !said.has(path.join('.')) || ownOf(path).length > 0) return undefined
  const own = ownOf(owner)
  if (own.length > 0) return own.every(isLost) ? lossAt(plan, own, owner.join('.')) : undefined
  return lossWithOwner(plan, ownOf, said, owner)
}

/** In a case, the value is what the case means: no volume is one of 0 GB. */
const standInAt = (plan: Plan, old: string): Loss | undefined => {
  const row = plan.rows.find((one) => oldOf(one) === old)
  if ((row?.kind !== 'drop' && row?.kind !== 'refuse') || row.neutral === undefined) return undefined
  const why = `v2 does not say it, and ${JSON.stringify(row.neutral)} stands in its place`
  return { rule: ruleOf(plan, old), why, isElsewhere: false, isOfSome: false }
}

/** A mapper has no expression for these. */
export const isUnsaid = (row: Row): boolean =>
  row.kind === 'field' &&
  ((row.by !== undefined && !takesOneOf(row)) || (row.via !== undefined && !row.via.sourceBack))

const isLost = (row: Row): boolean =>
  (row.kind === 'serve' || row.kind === 'drop') && row.neutral === undefined

const isNowhere = (row: Row): boolean => isLost(row) || isUnsaid(row)

/** Reading it gave something and gives undefined now, in a mapper as without one. */
const lostPath = (plan: Plan, old: string): ReadPath | undefined =>
  old.includes('.') || has(plan.v2, old)
    ? undefined
    : { steps: [{ name: old, open: false }], nullable: false, lost: true }

const isMoved = (row: Row): row is FieldRow =>
  row.kind === 'field' && isPlain(row) && row.neutral === undefined && !row.by

const pathTo = (schema: ReadonlyMap<string, SchemaNode>, v2: string): ReadPath | undefined => {
  const names = v2.split('.')
  if (names.some((name) => /^\d+$/.test(name))) return undefined
  const at = names.map((_, index) => schema.get(names.slice(0, index + 1).join('.')))
  if (at.some((node) => node === undefined)) return undefined
  return {
    steps: names.map((name, index) => {
      const owner = index > 0 ? at[index - 1] : undefined
      return { name, open: owner !== undefined && (owner.optional || owner.nullable) }
    }),
    nullable: at.at(-1)?.nullable ?? false,
  }
}

/** Members of answers that v2 calls otherwise, or says in other words. */
export const renamedMembers = (routes: readonly Route[]): string[] => {
  const mappings = new Set(routes.filter(({ answer }) => answer !== 'none').map(({ mapping }) => mapping))
  const names = [...mappings].flatMap((mapping) => {
    const { plan } = (mapping as Readonly<Record<'read', CompiledFacet>>).read
    const { of } = readPathsOf(mapping)
    return plan.old.filter((name) => {
      const to = of([name])
      return to && (to.converted || to.steps[0]?.name !== name)
    })
  })
  return [...new Set(names)].sort()
}
