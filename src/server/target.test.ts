import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobOperations, v2Families } from '../../mappings/hosts.ts'
import { readTarget } from './target.ts'

const family = (method: string, url: string) => {
  const { family: name, refusal } = readTarget(method, url)
  return refusal ? 'refused' : name
}

test.each([
  ['GET', '/v1/pods', 'v1'],
  ['POST', '/v1/pods/abc/stop?x=1', 'v1'],
  ['GET', '/v1', 'v1'],
  ['GET', '//v1//pods/', 'v1'],
  ['POST', '//graphql', 'graphql'],
  ['POST', '//v2/ep1/run', 'jobs'],
  ['GET', '/v1/docs', 'pages'],
  ['POST', '/graphql?api_key=k', 'graphql'],
  ['POST', '/graphql/', 'graphql'],
  ['GET', '/graphqlx', 'pages'],
  ['GET', '/v10/pods', 'pages'],
  ['GET', '/', 'pages'],
  ['GET', '/v2/catalog/templates?source=official', 'v2'],
  ['GET', '/v2/openapi.json', 'v2'],
  ['GET', '/v2', 'v2'],
  ['GET', '/v2/serverless/ep1/workers', 'v2'],
  ['GET', '/v2/something-newer/x', 'v2'],
  ['POST', '/v2/ep1/run', 'jobs'],
  ['POST', '/v2/ep1/runsync?wait=300000', 'jobs'],
  ['GET', '/v2/ep1/status/job-1', 'jobs'],
  ['POST', '/v2/qwen3-32b-awq/openai/v1/chat/completions', 'jobs'],
  ['GET', '/v2/ep1/openai/v1/models/org%2Fname', 'jobs'],
] as const)('%s %s is answered by %s', (method, url, expected) => {
  expect(family(method, url)).toBe(expected)
})

test.each(v2Families.is)('/v2/%s and what is below it stay with REST v2', (name) => {
  for (const below of ['', '/abc', '/abc/action', '/abc/logs', '/status', '/cancel'])
    expect(family('GET', `/v2/${name}${below}`), below).toBe('v2')
})

test.each(jobOperations.is)(
  'an endpoint named like a family is told by its second segment: $name',
  (operation) => {
    const below = operation.below === 'nothing' ? '' : '/job-1'
    for (const name of v2Families.is)
      expect(family(operation.methods[0], `/v2/${name}/${operation.name}${below}`)).toBe('jobs')
  },
)

test.each([
  '/v1/pods/..%2f..%2fgraphql',
  '/v1/pods/a%2fb',
  '/v1/pods/a%2Fb',
  '/v1/../graphql',
  '/v1/pods/.',
  '/v1/pods/..',
  '/v1/pods/..?x=1',
  '/v1/pods/%2e%2E/x',
  '/v1/pods/.%2e/x',
  '/v1/pods/..;/x',
  '/v1/pods\\x',
  '/v1/pods%5cx',
  '/v1/pods/a%00',
  '/v1/pods/a%0d%0aX: y',
  '/v1/pods/a%7f',
  '/v1/pods/a%',
  '/v1/pods/a%zz',
  '/v1/pods/a%aa',
  '/v1/pods/%c3%28',
  '/v1/pods#x',
  '/v2/ep1/run/..%2f..%2fpods',
  '/v2/ep1%2frun/x',
  '/v2/ep1/openai/..%2fx',
  '/v2/ep1/openai/%2e%2e/x',
  '/v2/ep1/status/a%2fb',
  'http://evil.test/v1/pods',
  '*',
  'evil.test:80',
])('%s is refused', (url) => {
  expect(family('GET', url)).toBe('refused')
})

test('a refused path keeps its dialect, so that the caller can read why', () => {
  expect(readTarget('GET', '/v1/pods/..')).toMatchObject({ dialect: 'v1' })
  expect(readTarget('POST', '/v2/ep1/run/%00')).toMatchObject({ dialect: 'jobs' })
  expect(readTarget('GET', '/v2/pods/%00')).toMatchObject({ dialect: 'v2' })
})

test('an accepted path means the same to a reader that decodes and resolves it', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5c',
    '%00',
    '%',
    ';',
    'v1',
    'v2',
    'pods',
    'run',
    'a',
    '?',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const read = readTarget('GET', `/${pieces.join('')}`)
      if (read.refusal || read.path.includes('//')) return
      const resolved = new URL(`http://h${read.path}`).pathname
      expect(resolved).toBe(read.path)
      expect(decodeURIComponent(read.path).split('/')).not.toContain('..')
    }),
    { numRuns: 2_000 },
  )
})
