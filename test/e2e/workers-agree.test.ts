import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { freePort, serveProcess } from '../support/serve-process.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Answer {
  readonly status: number
  readonly text: string
}

/** One call over a connection of its own: the processes take turns. */
const call = (url: string, key: string, body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      connection: 'close',
      'content-type': 'application/json',
    }
    const sent = request(url, { method: body ? 'POST' : 'GET', headers, agent: false }, (answer) => {
      let text = ''
      answer
        .on('data', (chunk) => {
          text += chunk
        })
        .on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(body)
  })

const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, at) => make(at)))

test('two processes rehearse a switch-off alike, count it once, and let no secret out', async () => {
  const sandbox = createSandbox({ logCapacity: 10_000 })
  closers.push(() => sandbox.close())
  const { url } = await sandbox.listen()
  const argv = ['--v2-url', url, '--workers', '2', '--brownout', 'graphql@1h/1h']
  const served = await serveProcess(argv, await freePort())
  closers.push(() => served.end('SIGKILL'))
  const admin = /admin +(http:\S+)/.exec(served.said())?.[1] ?? ''
  const secrets: string[] = []
  const secret = (where: string, at: number): string => {
    const word = `CANARY${where}${at}x${Math.random().toString(36).slice(2)}`
    secrets.push(word)
    return word
  }

  const graphql = await times(24, (at) => {
    const body = JSON.stringify({ query: `{ myself { ${secret('document', at)} } }` })
    return call(`${served.origin}/graphql`, secret('key', at), body)
  })
  expect(new Set(graphql.map(({ status }) => status)).size, 'every process has it gone').toBe(1)
  expect(graphql.every(({ text }) => text.includes('rehearsal'))).toBe(true)
  const rest = await times(24, () => call(`${served.origin}/v1/templates`, 'sandbox-key'))
  expect(new Set(rest.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await times(24, (at) =>
    call(`${served.origin}/v1/templates?api_key=${secret('query', at)}`, secret('wrong', at)),
  )
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]))

  const { text: metrics } = await call(`${admin}/metrics`, '')
  const countOf = (operation: string): number =>
    metrics
      .split('\n')
      .filter((line) => line.startsWith('upshift_requests_total') && line.includes(`"${operation}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  expect(countOf('graphql.brownout')).toBe(24)
  expect(countOf('v1.templates.list')).toBe(48)

  const { text: usage } = await call(`${admin}/usage`, '')
  const { text: page } = await call(`${admin}/`, '')
  await served.end('SIGTERM')
  const all = [metrics, usage, page, served.said(), ...graphql.map(({ text }) => text)].join('\n')
  expect(all).toContain('graphql.brownout')
  expect(secrets.filter((word) => all.includes(word))).toEqual([])
})
