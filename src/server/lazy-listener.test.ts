import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { lazyListener } from './lazy-listener.ts'

const serve = async (load: () => Promise<RequestListener>) => {
  const server = createServer(lazyListener(load)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async (body?: string) => {
    const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body })
    return [answer.status, await answer.text()]
  }
}

test('what listens is loaded once, at the first request, which loses nothing of its body', async () => {
  let loads = 0
  const ask = await serve(async () => {
    loads += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    return (request, response) => void request.pipe(response)
  })
  expect(loads).toBe(0)
  expect(await Promise.all([ask('first'), ask('second')])).toEqual([
    [200, 'first'],
    [200, 'second'],
  ])
  expect(loads).toBe(1)
})

test('a load that failed is tried again', async () => {
  let loads = 0
  const ask = await serve(async () => {
    loads += 1
    if (loads === 1) throw new Error('no such file')
    return (_request, response) => void response.end('here')
  })
  expect(await ask()).toEqual([500, ''])
  expect(await ask()).toEqual([200, 'here'])
})
