import { describe, expect, test } from 'vitest'
import { compiler } from '../../codemods/project/compiler.ts'
import { loadSources, noAlias } from '../../codemods/project/parse/program.ts'
import { rewrite } from '../../codemods/rewrite/rewrite.ts'
import { hostsWith } from '../../codemods/sites/texts/locate.ts'
import { routes } from '../../mappings/v1/index.ts'
import { createFetch } from '../../src/inprocess/create-fetch.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { BODIES, CLIENTS, callIn, HEAD, inputsOf, OPERATIONS } from './request-forms.ts'

type Fetch = typeof globalThis.fetch
type Main = (given: Record<string, unknown>) => Promise<unknown>

/** Each client with each body, for one operation or another. */
const cases = CLIENTS.map((client, index) => {
  const calls = BODIES.map((body, at) => {
    const operation = OPERATIONS[(index + at) % OPERATIONS.length] as (typeof OPERATIONS)[number]
    return { name: `${body.name}, ${operation.method} ${operation.path}`, operation, body }
  })
  const texts = calls.map(({ operation, body }, at) => callIn(client, operation, body, at))
  return [client.name, { calls, text: HEAD + client.head + texts.join('') }] as const
})

const rewritten = (text: string): string => {
  const path = '/virtual/input.js'
  const sources = loadSources([path], noAlias, (name) => (name === path ? text : undefined))
  const { changes, notes } = rewrite(sources, { routes, hosts: hostsWith(), root: '/virtual' })
  expect(notes.filter((note) => note.class === 'left').map(({ line, why }) => `${line} ${why}`)).toEqual([])
  const after = changes.map((change) => change.after).reverse()
  expect(after.at(-1), 'nothing moved').not.toContain('rest.runpod.io')
  return after.join('\n')
}

/** The functions of a program, as a world with this fetch has them. */
const mainsOf = (text: string, count: number, fetch: Fetch): Main[] => {
  const plain = text.replace(/^import [^']*'.*'$/gm, '').replace(/^export (?=const|async|function)/gm, '')
  const names = Array.from({ length: count }, (_, index) => `main${index}`)
  const { outputText } = compiler.transpileModule(`${plain}\nreturn [${names.join(', ')}]`, {
    compilerOptions: { target: compiler.ScriptTarget.ESNext },
  })
  const process = { env: { RUNPOD_API_KEY: 'sandbox-key' } }
  return new Function('fetch', 'process', outputText)(fetch, process) as Main[]
}

/** What is there before an update, in v2's words: an update of half of it reads the other half first. */
const THERE = {
  mounts: { persistent: { size: 10, path: '/there' } },
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
}

/** A v2 that writes down what changes something, and says no more than that it did. */
const listener = () => {
  const sandbox = createSandbox({})
  const heard: unknown[] = []
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/v2/catalog')) return sandbox.app.request(request)
    if (request.method === 'GET') return Response.json(THERE)
    const text = await request.text()
    heard.push({ call: `${request.method} ${pathname}${search}`, body: text && JSON.parse(text) })
    return Response.json({})
  }
  return { fetch, heard, close: () => sandbox.close() }
}

describe.each(cases)('%s', (_name, { calls, text }) => {
  test('sends after the rewrite what the proxy sent for it before, however its bodies are made', async () => {
    const v2 = listener()
    const before = mainsOf(text, calls.length, createFetch({ fetch: v2.fetch }))
    const after = mainsOf(rewritten(text), calls.length, v2.fetch)
    const sentBy = async (main: Main | undefined, given: Record<string, unknown>) => {
      v2.heard.length = 0
      await main?.(given)
      return [...v2.heard]
    }
    for (const [index, { name, operation }] of calls.entries())
      for (const given of inputsOf(operation)) {
        const sent = await sentBy(before[index], given)
        expect(sent.length, `${name} is sent`).toBeGreaterThan(0)
        expect({ name, given, sent: await sentBy(after[index], given) }).toEqual({ name, given, sent })
      }
    await v2.close()
  }, 60_000)
})
