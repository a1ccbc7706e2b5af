import { expect, test } from 'vitest'
import { printSchema } from './mapper-schema.ts'

test('JavaScript is given no types', () => {
  const text = printSchema('esm', { newline: '\n', indent: '  ', quote: "'", semicolon: '' })
  expect(text).toContain('const schemaFromV2 = (schema, change) => {')
  expect(text).toContain('made[name] = (answer) => whole[name](change(answer))')
})
