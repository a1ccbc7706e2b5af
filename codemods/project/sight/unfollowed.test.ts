import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCodemod } from '../run.ts'

/** Lines that are listed as legacy use which no call could be followed to. */
const listed = async (...lines: readonly string[]) => listedIn({ 'a.ts': lines })

const listedIn = async (files: Readonly<Record<string, readonly string[]>>) =>
  (await notesIn(files)).map(({ line }) => line)

const notesIn = async (files: Readonly<Record<string, readonly string[]>>) => {
  const root = mkdtempSync(join(tmpdir(), 'unfollowed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(root, name), [...lines, ''].join('\n'))
  const { notes } = await runCodemod({ paths: [root], root })
  return notes.filter(({ rule }) => /unfollowed|command/.test(rule))
}

test('a host that a sentence names is no call', async () => {
  const said = await listed(
    'export const calls = (host: string) => fetch(`https://rest.runpod.io/v1/pods/${host}`)',
    'export const refused = (host: string) => `will not call ${host} (expected rest.runpod.io)`',
    "export const help = 'set the host, e.g. rest.runpod.io, before you start'",
  )
  expect(said).toEqual([])
})

test('a command or an address that names it is listed', async () => {
  const said = await listed(
    "import { execSync } from 'node:child_process'",
    "export const list = () => execSync('curl rest.runpod.io')",
    "export const told = 'POST https://rest.runpod.io/v1/pods has failed'",
  )
  expect(said).toEqual([2, 3])
})

test('a line of a test that a note on the test says already is not listed again', async () => {
  const said = await listedIn({
    'a.ts': [
      "const send = async (query: string) => (await (await fetch('https://api.runpod.io/graphql', { method: 'POST', headers: { Authorization: `Bearer ${process.env.KEY}` }, body: JSON.stringify({ query }) })).json()).data",
      'export const stop = (id: string) => send(`mutation { podStop(input: { podId: "${id}" }) { id } }`)',
    ],
    'a.test.ts': [
      "import { expect, test, vi } from 'vitest'",
      "import { stop } from './a'",
      "test('stops', async () => {",
      "  const fetch = vi.fn().mockResolvedValue({ json: async () => ({ data: { podStop: { id: 'p' } } }) })",
      "  vi.stubGlobal('fetch', fetch)",
      "  await stop('p')",
      "  expect(fetch.mock.calls[0][0]).toBe('https://api.runpod.io/graphql')",
      '})',
    ],
  })
  expect(said).toEqual([])
})

test('of an address whose host the environment says, that is what is said', async () => {
  const notes = await notesIn({
    'a.ts': [
      "import axios from 'axios'",
      'const PODS = `${process.env.RUNPOD_API_URL}/v1/pods`',
      'export const pods = async () => (await axios.get(PODS)).data',
    ],
  })
  expect(notes.map(({ line, why, fix }) => [line, why, fix])).toEqual([
    [
      2,
      'this says /v1/pods, and which host its calls go to, process.env.RUNPOD_API_URL says when the program runs',
      "where that is REST v1, write its host as the default (process.env.RUNPOD_API_URL ?? 'https://rest.runpod.io'), then run upshift again",
    ],
  ])
})

test('so it is where the base of a client, or a name, says it', async () => {
  const notes = await notesIn({
    'a.ts': [
      "import axios from 'axios'",
      'const http = axios.create({ baseURL: process.env.RUNPOD_API_URL })',
      "export const pods = async () => (await http.get('/v1/pods')).data",
      'const base = process.env.RUNPOD_BASE',
      "export const volume = (id: string) => fetch(base + '/v1/networkvolumes/' + id)",
      "const asked = { method: 'POST', body: JSON.stringify({ query: 'query { myself { pods { id } } }' }) }",
      'export const named = () => fetch(process.env.GRAPHQL_URL!, asked)',
      'export const stop = (id: string) =>',
      '  fetch(process.env.GRAPHQL_URL!, { method: "POST", body: JSON.stringify({ query: `mutation { podStop(input: { podId: "${id}" }) { id } }` }) })',
    ],
  })
  expect(notes.map(({ line, fix }) => [line, fix])).toEqual([
    [
      3,
      "where that is REST v1, write its host as the default (process.env.RUNPOD_API_URL ?? 'https://rest.runpod.io'), then run upshift again",
    ],
    [
      5,
      "where that is REST v1, write its host as the default (process.env.RUNPOD_BASE ?? 'https://rest.runpod.io'), then run upshift again",
    ],
    [
      6,
      "where that is GraphQL, write its address as the default (process.env.GRAPHQL_URL ?? 'https://api.runpod.io/graphql'), then run upshift again",
    ],
    [
      9,
      "where that is GraphQL, write its address as the default (process.env.GRAPHQL_URL ?? 'https://api.runpod.io/graphql'), then run upshift again",
    ],
  ])
})

test('so it is of a document that is kept by a name, also in another file', async () => {
  const notes = await notesIn({
    'q.ts': ['export const PODS = `query Pods { myself { pods { id name } } }`'],
    'a.ts': [
      "import { PODS } from './q'",
      'const res = await fetch(process.env.RUNPOD_API_URL!, {',
      "  method: 'POST',",
      '  headers: { Authorization: `Bearer ${process.env.RUNPOD_API_KEY}` },',
      '  body: JSON.stringify({ query: PODS }),',
      '})',
      'console.log((await res.json()).data.myself.pods.length)',
    ],
  })
  expect(notes.map(({ file, why }) => [file.split('/').at(-1), why])).toEqual([
    [
      'q.ts',
      'this says query myself pods, and which host its calls go to, process.env.RUNPOD_API_URL says when the program runs',
    ],
  ])
})

test('of a call that is made with a client nobody here knows, the client is told', async () => {
  const notes = await notesIn({
    'a.ts': [
      "import { Client, fetchExchange, gql } from '@urql/core'",
      "const client = new Client({ url: process.env.GATEWAY ?? '', exchanges: [fetchExchange] })",
      'const STOP = gql`mutation Stop($id: String!) { podStop(input: { podId: $id }) { id } }`',
      'export const stop = (id: string) => client.mutation(STOP, { id }).toPromise()',
      "export const names = 'https://api.runpod.io/graphql'",
    ],
  })
  expect(notes.map(({ line, why }) => [line, why])).toEqual([
    [
      3,
      'this says mutation podStop, and goes to client.mutation of @urql/core, which is no client that upshift knows',
    ],
  ])
})

test('documents are told one by one where the file that sends them does not name the service', async () => {
  const notes = await notesIn({
    'client.ts': [
      "import { createClient, fetchExchange } from '@urql/core'",
      "export const client = createClient({ url: 'https://api.runpod.io/graphql', exchanges: [fetchExchange] })",
    ],
    'stop.ts': [
      "import { gql } from '@urql/core'",
      "import { client } from './client'",
      'export const stop = (id: string) =>',
      '  client.mutation(gql`mutation Stop($id: String!) { podStop(input: { podId: $id }) { id } }`, { id }).toPromise()',
    ],
    'pods.ts': [
      "import { gql, useQuery } from 'urql'",
      'const PODS = gql`{ myself { pods { id } } }`',
      "export const usePods = () => useQuery({ query: PODS, url: '/pods' })",
    ],
    'other.ts': ['export const whoami = gql`{ viewer { id } }`', "export const myself = '/pods'"],
  })
  expect(notes.map(({ file, line, v1 }) => [file, line, v1])).toEqual([
    ['pods.ts', 2, 'query myself pods'],
    ['stop.ts', 4, 'mutation podStop'],
  ])
})

test('a document of a call that stays for its address is told with the call', async () => {
  const said = await listed(
    "const DIRECT = 'https://api.runpod.io/graphql'",
    'const questions = () => ({ halt: `mutation Halt($input: PodStopInput!) { podStop(input: $input) { id } }` })',
    'const ask = (key: string, relay: string, query: string, variables: object) =>',
    "  fetch(key ? DIRECT : `${relay}/graphql`, { method: 'POST', body: JSON.stringify({ query, variables }) })",
    'export const halt = (key: string, podId: string) =>',
    "  ask(key, 'https://relay.example', questions().halt, { input: { podId } })",
  )
  expect(said).toEqual([])
})

test('where a test expects the address of a call that stays, nothing is left to decide', async () => {
  const said = await listedIn({
    'a.ts': [
      "const url = 'https://api.runpod.io/graphql'",
      "export const left = () => fetch(url, { method: 'POST', body: JSON.stringify({ query: '{ myself { clientBalance } }' }) })",
    ],
    'a.test.ts': [
      "import { expect, test, vi } from 'vitest'",
      "import { left } from './a'",
      "test('asks what is left', async () => {",
      '  const fetch = vi.fn().mockResolvedValue(Response.json({}))',
      "  vi.stubGlobal('fetch', fetch)",
      '  await left()',
      "  expect(fetch).toHaveBeenCalledWith('https://api.runpod.io/graphql', expect.anything())",
      "  expect(notify).toHaveBeenCalledWith(show('https://api.runpod.io/graphql'))",
      '})',
    ],
  })
  expect(said).toEqual([8])
})

test('a place that a text keeps free for an id is no document', async () => {
  const said = await listed(
    "const GRAPHQL = 'https://api.runpod.io/graphql'",
    "export const proxyOf = (pod: string) => 'https://{pod}-8000.proxy.runpod.net'.replaceAll('{pod}', pod)",
    "export const asked = (send: (url: string, text: string) => void) => send(GRAPHQL, '{ myself { id } }')",
  )
  expect(said).toEqual([3])
})
