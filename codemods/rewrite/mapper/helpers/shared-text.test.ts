import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CompiledFacet, Resource } from '../../../../mappings/dsl/mapping.ts'
import { graphqlResources } from '../../../../mappings/graphql/resources.ts'
import { oldLine } from '../../../../mappings/shared/words.ts'
import { sharedFile } from '../../../../test/support/shared-text.ts'
import { mapperFor, wordsOf } from '../mapper.ts'

const PATH = join(import.meta.dirname, 'shared.generated.ts')

test('programs are given the functions that the proxy runs', () => {
  const text = sharedFile()
  if (process.env.UPDATE_FIXTURES) writeFileSync(PATH, text)
  expect(readFileSync(PATH, 'utf8')).toBe(text)
})

/** Every path of v2 that a facet knows, and those around it. */
const pathsOf = (facet: CompiledFacet): string[] =>
  facet.plan.v2.flatMap((path) => path.split('.').map((_, depth, keys) => keys.slice(0, depth + 1).join('.')))

test.each(
  graphqlResources.flatMap((mapping) => (['create', 'update'] as const).map((use) => ({ mapping, use }))),
)('$mapping.id $use: what v2 refuses is said as the proxy says it', ({ mapping, use }) => {
  const facet = (mapping as Resource)[use]
  if (!facet) return
  const words = wordsOf(mapperFor(mapping, use))
  for (const path of pathsOf(facet))
    for (const line of [`$.${path}: must be >= 1`, `$: missing property '${path}'`, `$.${path}[0].x: no`])
      expect(oldLine(words, line)).toBe(facet.wording.message(line))
})
