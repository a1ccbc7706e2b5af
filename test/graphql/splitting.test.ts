import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/upstream/contract.ts'
import { answering, failing, graphqlClient } from '../support/graphql-client.ts'

const MIXED = '{ myself { email pods { id } } }'

describe('one document, two sources', () => {
  test('is asked of both at once and merged in its own order', async () => {
    const { ask, sent } = graphqlClient()
    const { status, body } = await ask(
      'query Q($unused: String) { __typename me: myself { pods { id } __typename mail: email ...M } } fragment M on User { clientBalance networkVolumes { id } }',
    )
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toBe(
      '{"data":{"__typename":"Query","me":{"pods":[],"__typename":"User","mail":"developer@sandbox.invalid","clientBalance":' +
        `${body.data.me.clientBalance},"networkVolumes":[]}}}`,
    )
    const legacy = sent
      .filter(({ to }) => to === 'legacy')
      .map(({ body }) => (body as { query: string }).query.replace(/\s+/g, ' '))
    expect(legacy).toEqual(['{ me: myself { mail: email clientBalance } }'])
  })

  test.each<[string, Send | 'none', RegExp]>([
    ['answering 410', answering(410, ''), /retired/],
    ['answering a page', answering(200, '<html>'), /retired/],
    ['redirecting', answering(301, '', { location: 'https://example.invalid' }), /retired/],
    ['not configured', 'none', /retired/],
    ['too slow', failing(true), /try again later/],
    ['down', failing(false), /try again later/],
    ['failing with a page', answering(502, '<html>'), /try again later/],
  ])('a legacy API %s costs only its own fields', async (_name, legacy, message) => {
    const { status, body } = await graphqlClient({ legacy }).ask(MIXED)
    expect(status).toBe(200)
    expect(body.data).toEqual({ myself: { email: null, pods: [] } })
    expect(body.errors).toEqual([
      { message: expect.stringMatching(message), path: ['myself', 'email'], extensions: expect.anything() },
    ])
  })

  test('a key that may not say who it is still lists its pods', async () => {
    const legacy = answering(
      200,
      '{"errors":[{"message":"Unauthorized","path":["myself"],"extensions":{"code":"RUNPOD"}}],"data":{"myself":null}}',
    )
    const { status, body } = await graphqlClient({ legacy }).ask(MIXED)
    expect(status).toBe(200)
    expect(body.data).toEqual({ myself: { email: null, pods: [] } })
    expect(body.errors).toEqual([
      { message: 'Unauthorized', path: ['myself'], extensions: { code: 'RUNPOD' } },
    ])
  })

  test('a legacy API that knows no more of a field that is left out answers the others', async () => {
    const query = 'query($all: Boolean!) { myself { email pods @include(if: $all) { id } } }'
    const { status, body } = await graphqlClient().ask(query, { all: false })
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { myself: { email: 'developer@sandbox.invalid' } } },
    })
  })

  test.each<[string, unknown]>([
    ['that was not sent', undefined],
    ['that is null', { skip: null }],
    ['of another kind', { skip: 'true' }],
  ])('a condition %s runs nothing: GraphQL knows no third outcome', async (_name, variables) => {
    const query =
      'mutation($skip: Boolean!) { podTerminate(input: {podId: "p"}) @skip(if: $skip) podStop(input: {podId: "q"}) { ...P } } fragment P on Pod { id }'
    for (const legacy of ['none', answering(410, ''), undefined] as const) {
      const { ask, sent } = graphqlClient(legacy ? { legacy } : {})
      const { status, body } = await ask(query, variables)
      expect({ status, data: body.data }).toEqual({ status: 400, data: undefined })
      expect(sent.filter(({ to }) => to === 'v2')).toEqual([])
    }
  })

  test.each<[string, string, unknown]>([
    ['of another kind', 'String!', { b: 7 }],
    ['that is null', 'String!', { b: null }],
    ['that was not sent', 'String!', undefined],
    ['of another shape', 'String', { b: ['q'] }],
    ['of what is left out', 'String!', { b: 7, skip: true }],
  ])('a variable %s keeps all of a mutation from being done', async (_name, type, variables) => {
    const query = `mutation($b: ${type}, $skip: Boolean = false) { podTerminate(input: {podId: "p"}) podStop(input: {podId: $b}) @skip(if: $skip) { id } }`
    for (const legacy of ['none', answering(410, ''), undefined] as const) {
      const { ask, sent } = graphqlClient(legacy ? { legacy } : {})
      const { status, body } = await ask(query, variables)
      expect({ status, data: body.data }).toEqual({ status: 400, data: undefined })
      expect(body.errors[0].message).toContain('Variable "$b"')
      expect(sent.filter(({ to }) => to === 'v2')).toEqual([])
    }
  })

  test('what the legacy API alone may know of a mutation is shown to it with all the rest', async () => {
    const query =
      'mutation { podTerminate(input: {podId: "p"}) podStop(input: {podId: "q", at: "noon"}) { id } }'
    const legacy = answering(200, '{"data":{"podTerminate":null,"podStop":{"id":"q"}}}')
    const { ask, lines } = graphqlClient({ legacy })
    expect((await ask(query)).body).toEqual({ data: { podTerminate: null, podStop: { id: 'q' } } })
    expect(lines()).toEqual(['legacy POST /graphql'])
  })

  test('a condition of a fragment that the operation does not use is nobody’s', async () => {
    const query =
      'query A { myself { pods { id } } } query B($b: Boolean!) { myself { pods { ...F } } } fragment F on Pod { id @include(if: $b) }'
    const { post } = graphqlClient()
    expect((await post(JSON.stringify({ query, operationName: 'A' }))).body).toEqual({
      data: { myself: { pods: [] } },
    })
  })

  test('what is wrong with an operation that the legacy API knows no more is said in our words', async () => {
    const query = 'mutation { podStop(input: {podId: "p", at: "noon"}) { id } }'
    const { status, body } = await graphqlClient().ask(query)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ message: 'Field "at" is not defined by type "PodStopInput".' }])
  })

  test('what our schema does not know goes where it may be known', async () => {
    const legacy = answering(200, '{"data":{"myself":{"odd":1},"listings":[]}}')
    const client = graphqlClient({ legacy })
    const { body } = await client.ask(
      '{ listings { id } myself { odd: notAField pods { id } } gpuTypes(input: {id: "no"}) { id } }',
    )
    expect(body).toEqual({ data: { listings: [], myself: { odd: 1, pods: [] }, gpuTypes: [] } })
    const gone = await graphqlClient({ legacy: 'none' }).ask('{ listings { id } }')
    expect(gone.status).toBe(400)
    expect(gone.body.errors[0].extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' })
    const dead = await graphqlClient({ legacy: answering(410, '') }).ask('{ listings { id } }')
    expect(dead.status).toBe(400)
  })

  test('nobody without a key reaches v2', async () => {
    const { ask, lines } = graphqlClient()
    const { body } = await ask('{ gpuTypes { id } myself { id } }', null, { authorization: '' })
    expect(body.data.myself).toBeNull()
    expect(lines()).toEqual(['legacy POST /graphql'])
  })

  test('mutations go one by one, each to one side', async () => {
    const { ask, lines } = graphqlClient()
    const { body } = await ask(
      'mutation { a: secretCreate(input: {name: "A", value: "v"}) { name } t: saveTemplate(input: {name: "t", imageName: "i", containerDiskInGb: 5, volumeInGb: 0}) { name } b: secretCreate(input: {name: "B", value: "v"}) { name } }',
    )
    expect(JSON.stringify(body)).toBe('{"data":{"a":{"name":"A"},"t":{"name":"t"},"b":{"name":"B"}}}')
    expect(lines()).toEqual([
      'legacy POST /graphql',
      'v2 GET /v2/templates',
      'v2 POST /v2/templates',
      'legacy POST /graphql',
    ])
  })
})

