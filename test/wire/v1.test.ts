import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CapabilityName } from '../../mappings/hosts.ts'
import { routes } from '../../mappings/v1/index.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { defaultConfig, type ProxyConfig } from '../../src/proxy/config.ts'
import { createV1 } from '../../src/proxy/v1/handler.ts'
import { callOf } from '../support/call.ts'
import { filesBelow } from '../support/files.ts'
import { scriptedUpstream } from '../support/scripted-upstream.ts'
import { type Block, readWire, readWireBody } from '../support/wire.ts'

const folder = new URL('./v1/', import.meta.url).pathname

/** A scenario's rounds: each begins with a legacy request and ends with the legacy answer. */
const roundsOf = (blocks: readonly Block[]): Block[][] => {
  const rounds: Block[][] = []
  for (const block of blocks) {
    const before = rounds.at(-1)?.at(-1)?.mark
    if (before === undefined || before === '<') rounds.push([])
    rounds.at(-1)?.push(block)
  }
  return rounds
}

/** The operator's options of a round. @throws {Error} naming one that does not exist */
const configOf = (round: readonly Block[]): ProxyConfig => {
  const options = round.filter(({ mark }) => mark === '!').map(({ line }) => line.split(' '))
  let config = defaultConfig
  for (const [name = '', value = ''] of options) {
    const set = OPTIONS[name]
    if (!set) throw new Error(`no such option: ${name}`)
    config = Object.assign({}, config, set(value, config))
  }
  return config
}

const OPTIONS: Record<string, (value: string, config: ProxyConfig) => Partial<ProxyConfig>> = {
  '--reset': (value) => ({ reset: value as ProxyConfig['reset'] }),
  '--on-loss': (value) => ({ onLoss: value as 'refuse' | 'warn' }),
  '--loss': (value, { lossOf }) => {
    const [field = '', decision] = value.split('=')
    return { lossOf: { ...lossOf, [field]: decision as 'refuse' | 'warn' } }
  },
  '--capability': (value, { capabilities }) => ({
    capabilities: new Set([...capabilities, value as CapabilityName]),
  }),
  '--most-calls': (value) => ({ mostCalls: Number(value) }),
}

/** The operations that some scenario has shown. */
const played = new Set<string>()

const play = async (round: readonly Block[]) => {
  const [request, answer] = [round.find(({ mark }) => mark === '>'), round.at(-1)]
  const upstream = scriptedUpstream(round)
  const now = () => 0
  const v1 = createV1({
    routes,
    config: configOf(round),
    send: upstream.send,
    now,
    catalogFor: createCatalog({ now }),
  })
  const [method = '', target = ''] = request?.line.split(' ') ?? []
  const call = callOf(method, target, { headers: request?.headers ?? {}, body: request?.body ?? '' })
  const got = await v1(call)
  played.add(call.trace.operation)
  expect({ status: got.status, body: readWireBody(got.body) }).toEqual({
    status: Number(answer?.line),
    body: readWireBody(answer?.body),
  })
  expect(got.headers).toMatchObject(answer?.headers ?? {})
  expect(upstream.rest(), 'every scripted request was made').toEqual([])
}

describe('REST v1 on the wire', () => {
  test.each(filesBelow(folder, '.wire').map((file) => [relative(folder, file), file]))(
    '%s',
    async (_name, file) => {
      for (const round of roundsOf(readWire(readFileSync(file, 'utf8')))) await play(round)
    },
  )

  test('every operation that v2 takes part in has a scenario', () => {
    expect(routes.map(({ id }) => id).filter((id) => !played.has(id))).toEqual([])
  })
})
