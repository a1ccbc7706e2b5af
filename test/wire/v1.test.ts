import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { createV1 } from '../../src/proxy/v1/handler.ts'
import { callOf } from '../support/call.ts'
import { filesBelow } from '../support/files.ts'
import { scriptedUpstream } from '../support/scripted-upstream.ts'
import { type Block, readWire, readWireBody } from '../support/wire.ts'
import { configOf, roundsOf } from '../support/wire-rounds.ts'

const folder = new URL('./v1/', import.meta.url).pathname

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
