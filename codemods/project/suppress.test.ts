import { expect, test } from 'vitest'
import { compiler } from './compiler.ts'
import { readSuppressions } from './suppress.ts'

/** The lines of a text that its marks cover. */
const covered = (lines: readonly string[]): number[] => {
  const { ESNext } = compiler.ScriptTarget
  const file = compiler.createSourceFile('a.tsx', lines.join('\n'), ESNext, true, compiler.ScriptKind.TSX)
  const { covers } = readSuppressions(file, '2026-01-01')
  return lines.map((_, index) => index + 1).filter(covers)
}

test('a mark covers the body of an arrow that stands on the next line', () => {
  const lines = ['// upshift-keep: old', 'const a = () =>', '  call(1)', 'const b = () =>', '  call(2)']
  expect(covered(lines)).toEqual([1, 2, 3])
})

test('a mark among elements covers the whole element after it', () => {
  const lines = [
    'const a = <p>',
    '  {/* upshift-keep: old */}',
    '  <b',
    '    c={1}',
    '  />',
    '  <i />',
    '</p>',
  ]
  expect(covered(lines)).toEqual([2, 3, 4, 5])
})

test('a mark behind code covers its own line alone', () => {
  expect(covered(['const a = {', '  b: 1, // upshift-keep: old', '  c: 2,', '}'])).toEqual([2])
})
