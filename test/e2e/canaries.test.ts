import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatedProxy, operatedProxy } from '../support/operated-proxy.ts'
import { rawRequest } from '../support/raw-request.ts'

/** A secret that was planted somewhere, and must be found nowhere. */
const planted: string[] = []
const canary = (where: string): string => {
  const word = `CANARY${planted.length}x${where}x${Math.random().toString(36).slice(2)}`
  planted.push(word)
  return word
}

let running: OperatedProxy
/** Bodies of answers that are errors: what came back from a success may hold what the caller put there. */
const errors: string[] = []
/** Headers of every answer. */
const headers: string[] = []

beforeAll(async () => {
  running = await operatedProxy()
})
afterAll(() => running.close())

const KEY = 'sandbox-key'

interface Sent {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const send = async (method: string, path: string, { key = KEY, headers: more, body }: Sent = {}) => {
  const answer = await fetch(`${running.proxy}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 400 || text.includes('"errors"')) errors.push(text)
  headers.push(JSON.stringify([...answer.headers]))
  return { status: answer.status, text }
}

const graphql = (query: string, variables?: object, path = '/graphql') =>
  send('POST', path, { body: { query, ...(variables && { variables }) } })

test('secrets go through every door', async () => {
  // Keys: wrong ones, in every place a client puts them.
  for (const path of ['/v1/pods', '/v1/templates', '/v2/pods', '/v2/ep1/run', '/nowhere'])
    await send('GET', path, { key: canary('key') })
  await send('POST', `/graphql?api_key=${canary('urlkey')}`, {
    key: '',
    body: { query: '{ myself { id } }' },
  })
  await send('GET', `/v1/pods?api_key=${canary('urlkey')}`)
  await send('GET', `/v2/pods?api_key=${canary('urlkey')}`)
  // Headers that are the caller's to write.
  await send('GET', '/v1/templates', {
    headers: {
      cookie: canary('cookie'),
      'user-agent': canary('agent'),
      'x-api-key': canary('header'),
      'x-request-id': `${canary('id')} is no id`,
      traceparent: canary('trace'),
    },
  })
  // Paths.
  await send('GET', `/v1/${canary('path')}/x`)
  await send('GET', `/v1/pods/${canary('path')}`)
  await send('GET', `/v1/pods/${canary('path')}%2f..`)
  await send('DELETE', `/v1/templates/${canary('path')}`)
  // Bodies.
  const image = 'registry.test/a:1'
  await send('POST', '/v1/templates', {
    body: {
      name: 'one',
      imageName: image,
      env: { TOKEN: canary('env') },
      dockerStartCmd: ['run', canary('arg')],
    },
  })
  await send('POST', '/v1/templates', { body: { name: 'one', imageName: image, [canary('field')]: 1 } })
  await send('POST', '/v1/templates', {
    body: { imageName: image, env: [{ key: 'A', value: canary('env') }] },
  })
  await send('POST', '/v1/pods', {
    body: { imageName: image, interruptible: true, env: { A: canary('env') } },
  })
  await send('POST', '/v1/containerregistryauth', {
    body: { name: 'r', username: canary('user'), password: canary('password') },
  })
  await send('POST', '/v1/containerregistryauth', {
    body: { name: 'r', password: { is: canary('password') } },
  })
  await send('POST', '/v1/templates', { body: `{"name":"${canary('broken')}",` })
  await send('POST', '/v1/templates', { body: [canary('list')] })
  // GraphQL, inlined and as variables, valid and not.
  await graphql(
    `mutation { saveTemplate(input: { name: "g1", imageName: "${image}", containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "", env: [{ key: "T", value: "${canary('inline')}" }] }) { id } }`,
  )
  await graphql(`mutation { secretCreate(input: { name: "s", value: "${canary('secret')}" }) { id } }`)
  await graphql(`{ nothing(key: "${canary('inline')}") }`)
  await graphql(`{ "${canary('syntax')}" `)
  await graphql(
    'mutation S($input: SaveRegistryAuthInput!) { saveRegistryAuth(input: $input) { id name } }',
    { input: { name: 'g', username: canary('user'), password: canary('password') } },
  )
  await graphql('mutation S($input: X!) { saveTemplate(input: $input) { id } }', {
    input: canary('variable'),
  })
  await graphql('{ myself { id } }', {}, `/graphql?api_key=${canary('urlkey')}`)
  // Jobs carry storage credentials.
  await send('POST', '/v2/ep1/run', {
    body: {
      input: { token: canary('input') },
      webhook: `https://hook.test/${canary('hook')}`,
      s3Config: {
        accessId: canary('s3'),
        accessSecret: canary('s3'),
        bucketName: 'b',
        endpointUrl: 'https://s3',
      },
    },
  })
  // What is no HTTP at all.
  const port = Number(new URL(running.proxy).port)
  await rawRequest(port, `GET /${canary('raw')} HTTP/9.9\r\n${canary('raw')}\r\n\r\n`)
  expect(planted.length).toBeGreaterThan(35)
})

const found = (text: string): string[] => planted.filter((word) => text.includes(word))

test('none is in the log or anything else that was printed', async () => {
  expect(running.printed().split('\n').length).toBeGreaterThan(20)
  expect(found(running.printed())).toEqual([])
})

test.each(['/metrics', '/usage', '/', '/readyz', '/healthz'])('none is in %s', async (path) => {
  const text = await (await fetch(`${running.admin}${path}`)).text()
  expect(found(text)).toEqual([])
  expect(text).not.toContain(KEY)
})

test('none is in the store', async () => {
  await running.operator.flush()
  const stored = JSON.stringify(await running.store.readUsage('2000-01-01'))
  expect(stored.length).toBeGreaterThan(100)
  expect(found(stored)).toEqual([])
})

const isShown = (word: string): boolean => !/x(path|field|urlkey)x/.test(word)

test('no error quotes one, but for the name of a field or path that the caller has to recognise', () => {
  expect(errors.length).toBeGreaterThan(10)
  expect(found(errors.join('\n')).filter(isShown)).toEqual([])
})

test('no header of an answer holds one, but for the unknown field it is about', () => {
  expect(found(headers.join('\n')).filter((word) => !word.includes('xfieldx'))).toEqual([])
})

test("no key and no password is in the sandbox's own record", async () => {
  const record = await (await fetch(`${running.sandbox}/_sandbox/requests`)).text()
  const secret = /x(key|urlkey|password|s3|secret|cookie|header)x/
  expect(found(record).filter((word) => secret.test(word))).toEqual([])
})
