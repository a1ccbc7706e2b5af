import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Call } from '../proxy/exchange.ts'
import { UpstreamError } from '../upstream/contract.ts'
import { Exchange } from './exchange.ts'
import { defaultLimits } from './limits.ts'
import { PassedBytes } from './passed-bytes.ts'
import { noObserver } from './request-trace.ts'
import { readTarget } from './target.ts'
import { translate } from './translate.ts'

const around = {
  limits: defaultLimits,
  observer: noObserver,
  logger: { error: () => {} },
  draining: () => false,
  passed: new PassedBytes(() => {}),
}

const opened = (observer = noObserver): Exchange => {
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  const target = readTarget('GET', '/v1/pods')
  return new Exchange(request, new ServerResponse(request), target, { ...around, observer })
}

test('a caller who hangs up while his call waits for its turn is known to be gone when it comes', async () => {
  const calls: Call[] = []
  const handle = async (call: Call) => {
    calls.push(call)
    return { status: 200, headers: {}, body: '' }
  }
  const [gone, there] = [opened(), opened()]
  translate(gone, handle)
  translate(there, handle)
  expect(calls, 'calls wait for the end of the turn').toEqual([])
  gone.closed(() => {})
  await setImmediate()
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('what was under way for a caller who hangs up is in what the observer is told', async () => {
  const told: string[] = []
  const exchange = opened({ finished: ({ upstream }) => told.push(...upstream.map(({ method }) => method)) })
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  translate(exchange, async ({ signal, trace }) => {
    send()
    await new Promise<void>((resolve) => signal.addEventListener('abort', { handleEvent: resolve }))
    trace.upstream.push({ method: 'POST', route: '/v2/pods', status: 0, took: 1, began: 0 })
    throw new UpstreamError('CALLER_GONE', true)
  })
  await sent
  exchange.closed(() => {})
  await setImmediate()
  expect(told).toEqual(['POST'])
})
