import { expect, test } from 'vitest'
import { routes } from '../../mappings/v1/index.ts'
import { createPages } from './pages.ts'

const pages = createPages()

test("v1's OpenAPI document has every operation that is translated", async () => {
  const answer = await pages.request('/v1/openapi.json')
  const { paths, servers } = (await answer.json()) as {
    paths: Record<string, Record<string, unknown>>
    servers: { url: string }[]
  }
  const base = servers[0]?.url === '/' ? '' : servers[0]?.url
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${base}${path}`),
  )
  expect(listed).toEqual(expect.arrayContaining(routes.map(({ old }) => `${old.method} ${old.path}`)))
  expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
})

test('the page lists every operation with what it became, and loads nothing', async () => {
  const answer = await pages.request('/v1/docs')
  const html = await answer.text()
  for (const { id, v2, gone } of routes) {
    expect(html).toContain(`id="${id}"`)
    if (!gone) expect(html).toContain(`${v2.method} ${v2.path}`)
  }
  expect(html).not.toMatch(/(src|href)="https?:/)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a path of no API is a problem that says where one is', async () => {
  const answer = await pages.request('/v3/pods')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ status: 404, detail: expect.stringContaining('/v1') })
})
