import fc from 'fast-check'
import { flatRows } from '../../mappings/dsl/flat-rows.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import { routes } from '../../mappings/v1/index.ts'
import { MADE } from './made.ts'

/** One call of REST v1: its path with a query, the members read of what it answers, and how it is written. */
export interface DrawnCall {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly reads: readonly string[]
  readonly manner: 'literal' | 'parameters'
}

/** Values that some of the objects made have. */
const values = [
  'GPU',
  'CPU',
  'NVIDIA L4',
  'cpu3c',
  'made0',
  'made1',
  'RUNNING',
  'EXITED',
  'pytorch',
  'busybox',
]

const queryOf = ({ mapping }: Route): fc.Arbitrary<Record<string, string>> => {
  const { query } = mapping
  const names = flatRows(query?.plan.rows ?? []).flatMap((row) => (row.kind === 'serve' ? [row.old] : []))
  const some = fc.subarray(names, { maxLength: Math.min(2, names.length) })
  return some.chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((name) => [name, fc.constantFrom(...values)]))),
  )
}

const readsOf = ({ mapping }: Route): fc.Arbitrary<string[]> => {
  const paths = mapping.read.plan.old.filter((path) => !/\.\d+\.|\*/.test(path))
  return fc.subarray([...paths], { minLength: 1, maxLength: Math.min(3, paths.length) })
}

/** Calls that list a collection, drawn from a seed. */
export const drawnLists = (seed: number, each: number): readonly (readonly [string, Route, DrawnCall[]])[] =>
  routes
    .filter((route) => route.answer === 'list' && !route.gone && !/billing/.test(route.old.path))
    .map((route) => [
      route.id,
      route,
      fc.sample(
        fc.record({
          path: fc.constant(route.old.path),
          query: queryOf(route),
          reads: readsOf(route),
          manner: fc.constantFrom('literal' as const, 'parameters' as const),
        }),
        { seed, numRuns: each },
      ),
    ])

const COLLECTION = /\/v2\/([\w-]+)/

const HEAD = (where: string): string => `const V1 = 'https://rest.runpod.io/v1'
const headers = { Authorization: \`Bearer \${process.env.RUNPOD_API_KEY}\`, 'Content-Type': 'application/json' }
const BODIES = ${JSON.stringify(MADE[where] ?? [])}
const make = async (body, index) => {
  const answer = await fetch('https://api.runpod.io/v2/${where}', { method: 'POST', headers, body: JSON.stringify({ ...body, name: \`made\${index}\` }) })
  if (!answer.ok) throw new Error(await answer.text())
}
`

const access = (path: string): string => path.split('.').reduce((at, name) => `${at}?.${name}`, 'one')

const lineOf = ({ path, query, reads, manner }: DrawnCall, index: number): string => {
  const place = path.replace('/v1', '')
  const asked = Object.keys(query).length > 0
  const literal = asked ? `?${new URLSearchParams(query)}` : ''
  const address =
    manner === 'literal' || !asked
      ? `\`\${V1}${place}${literal}\``
      : `\`\${V1}${place}?\${new URLSearchParams(${JSON.stringify(query)})}\``
  return `const call${index} = async () => { const answer = await fetch(${address}, { headers }); const all = await answer.json(); console.log(${index}, all.map((one) => JSON.stringify([${reads.map(access).join(', ')}]))) }`
}

/** A program that makes some objects straight at v2, and then the calls, one a line from `firstLine` on. */
export const listProgram = (route: Route, calls: readonly DrawnCall[]): string => {
  const where = COLLECTION.exec(route.v2.path)?.[1] as string
  return [
    HEAD(where) + calls.map(lineOf).join('\n'),
    'export async function main() {',
    '  for (const [index, body] of BODIES.entries()) await make(body, index)',
    ...calls.map((_, index) => `  await call${index}()`),
    '}',
    '',
  ].join('\n')
}

/** The line of the first call. */
export const firstLine = HEAD('pods').split('\n').length
