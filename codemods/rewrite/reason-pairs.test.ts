import { describe, expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { loadSources, noAlias } from '../project/parse/program.ts'
import { hostsWith } from '../sites/texts/locate.ts'
import type { Rewrite } from './contract.ts'
import { graphqlReasons } from './graphql/graphql-reasons.ts'
import { reasons } from './reason.ts'
import { rewrite } from './rewrite.ts'

const HEAD = `const V1 = 'https://rest.runpod.io/v1'
const headers = { 'Content-Type': 'application/json' }
`

/** For each reason to leave a call of REST v1: a call that it is for, and one much like it that moves. */
const pairs: Record<string, { readonly stays: string; readonly moves: string; readonly file?: 'input.js' }> =
  {
    'codemod.method': {
      stays:
        'export const a = (id: string, method: string) => fetch(`${V1}/pods/${id}`, { method, headers })',
      moves: "export const a = (id: string) => fetch(`${V1}/pods/${id}`, { method: 'GET', headers })",
    },
    'codemod.classic-script': {
      stays:
        'const a = async () => { window.list = await (await fetch(`${V1}/networkvolumes`, { headers })).json() }',
      moves:
        'export const a = async () => { window.list = await (await fetch(`${V1}/networkvolumes`, { headers })).json() }',
      file: 'input.js',
    },
    'codemod.address': {
      stays:
        "export const a = (id: string, verb: string) => fetch(`${V1}/pods/${id}/${verb}`, { method: 'POST', headers })",
      moves:
        "export const a = (id: string, verb: 'start' | 'stop') => fetch(`${V1}/pods/${id}/${verb}`, { method: 'POST', headers })",
    },
    'codemod.alternatives': {
      stays:
        'export const a = (all: boolean) => fetch(all ? `${V1}/pods` : `${V1}/templates`, { headers }).then((r) => r.json())',
      moves: 'export const a = () => fetch(`${V1}/pods`, { headers }).then((r) => r.json())',
    },
    'codemod.passed-on': {
      stays:
        'export const a = (request: Request) => fetch(V1 + new URL(request.url).pathname, { method: request.method, headers })',
      moves:
        "export const a = (request: Request) => fetch(`${V1}/pods/${new URL(request.url).searchParams.get('id')}`, { method: 'DELETE', headers })",
    },
    'codemod.open-wrapper': {
      stays: 'export const a = (path: string) => fetch(V1 + path, { headers }).then((r) => r.json())',
      moves:
        "const a = (path: string) => fetch(V1 + path, { headers }).then((r) => r.json())\nexport const b = () => a('/pods')",
    },
    'codemod.callers': {
      stays:
        "const a = (body: object) => fetch(`${V1}/templates`, { method: 'POST', headers, body: JSON.stringify(body) })\nexport const b = () => a({ name: 'a', imageName: 'b', dockerEntrypoint: ['c'] })",
      moves:
        "const a = (body: object) => fetch(`${V1}/templates`, { method: 'POST', headers, body: JSON.stringify(body) })\nexport const b = () => a({ name: 'a', imageName: 'b' })",
    },
    'codemod.handed-on': {
      stays:
        "import useSWR from 'swr'\nconst a = (path: string) => fetch(V1 + path, { headers }).then((r) => r.json())\nexport const b = () => useSWR('/pods', a)\nexport const c = () => a('/pods')",
      moves:
        "import useSWR from 'swr'\nconst a = (path: string) => fetch(V1 + path, { headers }).then((r) => r.json())\nexport const b = () => useSWR('pods', () => a('/pods'))\nexport const c = () => a('/pods')",
    },
    'codemod.unknown-operation': {
      stays: 'export const a = () => fetch(`${V1}/gpuTypes`, { headers }).then((r) => r.json())',
      moves: 'export const a = () => fetch(`${V1}/networkvolumes`, { headers }).then((r) => r.json())',
    },
    'codemod.types': {
      stays:
        "const a = async (path: '/endpoints' | `/pods/${string}`) => (await fetch(V1 + path, { headers })).status\ntype Path = Parameters<typeof a>[0]\nexport const paths: Path[] = ['/endpoints']\nexport const b = () => a('/endpoints')",
      moves:
        "const a = async (path: string) => (await fetch(V1 + path, { headers })).status\nexport const b = () => a('/endpoints')",
    },
    'codemod.description': {
      stays: 'export const a = () => fetch(`${V1}/openapi.json`).then((r) => r.json())',
      moves: 'export const a = () => fetch(`${V1}/networkvolumes`, { headers }).then((r) => r.json())',
    },
    'codemod.query': {
      stays: 'export const a = (q: string) => fetch(`${V1}/pods?${q}`, { headers }).then((r) => r.json())',
      moves:
        'export const a = (q: string) => fetch(`${V1}/pods?name=${q}`, { headers }).then((r) => r.json())',
    },
    'codemod.action-body': {
      stays:
        "const send = (path: string, ...more: string[]) => fetch(V1 + path, { method: 'POST', headers: { X: more.join() } })\nexport const a = (id: string) => send(`/pods/${id}/stop`)",
      moves:
        "const send = (path: string) => fetch(V1 + path, { method: 'POST', headers })\nexport const a = (id: string) => send(`/pods/${id}/stop`)",
    },
    'codemod.shared-base': {
      stays:
        "const send = (path: string) => path.length > 3 ? fetch(V1 + path, { method: 'POST', headers }) : undefined\nexport const a = (id: string) => send(`/pods/${id}/reset`)\nexport const b = () => fetch(`${V1}/pods`, { headers }).then((r) => r.json())",
      moves:
        "const send = (path: string) => fetch(V1 + path, { method: 'POST', headers })\nexport const b = () => fetch(`${V1}/pods`, { headers }).then((r) => r.json())\nexport const a = (id: string) => send(`/pods/${id}/stop`)",
    },
    'codemod.status': {
      stays:
        "const send = async (path: string, init: object) => { const r = await fetch(V1 + path, { headers, ...init }); if (r.status !== 200) throw new Error('no') }\nexport const a = () => send('/networkvolumes', { method: 'POST', body: JSON.stringify({ name: 'v', size: 10, dataCenterId: 'EU-RO-1' }) })",
      moves:
        "export const a = async () => { const r = await fetch(`${V1}/networkvolumes`, { method: 'POST', headers, body: JSON.stringify({ name: 'v', size: 10, dataCenterId: 'EU-RO-1' }) }); if (r.status !== 200) throw new Error('no') }",
    },
    'codemod.body': {
      stays: "export const a = () => fetch(`${V1}/pods`, { method: 'POST', headers })",
      moves:
        "export const a = (body: object) => fetch(`${V1}/pods`, { method: 'POST', headers, body: JSON.stringify(body) })",
    },
    'codemod.v1-habit': {
      stays:
        "export const a = (id: string) => fetch(`https://api.runpod.io/v2/pods/${id}/stop`, { method: 'POST' })",
      moves: "export const a = (id: string) => fetch(`${V1}/pods/${id}/stop`, { method: 'POST', headers })",
    },
    'v1.pods.reset': {
      stays: "export const a = (id: string) => fetch(`${V1}/pods/${id}/reset`, { method: 'POST', headers })",
      moves:
        "export const a = (id: string) => fetch(`${V1}/pods/${id}/restart`, { method: 'POST', headers })",
    },
  }

/** The rules that reasons give, as their source says them. */
const rulesOf = (some: object): ReadonlySet<string> => {
  const text = Object.values(some).map(String).join('\n')
  return new Set([...text.matchAll(/["'](codemod\.[\w-]+)["']/g)].map(([, rule = '']) => rule))
}

/** Reasons of other rooms, of text that may not be changed, and of mistakes of our own. */
const ELSEWHERE = /^codemod\.(kept|elsewhere|generated|language|client|crash|clash|unprintable|answer)$/

const run = (text: string, file = 'input.ts'): Rewrite => {
  const path = `/virtual/${file}`
  const sources = loadSources([path], noAlias, (name) => (name === path ? HEAD + text : undefined))
  return rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
}

const leftBy = ({ notes }: Rewrite): string[] =>
  notes.filter(({ class: is }) => is === 'left').map(({ rule }) => rule)

describe.each(Object.entries(pairs))('%s', (rule, { stays, moves, file = 'input.ts' }) => {
  test('stays, and says why', () => {
    const result = run(stays, file)
    expect(leftBy(result)).toContain(rule)
    const after = result.changes.find(({ path }) => path.endsWith(file))?.after ?? HEAD + stays
    const code = after
      .split('\n')
      .filter((line) => !line.trim().startsWith('// upshift:'))
      .join('\n')
    expect(code).toBe(HEAD + stays)
  })
  test('a call much like it moves', () => {
    const result = run(moves, file)
    expect(leftBy(result)).toEqual([])
    expect(result.changes.find(({ path }) => path.endsWith(file))?.after).toContain('api.runpod.io/v2')
  })
})

test('every reason to leave a call of REST v1 has its pair', () => {
  const rules = rulesOf(reasons)
  const ofGraphql = rulesOf(graphqlReasons)
  const untried = [...rules].filter(
    (rule) => !ELSEWHERE.test(rule) && !ofGraphql.has(rule) && !(rule in pairs),
  )
  expect(rules.size).toBeGreaterThan(10)
  expect(untried).toEqual([])
})
