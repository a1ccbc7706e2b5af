import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxClient } from '../../test/support/sandbox-client.ts'
import { fileStorage } from './storage/file-storage.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('an account survives a restart: pods, their machines, ids that are given out and the bill', async () => {
  const pod = { name: 'p', image: 'i', gpu: { id: 'NVIDIA B200', count: 8 } }
  const first = sandboxClient({ storage: await fileStorage(directory) })
  const { body: made } = await first.call('POST', '/v2/pods', pod)
  const { body: template } = await first.call('POST', '/v2/templates', { name: 't', image: 'i' })
  await first.clock.advance(3_600_000)
  const before = (await first.call('GET', `/v2/pods/${made.id}`)).body
  await first.sandbox.close()

  const second = sandboxClient({ storage: await fileStorage(directory) })
  await second.clock.advance(3_600_000)
  expect((await second.call('GET', `/v2/pods/${made.id}`)).body).toEqual(before)
  expect((await second.call('GET', '/v2/templates')).body.templates).toEqual([template])
  expect((await second.call('POST', '/v2/pods', pod)).body.detail).toContain('no longer any instances')
  expect((await second.call('POST', '/v2/templates', { name: 'u', image: 'i' })).body.id).not.toBe(
    template.id,
  )
  expect((await second.call('GET', '/v2/billing/pods?lastN=1')).body.records[0].gpuAmount).toBe(47.92)
  await second.call('POST', '/_sandbox/reset')
  expect((await second.call('GET', '/v2/pods')).body.pods).toEqual([])
  await second.sandbox.close()

  const third = sandboxClient({ storage: await fileStorage(directory) })
  expect((await third.call('GET', '/v2/templates')).body.templates).toEqual([])
  await third.sandbox.close()
})
