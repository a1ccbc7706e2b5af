import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { graphqlResources } from '../../mappings/graphql/resources.ts'
import { resources, routes } from '../../mappings/v1/index.ts'
import { referenceFiles } from './files.ts'
import { htmlReference } from './html.ts'
import { markdownPage } from './markdown.ts'
import { reference, referenceOf } from './reference.ts'

const DIRECTORY = new URL('../../docs/reference/', import.meta.url)
const rows = reference().resources.flatMap(({ facets }) => facets.flatMap((facet) => facet.rows))

describe('docs/reference', () => {
  const files = referenceFiles()
  test.each([...files.keys()])('%s is what the mapping says (npm run generate)', (name) => {
    expect(readFileSync(new URL(name, DIRECTORY), 'utf8')).toBe(files.get(name))
  })
  test('holds no page of a resource that is gone', () => {
    const kept = readdirSync(DIRECTORY).filter((name) => !name.endsWith('.schema.json'))
    expect(kept.sort()).toEqual([...files.keys()].sort())
  })
})

test('the list of the page says whose pods it leads to, and names stand as code', () => {
  const html = htmlReference(reference())
  const [, contents = ''] = /<nav[^>]*>([\s\S]*?)<\/nav>/.exec(html) ?? []
  expect(contents.match(/<p class="api">[^<]+/g)).toEqual(
    ['REST v1', 'GraphQL', 'Both'].map((api) => `<p class="api">${api}`),
  )
  expect(html).toContain('v2 wraps it in <code>pods</code>')
})

test('every operation and every field row of the mapping is there, under its own anchor', () => {
  const operations = reference().resources.flatMap((resource) => resource.operations.map(({ id }) => id))
  expect(operations).toEqual(expect.arrayContaining(routes.map(({ id }) => id)))
  expect(new Set(rows.map(({ anchor }) => anchor)).size).toBe(rows.length)
  const facets = resources.flatMap((resource) => resource.facets.map((facet) => `${resource.id}.${facet}.`))
  for (const prefix of facets)
    expect(
      rows.some(({ rule }) => rule.startsWith(prefix)),
      prefix,
    ).toBe(true)
})

test('what is gone says why', () => {
  for (const row of rows.filter(({ verb }) => ['dropped', 'refused', 'served', 'hidden'].includes(verb)))
    expect(row.why, row.rule).not.toBe('')
})

test('a worked example is what the mapping itself does', () => {
  for (const resource of reference().resources)
    for (const facet of resource.facets.filter(({ facet }) => facet === 'create')) {
      const compiled = [...resources, ...graphqlResources].find(({ id }) => id === resource.id)?.create
      const old = facet.example?.old as Record<string, unknown>
      expect(compiled?.up(old).doc).toEqual(facet.example?.v2)
      expect(
        compiled?.up(old).findings.filter(({ code }) => code === 'REFUSED' || code === 'UNREADABLE'),
      ).toEqual([])
    }
})

test('resources go by the names of either API', () => {
  expect(referenceOf('v1.pods')?.resources.map(({ id }) => id)).toEqual(['v1.pods'])
  expect(referenceOf('pods')?.resources.map(({ id }) => id)).toEqual(['v1.pods', 'graphql.pods'])
  expect(referenceOf('serverless')?.resources.map(({ id }) => id)).toEqual(['v1.endpoints'])
  expect(referenceOf('network-volumes')?.resources.map(({ id }) => id)).toEqual(['v1.networkvolumes'])
  expect(referenceOf('nonsense')).toBeUndefined()
})

test('Markdown tables keep their columns', () => {
  for (const resource of reference().resources)
    for (const line of markdownPage(resource)
      .split('\n')
      .filter((one) => one.startsWith('| <a')))
      expect([6, 9], line).toContain(line.match(/(?<!\\)\|/g)?.length)
})

describe('HTML', () => {
  const html = htmlReference(reference())
  test('asks nobody for anything', () => {
    expect(html).not.toMatch(/\bsrc\s*=|@import|url\(|href="(?!#)/)
  })
  test('every id is there once, every link leads to one', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})
