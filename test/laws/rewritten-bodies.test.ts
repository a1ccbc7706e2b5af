import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { routes } from '../../mappings/v1/index.ts'
import { arbitraryFor } from '../support/arbitrary.ts'

type Json = Record<string, unknown>

const written = routes.flatMap((route): [string, Route, CompiledFacet][] => {
  const facet = route.body && route.mapping[route.body]
  return facet && !route.gone ? [[route.id, route, facet]] : []
})

const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: 'Bearer k', 'Content-Type': 'application/json' }
`

/** One call a line, its body written out. */
const programOf = (route: Route, bodies: readonly Json[]): string =>
  programWith(
    route,
    bodies.map((body) => JSON.stringify(body)),
  )

const programWith = ({ old }: Route, bodies: readonly string[]): string =>
  HEAD +
  bodies
    .map(
      (body, index) =>
        `export const call${index} = () => fetch(\`\${V1}${old.path.replace('/v1', '').replace(/\{\w+\}/, 'id')}\`, { method: '${old.method}', headers, body: JSON.stringify(${body}) })\n`,
    )
    .join('')

/** The program after the rewrite, with its generated module in one text, and the calls that were left. */
const rewritten = (text: string) => {
  const path = '/virtual/input.js'
  const sources = loadSources([path], noAlias, (name) => (name === path ? text : undefined))
  const { changes, notes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
  const of = (end: string): string => changes.find((change) => change.path.endsWith(end))?.after ?? ''
  const program = of('input.js') || text
  const left = new Set(notes.filter((note) => note.class === 'left').map(({ line }) => line - 3))
  return { code: `${of('upshift.v2.js')}\n${program}`, left }
}

/** What each call sends where its host's fetch only listens; an error where it throws before. */
const sentBy = async (code: string, calls: number): Promise<(Json | Error)[]> => {
  const plain = code.replace(/^import [^'"]*(['"]).*\1;?$/gm, '').replace(/^export const/gm, 'const')
  const names = Array.from({ length: calls }, (_, index) => `call${index}`)
  const make = new Function('fetch', `${plain}; return [${names.join(', ')}]`) as (
    fetch: unknown,
  ) => (() => Promise<unknown>)[]
  const heard: Json[] = []
  const listen = (_url: string, init: { body?: string }) => {
    if (init.body === undefined) return Promise.resolve(Response.json(PRESENT))
    heard.push(JSON.parse(init.body) as Json)
    return Promise.resolve(Response.json({}))
  }
  const out: (Json | Error)[] = []
  for (const call of make(listen)) {
    heard.length = 0
    const error = await Promise.resolve()
      .then(call)
      .then(
        () => undefined,
        (thrown: Error) => thrown,
      )
    out.push(heard.at(-1) ?? error ?? new Error('nothing was sent'))
  }
  return out
}

/** What is updated: v2 takes some of it whole, and an update that says half of it reads the other half first. */
const PRESENT = {
  mounts: { persistent: { size: 10, path: '/present' } },
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

const completed = (route: Route, doc: Json): Json => {
  if (route.body !== 'update') return doc
  const { mounts, scaling, ...rest } = doc as { mounts?: { persistent?: Json }; scaling?: Json }
  const count =
    scaling?.type === 'REQUEST_COUNT' ? { requestCount: PRESENT.scaling.queueDelay } : PRESENT.scaling
  return {
    ...rest,
    ...(mounts ? { mounts: { persistent: { ...PRESENT.mounts.persistent, ...mounts.persistent } } } : {}),
    ...(scaling ? { scaling: { ...count, ...scaling } } : {}),
  }
}

/** What v2 wants said, whatever else a caller says. */
const least: Readonly<Record<string, Json>> = {
  'v1.pods.create': { imageName: 'pytorch', gpuTypeIds: ['NVIDIA L4'] },
  'v1.endpoints.create': { templateId: 'tpl_1', computeType: 'CPU', cpuFlavorIds: ['cpu3c'] },
  'v1.templates.create': { name: 'base', imageName: 'pytorch' },
  'v1.networkvolumes.create': { name: 'data', size: 10, dataCenterId: 'EU-RO-1' },
  'v1.containerregistryauth.create': { name: 'hub', username: 'u', password: 'p' },
}

/** Bodies of a few fields, which the rows take: of many at random one is always refused. */
const bodiesOf = (route: Route, facet: CompiledFacet): fc.Arbitrary<Json> =>
  (arbitraryFor(facet.shapes[0] as z.ZodType) as fc.Arbitrary<Json>)
    .chain((body) =>
      fc
        .subarray(Object.entries(body), { maxLength: Math.min(4, Object.keys(body).length) })
        .map((some) => ({ ...least[route.id], ...Object.fromEntries(some) }) as Json),
    )
    .filter((body) => facet.up(body).findings.every(({ code }) => !BLOCKING.includes(code)))

const BLOCKING = ['REFUSED', 'UNREADABLE', 'UNKNOWN_FIELD']

const FIRST = 'globalThis.first'

describe.each(written)('%s', (_id, route, facet) => {
  test('a call with its body written out sends what the proxy would, or is left', async () => {
    const bodies = fc.array(bodiesOf(route, facet), { minLength: 40, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const { code, left } = rewritten(programOf(route, all))
        expect(left.size).toBeLessThan(all.length)
        const sent = await sentBy(code, all.length)
        all.forEach((body, index) => {
          if (left.has(index)) return
          expect(sent[index], JSON.stringify(body)).toEqual(
            completed(route, JSON.parse(JSON.stringify(facet.up(body).doc)) as Json),
          )
        })
      }),
      { numRuns: 2, endOnFailure: true },
    )
  }, 60_000)

  test('a call with one of two bodies sends what the proxy would of either, is mapped, or is left', async () => {
    const bodies = fc.array(fc.tuple(bodiesOf(route, facet), bodiesOf(route, facet)), {
      minLength: 20,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(bodies, async (all) => {
        const texts = all.map(([one, two]) => `${FIRST} ? ${JSON.stringify(one)} : ${JSON.stringify(two)}`)
        const { code, left } = rewritten(programWith(route, texts))
        const lines = code.split('export const call').slice(1)
        const isMapped = (index: number): boolean => /V2\(/.test(lines[index] ?? '')
        for (const [way, isFirst] of [true, false].entries()) {
          const sent = await sentBy(code.replaceAll(FIRST, String(isFirst)), all.length)
          all.forEach((pair, index) => {
            if (left.has(index) || isMapped(index)) return
            const body = pair[way] as Json
            expect(sent[index], JSON.stringify(body)).toEqual(
              completed(route, JSON.parse(JSON.stringify(facet.up(body).doc)) as Json),
            )
          })
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  }, 60_000)
})
