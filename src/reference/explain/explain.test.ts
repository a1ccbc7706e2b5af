import { describe, expect, test } from 'vitest'
import { explain, explainAnswer } from './explain.ts'
import { InputError } from './legacy-request.ts'
import { readRequest } from './read-request.ts'
import { explanationFormats } from './render.ts'

const none = () => undefined
const read = (text: string, named?: string) => readRequest(text, none, named)

describe('a request, as pasted', () => {
  const url = 'https://rest.runpod.io/v1/pods'
  test.each([
    [`curl ${url}`, 'GET', ''],
    [`$ curl -sSL -XDELETE ${url}`, 'DELETE', ''],
    [`curl --request PATCH --url ${url} --data '{"a":1}'`, 'PATCH', '{"a":1}'],
    [`curl ${url} -d '{"a":1}'`, 'POST', '{"a":1}'],
    [`curl ${url.replace('https://', '')} -d '{"a":1}'`, 'POST', '{"a":1}'],
    [`curl --noproxy example.com ${url}`, 'GET', ''],
    [`curl --json='{"a":1}' ${url} -o out -w '%{http_code}' --max-time 3`, 'POST', '{"a":1}'],
    [`curl ${url} --data-binary @- <<EOF\n{"a":1}\nEOF`, 'POST', '{"a":1}\n'],
    [`POST ${url} HTTP/1.1\r\nAccept: */*\r\n\r\n{"a":1}`, 'POST', '{"a":1}'],
    [`POST /v1/pods HTTP/1.1\nHost: rest.runpod.io\n\n{"a":1}\n`, 'POST', '{"a":1}'],
    [`{"method":"post","url":"${url}","body":{"a":1}}`, 'POST', '{"a":1}'],
  ])('%s', (text, method, body) => expect(read(text)).toMatchObject({ method, url, body }))

  test('-G moves the data into the query', () => {
    expect(read(`curl -G ${url} -d name=a --data-urlencode 'imageName=b c'`).url).toBe(
      `${url}?name=a&imageName=b%20c`,
    )
  })
  test('files are read where they are, and asked for where they are not', () => {
    expect(readRequest(`curl ${url} -d @body.json`, () => '{"a":1}').body).toBe('{"a":1}')
    expect(() => read(`curl ${url} -d @body.json`)).toThrow(/body\.json.*paste its content/)
  })
  test.each([
    ['', /nothing to explain/],
    ['hello', /no curl command, HTTP message/],
    ['{"imageName":"x"}', /which request is this body of/],
    ['curl -d x', /names no URL/],
    [`curl ${url} -F file=@x`, /no forms/],
    ['curl -H', /lacks its value/],
    [`curl ${url} ${url}`, /several requests: paste them one at a time/],
    [`curl ${url} --next -XDELETE ${url}/a`, /several requests/],
  ])('%j is refused with what would do', (text, message) => {
    expect(() => read(text)).toThrow(InputError)
    expect(() => read(text)).toThrow(message)
  })
})

