import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { takesOneOf } from '../../codemods/rewrite/body/loss.ts'
import { graphqlResource } from '../../codemods/rewrite/graphql/graphql-resources.ts'
import { mapperFor } from '../../codemods/rewrite/mapper/mapper.ts'
import { printModule } from '../../codemods/rewrite/mapper/module/mapper-module.ts'
import { flatRows } from '../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet, Resource } from '../../mappings/dsl/mapping.ts'
import { restCalls } from '../../mappings/graphql/calls.ts'
import { resources } from '../../mappings/v1/index.ts'
import { withoutNulls } from '../../src/graphql/arguments.ts'
import { arbitraryFor, parsedArbitraryFor } from '../support/arbitrary.ts'

type Json = Record<string, unknown>
type Printed = (body: unknown) => Json

const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
const graphql = [...new Set(Object.values(restCalls).flatMap(({ resource }) => resource ?? []))]
  .map(graphqlResource)
  .filter((one): one is Resource => one !== undefined)
const all = [...resources, ...graphql]

const printed = async (
  resource: Resource,
  kind: 'create' | 'update' | 'read',
  says?: readonly string[],
): Promise<Printed> => {
  const mapper = { ...mapperFor(resource, kind), ...(says ? { says } : {}) }
  const text = printModule([mapper], 'esm', style)
  const made = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, Printed>
  return made[mapper.name] as Printed
}

const bodies = all.flatMap((resource) =>
  (['create', 'update'] as const).flatMap((kind) =>
    resource[kind] ? [[`${resource.id} ${kind}`, resource, kind, resource[kind]] as const] : [],
  ),
)

/** What the proxy does with a second call, or says beside its answer, and a function alone can only refuse. */
const servedByTheProxy = ({ plan }: CompiledFacet): string[] =>
  flatRows(plan.rows).flatMap((row) => {
    if (row.kind === 'drop' && row.guards) return [`${row.old}: `]
    if (row.kind === 'serve') return [`${row.old}: ${row.why}`]
    if (row.kind !== 'field') return []
    return row.by ? [`${row.old}: `] : row.v2.startsWith('mounts.') ? [`say all of `] : []
  })

const completedByTheProxy = ({ plan }: CompiledFacet): string[] =>
  flatRows(plan.rows).flatMap((row) => (row.kind === 'field' && row.by && !takesOneOf(row) ? [row.old] : []))

const attempt = (up: Printed, body: Json): { readonly sent?: Json; readonly error?: string } => {
  try {
    return { sent: up(structuredClone(body)) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** GraphQL's null is an argument left out: it is taken away before rows see it. */
const asHeard = ({ id }: Resource, body: Json): Json =>
  id.startsWith('graphql.') ? (withoutNulls(body) as Json) : body

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const agrees = (up: Printed, resource: Resource, facet: CompiledFacet, body: Json): void => {
  const { doc, findings } = facet.up(asHeard(resource, body))
  const refused = findings.filter(({ code }) => code === 'REFUSED')
  if (findings.some(({ code }) => code === 'UNREADABLE')) return
  const { sent, error } = attempt(up, body)
  if (error !== undefined) {
    const named = [...refused.map(({ at }) => at), ...servedByTheProxy(facet)]
    expect(
      named.filter((field) => error.includes(field)),
      error,
    ).not.toEqual([])
    return
  }
  expect(refused).toEqual([])
  expect(plain(sent)).toEqual(plain(doc))
}

const bodyOf = ({ shapes }: CompiledFacet): fc.Arbitrary<Json> =>
  arbitraryFor(shapes[0] as z.ZodType) as fc.Arbitrary<Json>

/** Some of a facet's outermost fields, a few times over. */
const somethingSaid = ({ plan }: CompiledFacet): string[][] => {
  const names = [...new Set(plan.old.map((path) => path.split('.')[0] as string))]
  return [[], ...fc.sample(fc.subarray(names), 12)]
}

describe.each(bodies)('%s', (_name, resource, kind, facet: CompiledFacet) => {
  test('the printed mapper sends what the rows send, and refuses what they refuse', async () => {
    const up = await printed(resource, kind)
    fc.assert(
      fc.property(bodyOf(facet), (body) => agrees(up, resource, facet, body)),
      { numRuns: 200 },
    )
  })

  test('printed for what callers say it does the same with that', async () => {
    for (const says of somethingSaid(facet)) {
      const up = await printed(resource, kind, says)
      const said = bodyOf(facet).map(
        (body): Json => Object.fromEntries(Object.entries(body).filter(([name]) => says.includes(name))),
      )
      fc.assert(
        fc.property(said, (body) => agrees(up, resource, facet, body)),
        { numRuns: 30 },
      )
    }
  })
})

describe.each(resources.map((resource) => [resource.id, resource] as const))('%s read', (_name, resource) => {
  test('the printed mapper reads what the rows read', async () => {
    const down = await printed(resource, 'read')
    fc.assert(
      fc.property(
        parsedArbitraryFor(resource.read.shapes[1] as z.ZodType) as fc.Arbitrary<Json>,
        (answer) => {
          const expected = resource.read.down(answer)
          for (const field of completedByTheProxy(resource.read)) delete expected[field]
          expect(plain(down(structuredClone(answer)))).toEqual(plain(expected))
        },
      ),
      { numRuns: 200 },
    )
  })
})
