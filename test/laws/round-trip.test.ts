import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { uncovered } from '../../mappings/dsl/check.ts'
import { flatRows } from '../../mappings/dsl/flat-rows.ts'
import { Hole, isHole } from '../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { withCapabilities } from '../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../mappings/dsl/plan.ts'
import { allowed, blank } from '../../mappings/dsl/runtime.ts'
import { capabilities as allCapabilities } from '../../mappings/hosts.ts'
import { resources } from '../../mappings/v1/index.ts'
import { arbitraryFor, parsedArbitraryFor } from '../support/arbitrary.ts'
import { chosenFields } from '../support/rows.ts'

type Json = Record<string, unknown>

const newest = new Set(allCapabilities.is.map(({ name }) => name))
const versions = [
  ...resources.map((resource) => [resource.id, resource] as const),
  ...resources.map((resource) => [`${resource.id}, newer v2`, withCapabilities(resource, newest)] as const),
]

const bodies = versions.flatMap(([name, resource]) =>
  (['create', 'update'] as const).flatMap((facet) => {
    const compiled = resource[facet]
    return compiled ? [[`${name} ${facet}`, compiled] as const] : []
  }),
)

const old = ({ shapes }: CompiledFacet) => shapes[0] as z.ZodType
const bodyOf = (facet: CompiledFacet) => arbitraryFor(old(facet)) as fc.Arbitrary<Json>

/** Whether a value says nothing at all here. */
const saysNothing = ({ plan }: CompiledFacet, value: unknown) =>
  value === undefined || value === null || (plan.blankIsAbsent && blank(value))

/** The fields whose way back is not the rows' alone: behaviours complete them, or they may be given without consequence. */
const isExcused = ({ plan }: CompiledFacet, field: string, value: unknown): boolean =>
  flatRows(plan.rows).some((row) => {
    if (!('old' in row) || row.old !== field) return false
    // What belongs to every item of a list has no place where the list is empty: v2 refuses such a list, or a behaviour fills it.
    if (row.kind === 'field' && (row.by !== undefined || row.each)) return true
    if (row.kind === 'serve') return true
    return (row.kind === 'drop' || row.kind === 'refuse') && allowed(value, row.allow)
  })

/** A kind of hardware that was chosen but not named: a behaviour names it, and then its case holds on v2's side too. */
const isLeftToBehaviour = (facet: CompiledFacet, field: string, body: Json): boolean =>
  chosenFields(facet.plan.rows).includes(field) &&
  flatRows(facet.plan.rows).some(
    (row) => row.kind === 'field' && row.by !== undefined && saysNothing(facet, body[row.old]),
  )

const BLOCKING = ['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD']

