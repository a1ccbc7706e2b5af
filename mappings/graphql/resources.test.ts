import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { graphqlResources } from './resources.ts'

const isMapping = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'definition' in value && 'facets' in value && 'id' in value

test('every mapping of this directory is listed', async () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[^.]+\.ts$/.test(name))
  for (const file of files) {
    const exported: Record<string, unknown> = await import(new URL(file, import.meta.url).href)
    for (const [name, value] of Object.entries(exported))
      if (isMapping(value)) expect(graphqlResources, `${file}: ${name}`).toContain(value)
  }
})
