import { alternatives, constantOf, type Fact, type Facts } from '../../mappings/dsl/facts.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { leafOf, rowSpelling } from '../../mappings/dsl/paths.ts'
import type { FieldRow, Row } from '../../mappings/dsl/row.ts'
import { nodes, type SchemaNode } from '../../mappings/schemas/walk.ts'

/** Which side of a facet a document is on. */
export type SampleSide = 'old' | 'v2'

const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** A value of a field's type that says where it came from; both sides show the same one, so a reader sees it move. */
const ofType = (node: SchemaNode | undefined, name: string): unknown => {
  switch (node?.type) {
    case 'integer':
      return 10
    case 'number':
      return 0.5
    case 'boolean':
      return true
    case 'array':
      return [`example-${kebab(name)}`]
    case 'record':
    case 'object':
      return { KEY: 'value' }
    default:
      return node?.values?.[0] ?? `example-${kebab(name)}`
  }
}

const nodeAt = (facet: CompiledFacet, side: SampleSide, path: string): SchemaNode | undefined => {
  const shape = facet.shapes[side === 'old' ? 0 : 1]
  if (!shape) return undefined
  return nodes(shape).find((node) => rowSpelling(node.path) === path)
}

/** What a schema lists for a field or for its items. */
const listed = (facet: CompiledFacet, side: SampleSide, path: string): readonly string[] | undefined => {
  const shape = facet.shapes[side === 'old' ? 0 : 1]
  if (!shape) return undefined
  return nodes(shape).find((node) => rowSpelling(node.path) === path && node.values)?.values
}

const converted = (row: FieldRow, old: unknown, side: SampleSide): unknown =>
  side === 'old' || !row.via ? old : row.via.decode(old)

/** The value a row shows on one side: its default, its codec's first worked example, or one of its type. */
export const sampleValue = (facet: CompiledFacet, row: FieldRow, side: SampleSide): unknown => {
  if (row.or !== undefined) return converted(row, row.or, side)
  const example = row.via?.examples.find(([, v2]) => v2 !== '' && v2 !== null)
  const values = listed(facet, 'old', row.old)
  if (example && Array.isArray(example[0]) && values) return converted(row, [values[0]], side)
  if (example) return side === 'old' ? example[0] : example[1]
  const own = nodeAt(facet, side, side === 'old' ? row.old : row.v2)
  const either = values ?? listed(facet, 'v2', row.v2)
  if (either) return own?.type === 'array' ? [either[0]] : either[0]
  return ofType(own, leafOf(row.v2))
}

/** Writes a value at a dotted path; numbers are list positions. */
const put = (document: Record<string, unknown>, path: string, value: unknown): void => {
  const keys = path.split('.')
  const last = keys.pop() as string
  let at: Record<string, unknown> = document
  keys.forEach((key, depth) => {
    const next = keys[depth + 1] ?? last
    const present = at[key]
    if (typeof present !== 'object' || present === null) at[key] = /^\d+$/.test(next) ? [] : {}
    at = at[key] as Record<string, unknown>
  })
  if (at[last] === undefined || typeof at[last] !== 'object') at[last] = value
}

const factValue = (fact: Fact): unknown =>
  constantOf(fact) ?? alternatives(fact).find((one) => typeof one !== 'symbol')

const putFacts = (document: Record<string, unknown>, facts: Facts): void => {
  for (const [path, fact] of Object.entries(facts)) {
    const value = factValue(fact)
    if (value !== undefined) put(document, path, value)
  }
}

const sideOf = (row: FieldRow, side: SampleSide): string => (side === 'old' ? row.old : row.v2)

const fill = (
  facet: CompiledFacet,
  rows: readonly Row[],
  side: SampleSide,
  document: Record<string, unknown>,
): void => {
  for (const row of rows) {
    if (row.kind === 'cases') {
      const one =
        row.cases.find(({ rows: inner }) => inner.some(({ kind }) => kind === 'field')) ?? row.cases[0]
      if (!one) continue
      putFacts(document, one[side])
      fill(facet, one.rows, side, document)
    } else if (row.kind === 'field' && row.only !== (side === 'old' ? 'down' : 'up')) {
      const taken = rows.some(
        (other) =>
          other !== row &&
          other.kind === 'field' &&
          sideOf(other, side) === sideOf(row, side) &&
          rows.indexOf(other) < rows.indexOf(row),
      )
      const twin = side === 'old' && row.only === 'up' && row.why !== undefined
      if (!taken && !twin) put(document, sideOf(row, side), sampleValue(facet, row, side))
    }
  }
}

/** A document with every field that a facet can carry over, made from its rows. */
export const sampleDocument = (facet: CompiledFacet, side: SampleSide): Record<string, unknown> => {
  const document: Record<string, unknown> = {}
  fill(facet, facet.plan.rows, side, document)
  return document
}