describe('what clients send', () => {
  test('api_key in the URL, variables null, undeclared variables', async () => {
    const { post } = graphqlClient()
    const body = JSON.stringify({
      query: '# hi\nquery { myself { pods { id, }, }, }',
      variables: null,
      operationName: null,
    })
    const answer = await post(body, { authorization: '' }, '/graphql?api_key=sandbox-key&operation=X')
    expect(answer.body).toEqual({ data: { myself: { pods: [] } } })
    const extra = await post(
      JSON.stringify({
        query: 'query ($g: GpuTypeFilter) { gpuTypes(input: $g) { id } }',
        variables: { other: 1 },
      }),
    )
    expect(extra.body.data.gpuTypes.length).toBeGreaterThan(10)
  })

  test('broken documents are 400 without quoting them', async () => {
    const { ask } = graphqlClient()
    const { status, body } = await ask(
      'mutation { secretCreate(input: {name: "a", value: "x" hunter2"}) { id } }',
    )
    expect(status).toBe(400)
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_PARSE_FAILED')
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  test('a wrong key is 401, a read-only key is told so, a spent quota is 429', async () => {
    const { ask } = graphqlClient()
    expect((await ask('{ myself { pods { id } } }', {}, { authorization: 'Bearer no' })).status).toBe(401)
    expect((await ask(MIXED, {}, { authorization: 'Bearer no' })).status).toBe(401)
    const write = 'mutation { saveRegistryAuth(input: {name: "a", username: "b", password: "c"}) { id } }'
    const denied = await ask(write, {}, { authorization: 'Bearer sandbox-readonly-key' })
    expect(denied.status).toBe(200)
    expect(denied.body.errors[0].message).toBe('Unauthorized')
    let last = await ask('{ myself { pods { id } } }', {}, { authorization: 'Bearer sandbox-limited-key' })
    for (let i = 0; i < 6; i++)
      last = await ask('{ myself { pods { id } } }', {}, { authorization: 'Bearer sandbox-limited-key' })
    expect(last.status).toBe(429)
    expect(last.headers['retry-after']).toMatch(/^\d+$/)
    expect(last.headers.ratelimit).toContain('minute')
  })
})

describe('documents too large are refused in milliseconds', () => {
  const nested = (depth: number) => `{ ${'a { '.repeat(depth)}b${' }'.repeat(depth)} }`
  const bomb = Array.from(
    { length: 30 },
    (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
  ).join(' ')
  test.each([
    ['100 aliases', `{ ${Array.from({ length: 100 }, (_, i) => `a${i}: gpuTypes { id }`).join(' ')} }`],
    ['30 deep', nested(30)],
    ['1 MB', `{ myself { id } } # ${'x'.repeat(1_000_000)}`],
    ['100,000 tokens', `{ ${'a '.repeat(45_000)} }`],
    ['fragments that double thirty times', `{ ...F0 } ${bomb} fragment F30 on Query { gpuTypes { id } }`],
    ['a fragment in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
  ])('%s', async (_name, query) => {
    const { ask, lines } = graphqlClient()
    const began = performance.now()
    const { status, body } = await ask(query)
    expect(performance.now() - began).toBeLessThan(250)
    expect(status).toBe(400)
    expect(body.errors).toHaveLength(1)
    expect(lines()).toEqual([])
  })
})
