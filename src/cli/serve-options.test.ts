import { expect, test } from 'vitest'
import { readServeOptions } from './serve-options.ts'

const read = (argv: readonly string[] = [], environment = {}) => readServeOptions(argv, environment)

test('without a word: loopback ports and the embedded sandbox', () => {
  expect(read()).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    adminPort: 8788,
    sandboxPort: 8789,
    workers: 1,
  })
  expect(read()?.targets).toBeUndefined()
  expect(read(['--help'])).toBeUndefined()
})

test('a flag wins over its variable', () => {
  const environment = { UPSHIFT_PORT: '1', UPSHIFT_ADMIN_PORT: '2' }
  expect(read(['--port', '3'], environment)).toMatchObject({ port: 3, adminPort: 2 })
})

test('addresses are taken with or without their version, and v2 stands for all three', () => {
  const all = { origin: 'http://h:1', path: '/gate' }
  expect(read(['--v2-url', 'http://h:1/gate/v2/', '--queue-url', 'http://h:1/gate'])?.targets).toMatchObject({
    v2: all,
    queue: all,
    graphql: { origin: 'http://h:1', path: '/graphql' },
  })
  expect(read(['--target', 'runpod', '--v2-url', 'http://h:1'])?.targets).toMatchObject({
    v2: { origin: 'http://h:1' },
    queue: { origin: 'https://api.runpod.ai' },
  })
})

test('losses are decided for all, for one, or both', () => {
  const { config } = read(['--on-loss', 'refuse', '--on-loss', 'readme=warn', '--reset', 'restart']) ?? {}
  expect(config).toMatchObject({ onLoss: 'refuse', lossOf: { readme: 'warn' }, reset: 'restart' })
})

test.each([
  [['--port', 'x'], /--port must be a whole number/],
  [['--port', '70000'], /--port/],
  [['--target', 'moon'], /--target must be one of/],
  [['--v2-url', 'ftp://h'], /--v2-url must be an address/],
  [['--v2-url', 'https://u:canary@h'], /no user, password/],
  [['--target', 'runpod', '--graphql-url', 'https://h/graphql?api_key=canary'], /no user, password/],
  [['--queue-url', 'https://h'], /name --v2-url/],
  [['--on-loss', 'readme=maybe'], /--on-loss must be/],
  [['--capability', 'x'], /--capability must be one of/],
  [['--tls-cert', 'a.pem'], /go together/],
  [['--nope'], /nope/],
])('%j is refused with what to do, and no secret in it', (argv, words) => {
  expect(() => read(argv)).toThrow(words)
  expect(() => read(argv)).not.toThrow(/canary/)
})

test('how many upstream calls a legacy call may make is the operator’s to say', () => {
  expect(read(['--most-calls', '40'])?.config.mostCalls).toBe(40)
  expect(read([], { UPSHIFT_MOST_CALLS: '40' })?.config.mostCalls).toBe(40)
  expect(read()?.config.mostCalls).toBeUndefined()
  expect(() => read(['--most-calls', '0'])).toThrow(/--most-calls must be a whole number from 1/)
})

test('a mistake in a variable is said by the name of the variable', () => {
  expect(() => read([], { UPSHIFT_PORT: 'x' })).toThrow(/^UPSHIFT_PORT must be a whole number/)
  expect(() => read([], { UPSHIFT_TARGET: 'moon' })).toThrow(/^UPSHIFT_TARGET must be one of/)
})

test('brownouts are schedules, by flag or variable; a wrong one says what one looks like', () => {
  expect(read(['--brownout', 'graphql@10m/1h'])?.brownouts).toEqual([
    { api: 'graphql', gone: 600_000, period: 3_600_000 },
  ])
  expect(read([], { UPSHIFT_BROWNOUT: 'v1@1m/1h,graphql@1m/1d' })?.brownouts).toHaveLength(2)
  expect(() => read(['--brownout', 'graphql'])).toThrow('--brownout "graphql" is no brownout: write API@')
})
