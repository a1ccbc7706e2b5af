import { describe, expect, test } from 'vitest'
import type { Send, UpstreamAnswer } from '../upstream/contract.ts'
import { CatalogError, catalogRoute, createCatalog } from './catalog.ts'

const json = (body: unknown, status = 200): UpstreamAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(body),
})

const setUp = (answer: (path: string, key: string) => UpstreamAnswer) => {
  const sent: string[] = []
  let time = 0
  const send: Send = async ({ path, headers }) => {
    const key = headers.authorization ?? ''
    sent.push(`${path} ${key}`)
    return answer(path, key)
  }
  return { sent, send, wait: (ms: number) => (time += ms), now: () => time }
}

describe('catalog', () => {
  test('concurrent readers share one call, and later ones its answer for a minute', async () => {
    const { send, sent, now, wait } = setUp(() => json({ gpus: [{ id: 'A40' }] }))
    const catalog = createCatalog({ now })
    const lists = await Promise.all([catalog(send, 'k').gpus(), catalog(send, 'k').gpus()])
    expect(lists).toEqual([[{ id: 'A40' }], [{ id: 'A40' }]])
    wait(59_999)
    await catalog(send, 'k').gpus()
    expect(sent).toEqual(['/v2/catalog/gpus Bearer k'])
    wait(1)
    await catalog(send, 'k').gpus()
    expect(sent).toHaveLength(2)
  })

  test('never answers one key with what another was told', async () => {
    const { send, now } = setUp((_, key) => json({ dataCenters: [{ id: key }] }))
    const catalog = createCatalog({ now })
    expect(await catalog(send, 'one').dataCenters()).toEqual([{ id: 'Bearer one' }])
    expect(await catalog(send, 'two').dataCenters()).toEqual([{ id: 'Bearer two' }])
  })

  test('a connection that changes its key is never answered with what the key before was told', async () => {
    const { send, sent, now } = setUp((_, key) => json({ gpus: [{ id: key }] }))
    const catalog = createCatalog({ now })
    const connection = {}
    for (const key of ['one', 'two', 'one', 'two'])
      expect(await catalog(send, key, connection).gpus()).toEqual([{ id: `Bearer ${key}` }])
    expect(await catalog(send, 'one', {}).gpus()).toEqual([{ id: 'Bearer one' }])
    expect(sent).toHaveLength(2)
  })

  test('a connection whose last answer is too old is given what another has asked for since', async () => {
    const { send, sent, now, wait } = setUp(() => json({ gpus: [{ id: 'A40' }] }))
    const catalog = createCatalog({ now })
    const [first, second] = [{}, {}]
    await catalog(send, 'k', first).gpus()
    wait(60_000)
    await catalog(send, 'k', second).gpus()
    await catalog(send, 'k', first).gpus()
    expect(sent).toHaveLength(2)
  })

  test('a connection that was told of a failure asks again', async () => {
    let status = 500
    const { send, sent, now } = setUp(() => json({ gpus: [{ id: 'A40' }] }, status))
    const catalog = createCatalog({ now })
    const connection = {}
    await expect(catalog(send, 'k', connection).gpus()).rejects.toThrow(CatalogError)
    status = 200
    expect(await catalog(send, 'k', connection).gpus()).toEqual([{ id: 'A40' }])
    expect(sent).toHaveLength(2)
  })

  test('a failure reaches its readers and is not kept', async () => {
    let status = 429
    const { send, sent, now } = setUp(() => json({ cpus: [] }, status))
    const catalog = createCatalog({ now })
    await expect(catalog(send, 'k').cpus()).rejects.toThrow(CatalogError)
    status = 200
    expect(await catalog(send, 'k').cpus()).toEqual([])
    expect(sent).toHaveLength(2)
  })

  test('keeps a bounded number of answers', async () => {
    const { send, sent, now } = setUp(() => json({ gpus: [] }))
    const catalog = createCatalog({ now, kept: 2 })
    for (const query of ['count=1', 'count=2', 'count=3', 'count=1']) await catalog(send, 'k').gpus(query)
    expect(sent).toHaveLength(4)
  })

  test('encodes a GPU id into its path', async () => {
    const { send, sent, now } = setUp(() => json({ id: 'x' }))
    await createCatalog({ now })(send, 'k').gpu('NVIDIA L4/../..', 'count=1')
    expect(sent).toEqual(['/v2/catalog/gpus/NVIDIA%20L4%2F..%2F..?count=1 Bearer k'])
  })
})

test.each([
  ['/v2/catalog/gpus?include=AVAILABILITY', '/v2/catalog/gpus'],
  ['/v2/catalog/gpus/NVIDIA%20L4?include=AVAILABILITY', '/v2/catalog/gpus/{id}'],
  ['/v2/catalog/datacenters', '/v2/catalog/datacenters'],
])('%s is counted as %s', (path, route) => expect(catalogRoute(path)).toBe(route))