describe.each(bodies)('%s', (_name, facet) => {
  test('down(up(x)) is x, up to the losses that were reported', () => {
    fc.assert(
      fc.property(bodyOf(facet), (body) => {
        const { doc, findings } = facet.up(body)
        if (findings.some(({ code }) => BLOCKING.includes(code))) return
        const said = new Set(findings.map(({ at }) => at))
        const [canonical, back] = [old(facet).parse(body) as Json, facet.down(doc)]
        for (const [field, value] of Object.entries(canonical)) {
          if (said.has(field) || saysNothing(facet, body[field]) || isExcused(facet, field, value)) continue
          if (back[field] === undefined && isLeftToBehaviour(facet, field, body)) continue
          expect({ [field]: back[field] }).toEqual({ [field]: value })
        }
        const known = [...chosenFields(facet.plan.rows), ...neutralFields(facet), ...doubles(facet)]
        for (const [field, value] of Object.entries(back)) {
          if (value === undefined || known.includes(field) || said.has(field)) continue
          expect(canonical, `${field} came from nowhere`).toHaveProperty(field)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('nothing leaves that v2 has no field for', () => {
    fc.assert(
      fc.property(bodyOf(facet), (body) => {
        const issues = facet.shapes[1]?.safeParse(facet.up(body, () => 'warn').doc).error?.issues ?? []
        expect(issues.filter(({ code }) => code === 'unrecognized_keys')).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  test('every finding names a row', () => {
    const rules = new Set(rulesOf(facet))
    fc.assert(
      fc.property(fc.oneof(bodyOf(facet), strangeBody(facet)), (body) => {
        for (const { rule, at, why } of facet.up(body).findings) {
          expect(rules).toContain(rule)
          expect(at).not.toBe('')
          expect(why).not.toBe('')
        }
      }),
      { numRuns: 30 },
    )
  })

  test('known holes are the values themselves', () => {
    fc.assert(
      fc.property(bodyOf(facet), (body) => {
        const [plain, holes] = [facet.up(body), facet.upHoles(mapValues(body, known))]
        expect(unwrap(holes.doc)).toEqual(JSON.parse(JSON.stringify(plain.doc)))
        expect(holes.findings.map(said)).toEqual(plain.findings.map(said))
      }),
      { numRuns: 20 },
    )
  })

  test('what nobody knows yet is never evaluated, and nothing is made up from it', () => {
    fc.assert(
      fc.property(bodyOf(facet), fc.boolean(), (body, mayBeAbsent) => {
        const asked = mapValues(body, (_value, key) => new Hole(`settings.${key}`, { mayBeAbsent }))
        const { doc, findings } = facet.upHoles(asked)
        for (const hole of holesIn(doc)) {
          expect(hole.known).toBeUndefined()
          expect(hole.text).toContain('settings.')
        }
        expect(findings.filter(({ code }) => code === 'REFUSED')).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('every v2 field of a row is said by its v1 name', () => {
    const names = new Set(facet.plan.old.flatMap((path) => [path, path.split('.')[0]]))
    for (const row of flatRows(facet.plan.rows)) {
      if (row.kind !== 'field' || row.only !== undefined) continue
      const at = `$.${row.v2.replace(/\.(\d+)/g, '[$1]')}`
      const [name = ''] = facet.wording.message(`${at}: must be something else`).split(':')
      for (const one of name.split(', ')) expect(names).toContain(one)
    }
  })

  test('every v1 and v2 field is in a row', () => {
    expect(uncovered(facet.plan, 'old', facet.plan.rows)).toEqual([])
  })
})

const reads = versions.map(([name, resource]) => [name, resource.read] as const)

describe.each(reads)('%s read', (_name, facet) => {
  test('whatever v2 answers, the old answer is a v1 one', () => {
    fc.assert(
      fc.property(parsedArbitraryFor(facet.shapes[1] as z.ZodType), (answer) => {
        const shown = JSON.parse(JSON.stringify(facet.down(answer as Json))) as unknown
        expect(old(facet).safeParse(shown).error?.issues ?? []).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})

const said = ({ code, at, rule }: { code: string; at: string; rule: string }) => ({ code, at, rule })

const rulesOf = ({ plan }: CompiledFacet) => [
  ruleOf(plan, '*'),
  ...flatRows(plan.rows).flatMap((row) => ('old' in row ? [ruleOf(plan, row.old)] : [])),
  ...chosenFields(plan.rows).map((field) => ruleOf(plan, field)),
]

/** What an old reader gets where v2 has nothing. */
const neutralFields = ({ plan }: CompiledFacet) =>
  flatRows(plan.rows).flatMap((row) =>
    'old' in row && 'neutral' in row && row.neutral !== undefined ? [row.old] : [],
  )

/** Fields that share a v2 field with another: either spelling brings both back. */
const doubles = ({ plan }: CompiledFacet) => {
  const rows = flatRows(plan.rows).filter((row) => row.kind === 'field')
  return rows
    .filter((row) => rows.some((other) => other !== row && other.v2 === row.v2))
    .map((row) => row.old)
}

const strangeBody = (facet: CompiledFacet): fc.Arbitrary<Json> => {
  const names = [...new Set(facet.plan.old.map((path) => path.split('.')[0] as string)), 'colour']
  return fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), {
    noNullPrototype: true,
  }) as fc.Arbitrary<Json>
}

const mapValues = (body: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(body).map(([key, value]) => [key, change(value, key)]))

const known = (value: unknown) => new Hole(JSON.stringify(value) ?? 'undefined', { known: { value } })

const unwrap = (value: unknown): unknown => {
  if (isHole(value)) return value.known?.value
  if (Array.isArray(value)) return value.map(unwrap)
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Json, unwrap)
}

const holesIn = (value: unknown): Hole[] => {
  if (isHole(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(holesIn) : []
}
