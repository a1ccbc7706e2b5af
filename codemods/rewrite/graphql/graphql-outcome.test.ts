import { afterEach, expect, test, vi } from 'vitest'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import type { Wrap } from '../mapper/around/mapper-wrap.ts'
import { callMapper, wrapMapper } from '../mapper/mapper.ts'
import { printModule } from '../mapper/module/mapper-module.ts'
import { graphqlResource } from './graphql-resources.ts'

type Exports = Record<string, (...given: unknown[]) => Promise<unknown>>

/** The functions that a program gets for a deploy whose helper gave the whole GraphQL answer. */
const load = async (wrap: Wrap): Promise<Exports> => {
  const style = { newline: '\n', indent: '  ', quote: "'", semicolon: '' } as const
  const rest = restCalls.podFindAndDeployOnDemand as NonNullable<(typeof restCalls)[string]>
  const call = callMapper('podFindAndDeployOnDemand', rest, graphqlResource(rest.resource ?? ''), ['id'])
  const text = printModule([call, wrapMapper(wrap)], 'esm', style)
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Exports
}

const deploy = async (answer: () => Promise<Response>): Promise<unknown> => {
  const service = vi.fn(answer)
  vi.stubGlobal('fetch', service)
  const { graphqlAnswerV2, podFindAndDeployOnDemandV2 } = await load('answer')
  const input = { name: 'n', imageName: 'i', gpuTypeId: 'NVIDIA L4', gpuCount: 1, cloudType: 'SECURE' }
  const outcome = await graphqlAnswerV2?.(podFindAndDeployOnDemandV2?.('key', { input }, 'id')).then(
    (value) => ({ value }),
    (error: Error) => ({ thrown: error.name }),
  )
  expect(service).toHaveBeenCalledTimes(1)
  return outcome
}

afterEach(() => vi.unstubAllGlobals())

test('what v2 refused is among the errors, as GraphQL said it', async () => {
  const refused = async () => Response.json({ title: 'Bad Request', detail: 'no such type' }, { status: 400 })
  expect(await deploy(refused)).toEqual({ value: { data: null, errors: [{ message: 'no such type' }] } })
})

// A program that reads an error as "not created" tries the next GPU: two pods would run, and cost.
test.each([
  ['a fault of the service', async () => new Response('<html>', { status: 503 }), 'Error'],
  ['an answer cut short', async () => new Response('{"id":"p', { status: 201 }), 'SyntaxError'],
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed')), 'TypeError'],
  ['a deadline', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'TimeoutError'],
])(
  '%s leaves open whether there is a pod: thrown, never an error to go on from',
  async (_what, answer, name) => {
    expect(await deploy(answer)).toEqual({ thrown: name })
  },
)

const dressed = async (wrap: Wrap, answer: Response): Promise<unknown> => {
  vi.stubGlobal('fetch', async () => answer)
  const { podFindAndDeployOnDemandV2, ...wraps } = await load(wrap)
  const input = { name: 'n', imageName: 'i', gpuTypeId: 'NVIDIA L4', gpuCount: 1, cloudType: 'SECURE' }
  return Object.values(wraps)[0]?.(podFindAndDeployOnDemandV2?.('key', { input }, 'id'))
}

// GraphQL's gateway answered a fault with a page, no JSON: nothing that reads `errors` may go on from one.
test('a fault is no GraphQL answer, however the program takes it', async () => {
  const fault = () => Response.json({ title: 'Oops', detail: 'broken' }, { status: 502 })
  const response = (await dressed('response', fault())) as Response
  expect([response.status, await response.text()]).toEqual([502, 'broken'])
  await expect(dressed('reply', fault())).rejects.toMatchObject({ response: { status: 502, data: 'broken' } })
  await expect(dressed('request', fault())).rejects.toMatchObject({
    response: { status: 502, error: 'broken' },
  })
})

// A client that throws at a status never said that a refused key or rate had ended a pod.
test('what was no 200 is thrown where the client threw at it', async () => {
  const refused = (status: number) => dressed('checked', Response.json({ detail: 'no' }, { status }))
  await expect(refused(401)).rejects.toMatchObject({ status: 401 })
  await expect(refused(429)).rejects.toMatchObject({ status: 429 })
  expect(await refused(404)).toEqual({ data: null, errors: [{ message: 'no' }] })
})

test('a refusal is worded as GraphQL worded it', async () => {
  const wording = async (status: number, body: object) => {
    const answer = (await dressed('answer', Response.json(body, { status }))) as {
      errors: { message: string }[]
    }
    return answer.errors[0]?.message
  }
  expect(await wording(403, { detail: 'Forbidden' })).toBe('Unauthorized')
  expect(await wording(422, { detail: 'Invalid', errors: ['gpu.id: unknown', 'name: too long'] })).toBe(
    'gpu.id: unknown; name: too long',
  )
  expect(await wording(402, { detail: 'Your balance is too low.' })).toBe('Your balance is too low.')
})
