import { expect, test } from 'vitest'
import { limiter } from '../../src/graphql/context.ts'
import { graphqlClient } from '../support/graphql-client.ts'

test('fifty documents at once share the catalog of one key, and no other key sees it', async () => {
  const { ask, lines } = graphqlClient()
  const document = '{ gpuTypes { id lowestPrice(input: {gpuCount: 1, secureCloud: true}) { stockStatus } } }'
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ask(index % 2 ? document : `{ a: gpuTypes { id } b: gpuTypes { displayName } }`),
    ),
  )
  expect(answers.every(({ status, body }) => status === 200 && body.errors === undefined)).toBe(true)
  expect(lines()).toEqual([
    'v2 GET /v2/catalog/gpus',
    'v2 GET /v2/catalog/gpus?include=AVAILABILITY&product=POD&count=1&cloud=SECURE',
  ])
  await ask('{ gpuTypes { id } }', {}, { authorization: 'Bearer sandbox-readonly-key' })
  expect(lines()).toHaveLength(3)
})

test('a list is read once a document, never kept for the next one', async () => {
  const { ask, lines } = graphqlClient()
  const document = '{ a: myself { pods { id } } b: myself { pods { name } more: pods { env } } }'
  await Promise.all(Array.from({ length: 50 }, () => ask(document)))
  expect(lines()).toEqual(Array.from({ length: 50 }, () => 'v2 GET /v2/pods?includeClusterPods=true'))
})

const save = (name: string) =>
  `mutation { saveTemplate(input: { name: "${name}", imageName: "i", containerDiskInGb: 5, volumeInGb: 0, dockerArgs: "" }) { id } }`

test('names are looked up by few readings, each begun after those who share it asked', async () => {
  const { ask, lines } = graphqlClient()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(save(`t${at}`))))
  expect(answers.every(({ body }) => body.data.saveTemplate.id)).toBe(true)
  const readings = () => lines().filter((line) => line === 'v2 GET /v2/templates').length
  expect(readings()).toBe(2)
  const taken = await ask(save('t7'))
  expect(taken.body.errors[0].message).toContain('already taken')
  expect(readings()).toBe(3)
})

test('a name that was just acknowledged is known to the next call, whatever reading is under way', async () => {
  const { ask } = graphqlClient()
  const noise = Array.from({ length: 5 }, (_, at) => ask(save(`n${at}`)))
  await ask(save('mine'))
  const more = Array.from({ length: 5 }, (_, at) => ask(save(`m${at}`)))
  expect((await ask(save('mine'))).body.errors?.[0].message).toContain('already taken')
  await Promise.all([...noise, ...more])
})

test('another key shares no reading', async () => {
  const { ask, lines } = graphqlClient()
  const other = { authorization: 'Bearer sandbox-readonly-key' }
  await Promise.all([ask(save('a')), ask(save('b'), {}, other), ask(save('c'), {}, other)])
  expect(lines().filter((line) => line === 'v2 GET /v2/templates')).toHaveLength(3)
})

test('no more than the limit run at once, whoever comes in between', async () => {
  const limit = limiter(2)
  const open: (() => void)[] = []
  let running = 0
  let most = 0
  const one = () =>
    limit(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => open.push(resolve))
      running -= 1
    })
  const all = [one(), one(), one(), one()]
  while (open.length > 0) {
    open.shift()?.()
    for (let tick = 0; tick < 10; tick++) {
      if (all.length < 20) all.push(one()) // at every moment while a place changes hands
      await Promise.resolve()
    }
  }
  await Promise.all(all)
  expect(most).toBe(2)
})