describe('explained', () => {
  const pod = (body: object) => explain(read(JSON.stringify(body), 'POST /v1/pods'))

  test('a create becomes the call the proxy would send, each field with its rule', () => {
    const { calls, changes, refused } = pod({ imageName: 'a', gpuTypeIds: ['NVIDIA L4'], name: 'n' })
    expect(refused).toEqual([])
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.runpod.io/v2/pods',
        body: { image: 'a', name: 'n', gpu: { id: 'NVIDIA L4', count: 1 } },
      },
    ])
    expect(changes).toContainEqual(
      expect.objectContaining({
        old: 'imageName',
        v2: 'image',
        what: 'moved',
        rule: 'v1.pods.create.imageName',
      }),
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ old: 'gpuCount', v2: 'gpu.count', what: 'defaulted' }),
    )
    for (const { rule, what, why } of changes) {
      expect(rule).toMatch(/^v1\.pods\.create\./)
      if (!['same', 'moved'].includes(what)) expect(why, rule).not.toBe('')
    }
  })

  test('what v2 cannot do is refused by name, and nothing is offered to send', () => {
    const { calls, refused } = pod({ imageName: 'a', interruptible: true })
    expect(calls).toEqual([])
    expect(refused).toEqual([expect.stringContaining('interruptible: ')])
    expect(pod({ imageName: 'a', nonsense: 1 }).refused).toEqual([expect.stringContaining('nonsense')])
    expect(explain(read('curl -X POST https://rest.runpod.io/v1/pods/a/reset')).refused).toHaveLength(1)
  })

  test('actions carry their body, lists their envelope, queries their new names', () => {
    expect(explain(read('curl -X POST https://rest.runpod.io/v1/pods/abc/stop')).calls).toEqual([
      { method: 'POST', url: 'https://api.runpod.io/v2/pods/abc/action', body: { action: 'stop' } },
    ])
    expect(explain(read('curl https://rest.runpod.io/v1/pods')).notes).toContainEqual(
      expect.stringContaining('{"pods": […]}'),
    )
    expect(
      explain(read('curl "https://rest.runpod.io/v1/billing/endpoints?endpointId=e"')).calls[0]?.url,
    ).toBe('https://api.runpod.io/v2/billing/serverless?serverlessId=e')
  })

  test.each([
    ['curl https://api.runpod.io/v2/pods', /already on REST v2/],
    ['curl https://api.runpod.ai/v2/abc/runsync -d "{}"', /job API/],
    ['curl -X POST https://api.runpod.io/v2/pods/abc/stop', /POST \/v2\/pods\/\{id\}\/action/],
  ])('%s is left alone', (text, note) => {
    const { calls, notes } = explain(read(text))
    expect(calls).toEqual([])
    expect(notes.join()).toMatch(note)
  })

  test('a host that is none of the known ones is said; no other address is doubted', () => {
    const notes = (url: string) => explain(read(`curl ${url}`)).notes.join()
    expect(notes('https://example.org/v1/pods')).toMatch(/^example\.org is none of the hosts/)
    expect(notes('https://someone@example.org:8443/v2/pods')).toMatch(/^example\.org is none of the hosts/)
    expect(() => explain(read('curl https://example.org/x'))).toThrow(
      'REST v1 has no GET /v1/x; example.org is none of the hosts that are known here',
    )
    for (const base of ['https://REST.runpod.io', 'http://127.0.0.1:8787', 'http://[::1]:8787', '$BASE', ''])
      expect(notes(`${base}/v1/pods`)).not.toMatch(/none of the hosts/)
  })

  test('what v1 never had is an error', () => {
    expect(() => explain(read('curl https://rest.runpod.io/v1/gpu-types'))).toThrow(InputError)
    expect(() => explain(read('curl -X PUT https://rest.runpod.io/v1/pods/a'))).toThrow(
      /takes GET, PATCH, DELETE/,
    )
    expect(() => explain(read('[]', 'POST /v1/pods'))).toThrow(/JSON object/)
  })

  test('keys and passwords are never printed, wherever they stand', () => {
    const secret = 'rpa_ABCDEFGH'
    const texts = [
      `curl -H 'Authorization: Bearer ${secret}' https://rest.runpod.io/v1/pods -d '{"imageName":"a","env":{"K":"${secret}"}}'`,
      `curl 'https://rest.runpod.io/v1/pods?api_key=${secret}'`,
      `curl -H 'authorization: ${secret}' -X POST https://rest.runpod.io/v1/containerregistryauth -d '{"name":"n","username":"u","password":"hunter22"}'`,
    ]
    for (const text of texts)
      for (const render of Object.values(explanationFormats)) {
        const said = render(explain(read(text)))
        expect(said).not.toContain(secret)
        expect(said).not.toContain('hunter22')
      }
  })

  test('nothing is said of what only a newer v2 can do', () => {
    const { notes } = pod({ imageName: 'a', gpuTypeIds: ['NVIDIA L4'] })
    expect(notes.filter((note) => note.includes('entrypoint'))).toEqual([])
  })

  test('the curl form can be run: it splits back to the same call', () => {
    const dockerStartCmd = ['bash', '-lc', 'echo "$X"']
    const explanation = pod({ imageName: 'a', name: "it's", gpuTypeIds: ['NVIDIA L4'], dockerStartCmd })
    const text = explanationFormats.curl(explanation)
    expect(JSON.parse(read(text).body)).toEqual(explanation.calls[0]?.body)
  })
})

