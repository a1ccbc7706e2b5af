import { expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { createGraphql } from '../../src/graphql/create-graphql.ts'
import { BrownoutError, readBrownouts } from '../../src/proxy/brownout.ts'
import { createCatalog } from '../../src/proxy/catalog.ts'
import { defaultConfig } from '../../src/proxy/config.ts'
import { ProxyError } from '../../src/proxy/errors.ts'
import { readJson } from '../../src/proxy/json.ts'
import { createV1 } from '../../src/proxy/v1/handler.ts'
import { explain, explainAnswer } from '../../src/reference/explain/explain.ts'
import { InputError } from '../../src/reference/explain/legacy-request.ts'
import { readRequest } from '../../src/reference/explain/read-request.ts'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { RecordUnreadable, readRecord, recordFormat } from '../../src/server/record/record-format.ts'
import { EXCHANGE, type RecordedExchange } from '../../src/server/record/recorded-exchange.ts'
import { redactExchange } from '../../src/server/record/redact-exchange.ts'
import { readTarget } from '../../src/server/target.ts'
import { UpstreamError } from '../../src/upstream/contract.ts'
import { callOf } from '../support/call.ts'
import { fuzz } from '../support/mutate.ts'

const PATIENCE = 120_000
const SLOWEST = 1_500 // milliseconds: parsers take one or two; a machine shared with others may pause

const bodies = [
  '{"name":"n","imageName":"i","env":{"A":"b"},"gpuTypeIds":["NVIDIA L4"],"ports":["80/http","22/tcp"],"volumeInGb":20,"dockerStartCmd":["a","b c"]}',
  '{"name":"e","templateId":"t","workersMin":0,"workersMax":3,"scalerType":"QUEUE_DELAY","scalerValue":4,"gpuTypeIds":["NVIDIA A40"],"flashboot":true}',
  '{"name":"r","username":"u","password":"p"}',
  '{"size":10,"name":"v","dataCenterId":"EU-RO-1"}',
  '{"a":[{"b":{"__proto__":{"polluted":1}}},"\\ud83d\\ude00",1e3,-0.0,null,true]}',
  '{"input":{"prompt":"x"},"webhook":"https://example.test/hook","policy":{"executionTimeout":5000,"ttl":60000},"s3Config":{"accessId":"a","accessSecret":"b","bucketName":"c","endpointUrl":"https://d.test"}}',
  '[]',
  'null',
  '""',
  '0',
  '',
]
const documents = [
  'query { myself { id pods { id name env runtime { ports { ip privatePort } } } endpoints { id } } }',
  'mutation { podFindAndDeployOnDemand(input: {cloudType: ALL, gpuCount: 1, gpuTypeId: "NVIDIA L4", name: "n", imageName: "i", env: [{key: "A", value: "b"}], ports: "80/http", volumeInGb: 0, containerDiskInGb: 5}) { id } }',
  'mutation ($input: SaveTemplateInput!) { a: saveTemplate(input: $input) { id ...f } } fragment f on PodTemplate { name readme }',
  'query Q($id: String = "x", $list: [Int!]! = [1]) @skip(if: false) { pod(input: {podId: $id}) { ... on Pod { id } __typename } gpuTypes(input: {id: "NVIDIA L4"}) { lowestPrice(input: {gpuCount: 1}) { minimumBidPrice } } }',
  '"""d""" { __schema { types { name } } }',
  'mutation { podStop(input: {podId: "p"}) { id desiredStatus } podTerminate(input: {podId: "p"}) }',
]
const commands = [
  `curl -X POST https://rest.runpod.io/v1/pods -H "Authorization: Bearer $KEY" -H 'content-type: application/json' -d '{"name":"n","imageName":"i"}'`,
  'curl --request PATCH --url "https://rest.runpod.io/v1/templates/t1?x=1" --data-raw $\'{"name":"a\\nb"}\' --compressed \\\n -u user:pw',
  'GET /v1/pods?computeType=GPU HTTP/1.1\r\nhost: rest.runpod.io\r\nauthorization: Bearer x\r\n\r\n',
  'POST /v1/endpoints\n\n{"templateId":"t"}',
  '{"method":"DELETE","path":"/v1/pods/p1"}',
  '{"query":"{ myself { id } }","variables":{"a":1}}',
  ...documents,
]

/** Throws what is none of the errors a parser may say no with. */
const saying = (allowed: readonly (abstract new (...all: never[]) => Error)[], run: () => unknown): void => {
  try {
    run()
  } catch (error) {
    if (!allowed.some((kind) => error instanceof kind)) throw error
  }
}

test(
  'request targets and the JSON guard',
  async () => {
    const paths = [
      '/v1/pods/p1/stop?x=1',
      '/v2/ep1/run',
      '/v2/ep/openai/v1/models/a%2Fb',
      '/graphql?api_key=k',
      '/v2/pods/%2e%2e',
      '/',
    ]
    await fuzz([...paths, ...bodies], SLOWEST, (text) => {
      const { path, refusal } = readTarget('GET', text)
      if (refusal === '') decodeURIComponent(path)
      saying([ProxyError], () => {
        const value = readJson(text)
        Object.assign({}, value)
        if (JSON.stringify(value)?.includes('"__proto__":')) throw new Error('let through')
      })
    })
  },
  PATIENCE,
)

/** An upstream that answers anything at all, and at times nothing. */
const anything = () => {
  let turn = 0
  const answers = [
    '{}',
    '{"id":"x"}',
    '{"templates":[{}]}',
    '{"pods":[null]}',
    '[]',
    '',
    '{"detail":5,"errors":"x"}',
    '{"gpus":[{"id":1}]}',
    'nul',
  ]
  return async () => {
    turn += 1
    if (turn % 11 === 0) throw new UpstreamError('UPSTREAM_RESET', true)
    const status = turn % 5 === 0 ? 422 : turn % 7 === 0 ? 503 : 200
    return { status, headers: {}, body: answers[turn % answers.length] ?? '' }
  }
}

test(
  'REST v1: any path, query and body against any answer is no 500',
  async () => {
    const now = () => performance.now()
    const handle = createV1({
      send: anything(),
      routes,
      config: defaultConfig,
      now,
      catalogFor: createCatalog({ now }),
    })
    const targets = routes.map(({ old }) => `${old.method} ${old.path.replace(/\{\w+\}/, 'x1')}`)
    let turn = 0
    await fuzz(
      [...targets.map((one) => `${one}?computeType=GPU\n${bodies[0]}`), ...bodies],
      SLOWEST,
      async (text) => {
        turn += 1
        const [, method = 'POST', target = '/v1/pods', body = text] =
          /^([A-Z]+) ([^\n]*)\n(.*)$/s.exec(text) ?? []
        const known = targets[turn % targets.length]?.split(' ') ?? []
        const [verb = '', path = ''] = turn % 3 === 0 ? [method, target] : known
        const { status } = await handle(callOf(verb, path, { body }))
        if (status === 500) throw new Error(`${verb} ${path} is a 500`)
      },
    )
  },
  PATIENCE,
)

test(
  'GraphQL: any document and variables against any answer is no 500',
  async () => {
    const { handle } = createGraphql({
      v2: anything(),
      legacy: anything(),
      clock: { now: () => performance.now() },
    })
    const variables =
      '{"input":{"name":"n","imageName":"i","containerDiskInGb":5,"volumeInGb":0,"dockerArgs":"","env":[]},"id":"p","list":[1]}'
    const texts = documents.map((query) => JSON.stringify({ query, variables: JSON.parse(variables) }))
    let turn = 0
    await fuzz([...documents, ...texts], SLOWEST, async (text) => {
      turn += 1
      const body = turn % 2 === 0 ? JSON.stringify({ query: text, variables: {} }) : text
      const call = callOf('POST', '/graphql', { body, headers: { 'content-type': 'application/json' } })
      try {
        const { status } = await handle(call)
        if (status === 500) throw new Error('a 500')
      } catch (error) {
        if (!(error instanceof ProxyError) || error.status === 500) throw error
      }
    })
  },
  PATIENCE,
)

test(
  'explain: curl, HTTP, JSON and GraphQL as pasted, and answers',
  async () => {
    await fuzz([...commands, ...bodies], SLOWEST, (text) => {
      saying([InputError], () => explain(readRequest(text, () => undefined)))
      saying([InputError], () => explain(readRequest(text, () => undefined, 'POST /v1/pods')))
      saying([InputError], () => explainAnswer('GET /v1/pods', text))
    })
  },
  PATIENCE,
)

test(
  'jobs and REST bodies in the sandbox',
  async () => {
    const sandbox = createSandbox()
    const call = async (path: string, body: string): Promise<void> => {
      const headers = { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' }
      const { status } = await sandbox.app.request(path, { method: 'POST', headers, body })
      if (status >= 500) throw new Error(`${path} is a ${status}`)
    }
    await fuzz(bodies, SLOWEST, async (text) => {
      for (const path of ['/v2/none/run', '/v2/templates', '/v2/pods', '/v2/serverless', '/graphql'])
        await call(path, text)
    })
    await sandbox.close()
  },
  PATIENCE,
)

test(
  'records and their redaction',
  async () => {
    const exchange = (body: string): RecordedExchange => ({
      exchange: EXCHANGE,
      id: 'r',
      at: '2026-11-21T00:00:00.000Z',
      took: 1,
      dialect: 'graphql',
      operation: 'o',
      request: {
        method: 'POST',
        path: '/graphql',
        query: body.slice(0, 50),
        headers: { authorization: 'Bearer key-0123' },
        body,
      },
      upstream: [],
      answer: { status: 200, headers: {}, body },
    })
    const written = recordFormat('a.jsonl', '0').write(exchange('{}'))
    const texts = [...bodies, ...documents.map((query) => JSON.stringify({ query })), written]
    await fuzz(texts, SLOWEST, (text) => {
      redactExchange(exchange(text))
      saying([RecordUnreadable], () => readRecord(text))
      saying([BrownoutError], () => readBrownouts([text, 'v1@1m/1h']))
    })
    expect(() => redactExchange(exchange('['.repeat(20_000) + ']'.repeat(20_000)))).not.toThrow(SyntaxError)
  },
  PATIENCE,
)
