import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { defaultConfig } from '../../src/proxy/config.ts'
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
    if (block.mark === '>') rounds.push([])
    rounds.at(-1)?.push(block)
  }
  return rounds
}

const play = async (round: readonly Block[]) => {
  const [request, answer] = [round[0], round.at(-1)]
  const upstream = scriptedUpstream(round)
  const now = () => 0
  const v1 = createV1({
    routes,
    config: defaultConfig,
    send: upstream.send,
    now,
    catalogFor: createCatalog({ now }),
  })
  const [method = '', target = ''] = request?.line.split(' ') ?? []
  const got = await v1(callOf(method, target, { headers: request?.headers ?? {}, body: request?.body ?? '' }))
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
})