describe('GraphQL', () => {
  const told = (query: string, variables?: object) => explain(read(JSON.stringify({ query, variables })))
  const calls = (query: string, variables?: object) =>
    told(query, variables).calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`)

  test.each([
    ['mutation { podStop(input: { podId: "p1" }) { id } }', ['POST /v2/pods/p1/action', 'GET /v2/pods/p1']],
    ['mutation { podTerminate(input: { podId: "p1" }) }', ['DELETE /v2/pods/p1']],
    ['query { myself { pods { id } endpoints { id } } }', ['GET /v2/pods', 'GET /v2/serverless']],
    [
      'query A { ...F } fragment F on Query { myself { networkVolumes { id } } }',
      ['GET /v2/network-volumes'],
    ],
  ])('%s', (query, expected) => expect(calls(query)).toEqual(expected))

  test('an action says which, as v1 named it', () => {
    expect(told('mutation { podStop(input: { podId: "p1" }) { id } }').calls[0]?.body).toEqual({
      action: 'stop',
    })
  })
  test('an upsert creates without an id and changes with one, each field with its rule', () => {
    const input = {
      name: 'n',
      imageName: 'i',
      containerDiskInGb: 5,
      volumeInGb: 0,
      env: [{ key: 'A', value: 'b' }],
    }
    const query = 'mutation($input: SaveTemplateInput!) { saveTemplate(input: $input) { id } }'
    const created = told(query, { input })
    expect(created.calls.at(-1)).toMatchObject({
      method: 'POST',
      body: { name: 'n', image: 'i', disk: 5, env: { A: 'b' } },
    })
    expect(created.changes).toContainEqual(
      expect.objectContaining({ old: 'imageName', v2: 'image', rule: 'graphql.templates.create.imageName' }),
    )
    expect(told(query, { input: { ...input, id: 't1' } }).calls.at(-1)).toMatchObject({
      method: 'PATCH',
      url: expect.stringMatching(/\/v2\/templates\/t1$/),
    })
  })
  test('what has no counterpart is refused with its reason, the rest still has its calls', () => {
    const { calls: made, refused } = told('{ myself { clientBalance pods { id } } }')
    expect(made).toHaveLength(1)
    expect(refused).toEqual([expect.stringMatching(/^myself\.clientBalance: /)])
  })
  test('a bare document is read as one, a broken one is refused', () => {
    expect(explain(read('mutation { podTerminate(input: { podId: "x" }) }')).operation).toBe(
      'graphql.podTerminate',
    )
    expect(() => told('mutation { podStop(input: {podId: ${id}}) }')).toThrow(/holes filled/)
    expect(() => explain(read('curl https://api.runpod.io/graphql -d "{}"'))).toThrow(InputError)
  })
  test('the key in the address is never printed', () => {
    const text = `curl 'https://api.runpod.io/graphql?api_key=rpa_SECRET1' -H 'content-type: application/json' -d '{"query":"{ myself { pods { id } } }"}'`
    for (const render of Object.values(explanationFormats))
      expect(render(explain(read(text)))).not.toContain('SECRET1')
  })
})

test('a field that only decides which rows hold is said, too', () => {
  const told = (body: object) =>
    explain(read(JSON.stringify({ method: 'POST', path: '/v1/pods', body }))).changes.filter(
      ({ what }) => what === 'decides',
    )
  expect(told({ imageName: 'i', gpuTypeIds: ['NVIDIA L4'], volumeInGb: 0 })).toEqual([
    {
      old: 'volumeInGb',
      v2: '',
      what: 'decides',
      rule: 'v1.pods.create.volumeInGb',
      why: 'mounts.persistent is left out',
    },
  ])
  expect(told({ imageName: 'i', computeType: 'CPU', cpuFlavorIds: ['cpu3c'], vcpuCount: 2 })).toMatchObject([
    { old: 'computeType', rule: 'v1.pods.create', why: 'cpu is given, and gpu is left out' },
  ])
})

test('an answer goes the other way, with the rules that made it', () => {
  const { old, changes } = explainAnswer(
    'GET /v1/pods',
    '{"pods":[{"id":"a","status":"STARTING","cost":0.3}]}',
  )
  expect(old).toMatchObject([{ id: 'a', desiredStatus: 'RUNNING', costPerHr: 0.3 }])
  expect(changes).toContainEqual(
    expect.objectContaining({ old: 'costPerHr', v2: 'cost', rule: 'v1.pods.read.costPerHr' }),
  )
  expect(() => explainAnswer('GET /v1/pods', '[]')).toThrow(InputError)
  expect(() => explainAnswer('GET /v1/nothing', '{}')).toThrow(InputError)
})

test('a GraphQL field with a name that every object has is no operation', () => {
  expect(() => explain(readRequest('{ myself { id } constructor }', () => undefined))).not.toThrow(TypeError)
})

describe('what the proxy refuses before it sends anything is refused here, too', () => {
  const refusedOf = (operation: string, body: object) =>
    explain(read(JSON.stringify(body), operation)).refused

  test.each([
    ['POST /v1/pods', { imageName: 'a' }, ["missing property 'gpuTypeIds'"]],
    ['POST /v1/endpoints', { templateId: 't' }, ["missing property 'gpuTypeIds'"]],
    ['POST /v1/templates', { imageName: 'a' }, ["missing property 'name'"]],
    [
      'POST /v1/templates',
      { imageName: 'a', name: 'n', containerDiskInGb: 0 },
      [expect.stringContaining('containerDiskInGb: ')],
    ],
    ['POST /v1/networkvolumes', { name: 'n', size: 10 }, ["missing property 'dataCenterId'"]],
  ])('%s %j', (operation, body, refused) => expect(refusedOf(operation, body)).toEqual(refused))

  test.each([
    ['POST /v1/pods', { imageName: 'a', computeType: 'CPU' }],
    ['POST /v1/pods', { imageName: 'a', gpuTypeIds: ['NVIDIA L4'] }],
    ['POST /v1/endpoints', { templateId: 't', gpuTypeIds: ['NVIDIA L4'] }],
    ['POST /v1/endpoints', { templateId: 't', computeType: 'CPU' }],
    ['PATCH /v1/pods/p', { volumeInGb: 30 }],
  ])('%s %j is left to the catalog or to what is there', (operation, body) =>
    expect(refusedOf(operation, body)).toEqual([]),
  )
})
