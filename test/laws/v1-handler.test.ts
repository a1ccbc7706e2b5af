import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Operation, pathParameters, v1Operations } from '../../mappings/schemas/operations.ts'
import { routes } from '../../mappings/v1/index.ts'
import { isCapacityRefusal } from '../../src/proxy/capacity.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { defaultConfig } from '../../src/proxy/config.ts'
import { createV1 } from '../../src/proxy/v1/handler.ts'
import { arbitraryFor } from '../support/arbitrary.ts'
import { callOf } from '../support/call.ts'
import { generatedV2, type Mood } from '../support/generated-v2.ts'
import { publishedOperation } from '../support/published-operations.ts'
import { publishedSpec } from '../support/published-spec.ts'

const published = publishedSpec('v1') !== undefined && publishedSpec('v2') !== undefined

/** v1's document lists the values of sets that age; ours leaves them open, so a generated one is none of theirs. */
const OPEN_SET_FAILURE = 'must be equal to one of the allowed values'

interface LegacyRequest {
  readonly method: string
  readonly target: string
  readonly body: string
}

const ids = fc.stringMatching(/^[a-z0-9][\w-]{0,20}$/)

const queryOf = (values: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString()

/** Calls as v1's own document describes them. */
const legacy = (
  operation: Operation,
  strange: fc.Arbitrary<string> | undefined,
): fc.Arbitrary<LegacyRequest> =>
  fc
    .tuple(
      fc.array(strange ? fc.oneof(ids, oddIds) : ids, { minLength: 1, maxLength: 1 }),
      operation.query ? arbitraryFor(operation.query) : fc.constant({}),
      operation.request
        ? arbitraryFor(operation.request).map((body) => JSON.stringify(body))
        : fc.constant(''),
      strange ?? fc.constant(undefined),
    )
    .map(([[id = 'x'], query, body, odd]) => {
      const path = pathParameters(operation.path).reduce(
        (text, name) => text.replace(`{${name}}`, id),
        operation.path,
      )
      const search = queryOf(query as Record<string, unknown>)
      return { method: operation.method, target: `/v1${path}${search && `?${search}`}`, body: odd ?? body }
    })

const oddIds = fc.constantFrom(
  '%2e%2e',
  '..',
  '.',
  'a%2Fb',
  '%',
  '%zz',
  'a%00b',
  'a%0d%0ab',
  'é',
  'a;b',
  'a?b',
  '%3Fx',
)

const oddBodies = fc.oneof(
  fc.constantFrom(
    '',
    '  ',
    'null',
    '[]',
    '3',
    '"x"',
    '{',
    '{"__proto__":{}}',
    '{"constructor":{"prototype":1}}',
  ),
  fc.constant('['.repeat(5000)),
  fc.constant(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.dictionary(fc.constantFrom(...fieldNames()), fc.jsonValue()).map((value) => JSON.stringify(value)),
)

function fieldNames(): string[] {
  const requests = Object.values(v1Operations).map((one: Operation) => one.request)
  return [
    ...new Set(
      requests.flatMap((schema) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})),
    ),
  ]
}

const now = () => 0

const exchange = async (request: LegacyRequest, draw: fc.GeneratorValue, mood: Mood) => {
  const upstream = generatedV2(draw, mood)
  const v1 = createV1({
    routes,
    config: defaultConfig,
    send: upstream.send,
    now,
    catalogFor: createCatalog({ now }),
  })
  const call = callOf(request.method, request.target, { body: request.body })
  return { answer: await v1(call), seen: upstream.seen, call }
}

type Exchange = Awaited<ReturnType<typeof exchange>>

const expectValidRequests = ({ seen }: Exchange) => {
  for (const { request } of seen) {
    const [path = '', query = ''] = request.path.split('?')
    const operation = publishedOperation('v2', request.method, path)
    expect(operation, `${request.method} ${path}`).toBeDefined()
    const body = request.body === undefined ? undefined : (JSON.parse(request.body) as unknown)
    expect(operation?.request(new URLSearchParams(query), body)).toEqual([])
  }
}

const expectValidAnswer = ({ answer, seen, call }: Exchange) => {
  const body = answer.body === undefined ? undefined : (JSON.parse(answer.body) as unknown)
  if (answer.status < 300) {
    const failures = publishedOperation('v1', call.method, call.path)?.answer(answer.status, body) ?? [
      'no operation',
    ]
    return expect(failures.filter((one) => !one.endsWith(OPEN_SET_FAILURE))).toEqual([])
  }
  expectDialect({ answer, seen, call })
}

/** A refusal is v1's, and a 500 is only ever v2's own. */
const expectDialect = ({ answer, seen }: Exchange) => {
  if (answer.status === 500) expect(seen.map(({ status }) => status)).toContain(500)
  if (answer.status < 300) return
  expect(JSON.parse(answer.body ?? '')).toEqual({ message: expect.stringMatching(/\S/) })
  expect(answer.headers['content-type']).toBe('application/json')
}

/** Creates may be sent again only after v2 said that it has no instances. */
const expectMoneyRule = ({ seen }: Exchange) => {
  const creates = seen.filter(({ request }) => request.method === 'POST' && !request.path.endsWith('/action'))
  for (const { status, body } of creates.slice(0, -1)) expect(isCapacityRefusal({ status, body })).toBe(true)
}

const documented = Object.entries(v1Operations as Record<string, Operation>).filter(
  ([id]) => id !== 'v1.openapi' && id !== 'v1.docs',
)

describe.runIf(published)(
  'over generated calls, what leaves fits the published v2 and what comes back the published v1',
  () => {
    test.each(documented)('%s', async (_id, operation) => {
      await fc.assert(
        fc.asyncProperty(legacy(operation, undefined), fc.gen(), async (request, draw) => {
          const done = await exchange(request, draw, 'kind')
          expectValidRequests(done)
          expectValidAnswer(done)
          expectMoneyRule(done)
        }),
        { numRuns: 12 },
      )
    })
  },
)

describe.runIf(published)('whatever is sent and whatever v2 does, nobody gets a 500', () => {
  test.each(documented)('%s', async (_id, operation) => {
    await fc.assert(
      fc.asyncProperty(legacy(operation, oddBodies), fc.gen(), async (request, draw) => {
        const done = await exchange(request, draw, 'broken')
        expectValidRequests(done)
        expectMoneyRule(done)
        expectDialect(done)
        expect(done.call.trace.operation).not.toBe('')
      }),
      { numRuns: 15 },
    )
  })
})
