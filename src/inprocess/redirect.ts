import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Agent, type Dispatcher } from 'undici'
import { type LegacyAddresses, legacyOf } from './legacy-url.ts'

// Through require, because the namespace of an ES import cannot be written to.
const require = createRequire(import.meta.url)
const http = require('node:http') as typeof import('node:http')
const https = require('node:https') as typeof import('node:https')

type RequestOptions = import('node:http').RequestOptions
type Callback = (response: import('node:http').IncomingMessage) => void

/** Where legacy calls of this process are sent instead. */
export interface Redirection {
  /** The proxy inside this process. */
  readonly local: URL
  readonly legacy: LegacyAddresses
}

/** The address an http(s) request is for, as far as its options say. */
const urlOf = (options: RequestOptions, protocol: string): URL | undefined => {
  const host = options.hostname ?? options.host
  if (!host) return undefined
  const port = options.port ? `:${options.port}` : ''
  return URL.parse?.(`${options.protocol ?? protocol}//${host}${port}${options.path ?? '/'}`) ?? undefined
}

/** `request(url, options, callback)` in all its spellings, as options and callback. */
const normalise = (
  input: unknown,
  second: unknown,
  third: unknown,
): [RequestOptions, Callback | undefined] => {
  const callback = [second, third].find((one) => typeof one === 'function') as Callback | undefined
  const extra = typeof second === 'object' && second !== null ? second : {}
  if (typeof input !== 'string' && !(input instanceof URL)) return [input as RequestOptions, callback]
  const url = new URL(input)
  const { protocol, hostname, port } = url
  return [{ protocol, hostname, port, path: `${url.pathname}${url.search}`, ...extra }, callback]
}

/** A header says the old host; node would send it along. */
const withoutHost = (headers: RequestOptions['headers']): RequestOptions['headers'] => {
  if (!headers || Array.isArray(headers)) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'))
}

/** Never the global one: that may go by the proxy of the environment. */
const localAgent = new http.Agent({ keepAlive: true })

const redirected = (options: RequestOptions, { local }: Redirection): RequestOptions => {
  const { agent: _agent, host: _host, createConnection: _createConnection, ...rest } = options
  return {
    ...rest,
    agent: localAgent,
    protocol: 'http:',
    hostname: local.hostname,
    port: local.port,
    headers: withoutHost(rest.headers),
  }
}

const patchModule = (module: typeof http | typeof https, protocol: string, to: Redirection): void => {
  const native = { here: module.request, plain: http.request }
  const request = (input: unknown, second?: unknown, third?: unknown) => {
    const [options, callback] = normalise(input, second, third)
    const url = urlOf(options, protocol)
    if (!url || !legacyOf(url, to.legacy)) return native.here(input as never, second as never, third as never)
    return native.plain(redirected(options, to), callback)
  }
  const get = (input: unknown, second?: unknown, third?: unknown) => {
    const call = request(input, second, third)
    call.end()
    return call
  }
  Object.assign(module, { request, get })
}

/** Where undici's releases look for the dispatcher that all of them share; those from 8 on, and Node 26, use the second. */
const GLOBAL_DISPATCHERS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) =>
  Symbol.for(name),
)
const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>

/** The way to the local proxy: the program's own dispatcher may be a way out of its network. */
const toLocal = new Agent()

const redirectingFrom = (native: Dispatcher, to: Redirection): Dispatcher => {
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    const url = URL.parse?.(String(options.path), String(options.origin))
    const legacy = url && legacyOf(url, to.legacy)
    return legacy
      ? toLocal.dispatch({ ...options, origin: to.local.origin }, handler)
      : native.dispatch(options, handler)
  }
  return new Proxy(native, {
    get: (target, name) => {
      if (name === 'dispatch') return dispatch
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The global fetch and undici's own functions share dispatchers; a legacy origin is exchanged in them. */
const patchDispatchers = (to: Redirection): (() => void) => {
  const patched = new WeakSet<Dispatcher>()
  return () => {
    for (const at of GLOBAL_DISPATCHERS) {
      const present = globals[at]
      if (!present || patched.has(present)) continue
      const redirecting = redirectingFrom(present, to)
      patched.add(redirecting)
      globals[at] = redirecting
    }
  }
}

/** A program may set a dispatcher of its own (a time limit, a way out of its network): fetch looks before each call. */
const patchFetch = (keepRedirecting: () => void): void => {
  const native = globalThis.fetch
  globalThis.fetch = function fetch(input, init = undefined) {
    keepRedirecting()
    return native(input, init)
  }
}

/** fetch builds its dispatcher on first use; a call to nowhere makes it exist. */
const wakeFetch = async (): Promise<void> => {
  await fetch('data:,').catch(() => undefined)
}

/** Sends this process's legacy calls, by whatever client made on fetch, undici or node:http(s), to the local proxy. */
export const redirectLegacyCalls = async (to: Redirection): Promise<void> => {
  patchModule(http, 'http:', to)
  patchModule(https, 'https:', to)
  syncBuiltinESMExports()
  await wakeFetch()
  const keepRedirecting = patchDispatchers(to)
  keepRedirecting()
  patchFetch(keepRedirecting)
}
