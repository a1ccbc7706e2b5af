import { expect, test } from 'vitest'
import type { z } from 'zod'
import { misfits } from '../../mappings/dsl/fits.ts'
import { flatRows } from '../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { resources } from '../../mappings/v1/index.ts'

/** One of every kind of JSON, so that each field is given some that it never took. */
const ODD = ['text', 'true', 7, 1.5, true, { a: 1 }, { a: 'b' }, ['a'], [1], [null], [{}]]
const BLOCKING = new Set(['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD'])

const bodies = resources.flatMap(({ create, update }) => [create, update].flatMap((facet) => facet ?? []))

/** Fields that v2 cannot hold say themselves which values mean nothing. */
const isLoss = ({ plan }: CompiledFacet, field: string): boolean =>
  flatRows(plan.rows).some((row) => (row.kind === 'drop' || row.kind === 'refuse') && row.old === field)

const isNoticed = (facet: CompiledFacet, body: Record<string, unknown>, field: string): boolean => {
  const { [field]: _odd, ...rest } = body
  const [plain, given] = [facet.up(rest), facet.up(body)]
  return (
    given.findings.some(({ code, at }) => BLOCKING.has(code) || (at === field && code !== 'DEFAULTED')) ||
    misfits(facet, given.doc).length > misfits(facet, plain.doc).length ||
    JSON.stringify(given.doc) !== JSON.stringify(plain.doc)
  )
}

const oddly = bodies.flatMap((facet) => {
  const { shape } = facet.shapes[0] as unknown as { shape: Record<string, z.ZodType> }
  return Object.entries(shape).flatMap(([field, type]) =>
    isLoss(facet, field)
      ? []
      : ODD.filter((value) => !type.safeParse(value).success).map((value) => ({ facet, field, value })),
  )
})

test('a value that REST v1 did not take is refused, or has its effect: it is never passed over', () => {
  const silent = oddly
    .flatMap(({ facet, field, value }) => [
      { facet, field, body: { [field]: value } },
      { facet, field, body: { computeType: 'CPU', [field]: value } },
    ])
    .filter(({ facet, body }) =>
      Object.keys(body).every((name) => facet.plan.old.some((path) => path.split('.')[0] === name)),
    )
    .filter(({ facet, field, body }) => !isNoticed(facet, body, field))
  expect(
    silent.map(({ facet, body }) => `${facet.plan.id}.${facet.plan.facet} ${JSON.stringify(body)}`),
  ).toEqual([])
})
