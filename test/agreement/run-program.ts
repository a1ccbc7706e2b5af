import https from 'node:https'
import { posix } from 'node:path'
import { formatWithOptions } from 'node:util'
import axios from 'axios'
import { ts } from 'ts-morph'
import * as zod from 'zod'
import { createFetch } from '../../src/inprocess/create-fetch.ts'
import { heldClock } from '../../src/sandbox/clock.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { got, ky, ofetch, openapiFetch, superagent, undici } from './clients.ts'
import { graphqlRequest } from './graphql-request.ts'
import { overWire } from './wire.ts'

type Fetch = typeof globalThis.fetch

/** Hosts that answer in this world; whatever else a program calls is written down and answered with 204. */
const SERVED: ReadonlySet<string> = new Set(['api.runpod.io', 'api.runpod.ai'])
const RETIRED: ReadonlySet<string> = new Set(['rest.runpod.io'])

/** How a program is run: with legacy calls translated on their way, or straight against v2. */
export type Passage = 'proxy' | 'straight'

/** Packages that stand in the place of others, by name. */
export type Packages = ReadonlyMap<string, Record<string, unknown>>

interface World {
  readonly fetch: Fetch
  readonly packages: Packages
  readonly print: (line: string) => void
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** What a program's modules find around them. */
const globalsOf = ({ fetch, print, sleep }: World): Record<string, unknown> => {
  const log = (...values: unknown[]): void =>
    print(formatWithOptions({ depth: 6, sorted: true, breakLength: 100 }, ...values))
  return {
    fetch,
    console: { log, info: log, warn: log, error: log, debug: log },
    process: { env: { RUNPOD_API_KEY: 'sandbox-key', NODE_ENV: 'test' }, argv: ['node', 'program'] },
    setTimeout: (run: () => void, milliseconds = 0) => void sleep(milliseconds).then(run),
  }
}

const packagesOf = ({ fetch, sleep, packages }: World): Record<string, unknown> => ({
  axios: Object.assign(axios.create({ adapter: 'fetch', env: { fetch } }), {
    isAxiosError: axios.isAxiosError,
  }),
  'graphql-request': graphqlRequest(fetch),
  'node-fetch': { __esModule: true, default: fetch, Headers },
  got: { __esModule: true, default: got(fetch) },
  ky: { __esModule: true, default: ky(fetch) },
  ofetch: { ofetch: ofetch(fetch), $fetch: ofetch(fetch) },
  'openapi-fetch': { __esModule: true, default: openapiFetch(fetch) },
  superagent: { __esModule: true, default: superagent(fetch) },
  undici: undici(fetch),
  'node:https': { __esModule: true, default: https, ...https },
  'node:timers/promises': { setTimeout: sleep },
  zod,
  ...Object.fromEntries(packages),
})

const compiled = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      allowJs: true,
    },
  }).outputText

const resolveFile = (files: ReadonlyMap<string, string>, from: string, specifier: string): string => {
  const base = posix.normalize(posix.join(posix.dirname(from), specifier))
  const candidates = [base, base.replace(/\.js$/, '.ts'), `${base}.ts`, `${base}.js`, `${base}/index.ts`]
  const found = candidates.find((path) => files.has(path))
  if (!found) throw new Error(`${from} imports ${specifier}, which is not there`)
  return found
}

/** Loads a program's modules into a world of its own, and gives its entry's exports. */
const load = (files: ReadonlyMap<string, string>, world: World): { main?: () => unknown } => {
  const globals = globalsOf(world)
  const packages = packagesOf(world)
  const loaded = new Map<string, { exports: Record<string, unknown> }>()
  const requireFrom = (path: string): Record<string, unknown> => {
    const known = loaded.get(path)
    if (known) return known.exports
    const module = { exports: {} }
    loaded.set(path, module)
    const require = (specifier: string): unknown =>
      specifier.startsWith('.') ? requireFrom(resolveFile(files, path, specifier)) : packages[specifier]
    const names = [...Object.keys(globals), 'require', 'module', 'exports']
    const run = new Function(...names, compiled(files.get(path) as string))
    run(...Object.values(globals), require, module, module.exports)
    return module.exports
  }
  const entry = [...files.keys()].find((path) => /^program\.[cm]?[jt]s$/.test(path))
  return requireFrom(entry as string)
}

/** Every leaf of a JSON value on a line of its own, in the order of the names, so that runs can be compared by line. */
const leavesOf = (value: unknown, at: string): string[] => {
  const isNode = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isNode) return value === undefined ? [] : [`${at}: ${JSON.stringify(value)}`]
  const isArray = Array.isArray(value)
  const entries = Object.entries(value).sort(([a], [b]) => (isArray ? 0 : a.localeCompare(b)))
  return entries.flatMap(([name, inner]) => leavesOf(inner, isArray ? `${at}[${name}]` : `${at}.${name}`))
}

/** What a run left behind. */
export interface Run {
  /** One line a request, and one more for each leaf of its body. */
  readonly requests: readonly string[]
  readonly printed: readonly string[]
}

const requestsOf = async (ask: (path: string) => Promise<Response>): Promise<string[]> => {
  const { requests } = (await (await ask('/_sandbox/requests')).json()) as {
    requests: { method: string; path: string; query: Record<string, string | string[]>; body: unknown }[]
  }
  return requests.flatMap(({ method, path, query, body }) => {
    const name = `${method} ${path}`
    const asked = Object.keys(query).length > 0 ? ` ${JSON.stringify(query)}` : ''
    return [name + asked, ...(body === null ? [] : leavesOf(body, `${name} body`))]
  })
}

/**
 * Runs a program against a fresh sandbox whose clock moves only while the program sleeps.
 * @param packages libraries that it calls with, where they are the real ones
 */
export const runProgram = async (
  files: ReadonlyMap<string, string>,
  passage: Passage,
  packages: Packages = new Map(),
): Promise<Run> => {
  const clock = heldClock()
  const sandbox = createSandbox({ clock })
  const printed: string[] = []
  const reach: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const { hostname } = new URL(request.url)
    if (SERVED.has(hostname)) return sandbox.app.request(request)
    if (RETIRED.has(hostname)) throw new TypeError(`${hostname} is switched off`)
    printed.push(`> ${request.method} ${request.url} ${await request.text()}`.trim())
    return new Response(null, { status: 204 })
  }
  const fetch = passage === 'proxy' ? createFetch({ fetch: reach }) : reach
  const print = (text: string): void => void printed.push(...text.split('\n'))
  try {
    const sleep = (milliseconds: number) => clock.advance(milliseconds)
    const run = async () => {
      const { main } = load(files, { fetch, packages, print, sleep })
      if (!main) throw new Error('the program exports no main()')
      await main()
    }
    const bySockets = packages.size > 0 || [...files.values()].some((text) => text.includes("'node:https'"))
    await (bySockets ? overWire(fetch, run) : run())
  } catch (error) {
    print(`threw ${error instanceof Error ? error.message : String(error)}`)
  }
  const requests = await requestsOf(async (path) => sandbox.app.request(path))
  await sandbox.close()
  return { requests, printed }
}
