import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Kind, parse, visit } from 'graphql'
import { describe, expect, test } from 'vitest'
import { graphqlChildren, graphqlMutations, graphqlQueries } from '../../mappings/graphql/operations.ts'
import { createGraphql } from '../../src/graphql/create-graphql.ts'
import { callOf } from '../support/call.ts'
import { filesBelow } from '../support/files.ts'
import { scriptedUpstream } from '../support/scripted-upstream.ts'
import { type Block, readWire, readWireBody } from '../support/wire.ts'
import { comparingDocuments, sentBody, withComparableDocuments } from '../support/wire-graphql.ts'
import { configOf, roundsOf } from '../support/wire-rounds.ts'

const folder = new URL('./graphql/', import.meta.url).pathname

/** Every field some scenario has asked for. */
const asked = new Set<string>()

const rememberFields = (body: string) => {
  try {
    visit(parse((JSON.parse(body) as { query: string }).query), {
      [Kind.FIELD]: ({ name }) => void asked.add(name.value),
    })
  } catch {
    // A scenario of what cannot be parsed.
  }
}

const play = async (scenario: readonly Block[]) => {
  const round = withComparableDocuments(scenario)
  const [request, answer] = [round.find(({ mark }) => mark === '>'), round.at(-1)]
  const upstream = scriptedUpstream(round)
  const graphql = createGraphql({
    v2: upstream.send,
    legacy: comparingDocuments(upstream.send),
    config: configOf(round),
    clock: { now: () => 0 },
  })
  const [method = '', target = ''] = request?.line.split(' ') ?? []
  const headers = { ...(target.includes('api_key=') && { authorization: '' }), ...request?.headers }
  const body = sentBody(request?.body ?? '')
  rememberFields(body)
  const got = await graphql.handle(callOf(method, target, { headers, body }))
  expect({ status: got.status, body: readWireBody(got.body) }).toEqual({
    status: Number(answer?.line),
    body: readWireBody(answer?.body),
  })
  expect(JSON.stringify(readWireBody(got.body)), 'in the same order').toBe(
    JSON.stringify(readWireBody(answer?.body)),
  )
  for (const [name, value] of Object.entries(answer?.headers ?? {})) expect(got.headers[name]).toBe(value)
  expect(upstream.rest(), 'every scripted request was made').toEqual([])
}

describe('GraphQL on the wire', () => {
  test.each(filesBelow(folder, '.wire').map((file) => [relative(folder, file), file]))(
    '%s',
    async (_name, file) => {
      for (const round of roundsOf(readWire(readFileSync(file, 'utf8')))) await play(round)
    },
  )

  test('every operation has a scenario', () => {
    const names = [graphqlQueries, graphqlMutations, graphqlChildren].flatMap((table) => Object.keys(table))
    expect(names.filter((name) => !asked.has(name))).toEqual([])
  })
})
