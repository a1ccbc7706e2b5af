import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../mappings/graphql/schema.ts'
import { readDocument } from './document.ts'
import { documentLimits } from './limits.ts'

test('a document nested deeper than the stack lets a parser go is refused, whatever stack it meets', () => {
  const depth = 50_000
  const text = `{${'myself{'.repeat(depth)}id${'}'.repeat(depth)}}`
  const limits = { ...documentLimits, characters: text.length, tokens: 4 * depth }
  expect(() => readDocument(buildGraphqlSchema(), text, limits)).toThrow('nested too deeply')
})
