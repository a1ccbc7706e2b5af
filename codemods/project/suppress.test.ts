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

const suppressions = (text: string) =>
  readSuppressions(compiler.createSourceFile('a.ts', text, compiler.ScriptTarget.ESNext, true), '2026-11-21')

test('a suppression needs a reason, is an error without one, and covers the statement after it either way', () => {
  const { covers, errors } = suppressions(
    '// upshift-keep: still needed\nconst a = {\n  b: 1,\n}\nconst c = 1\n// upshift-ignore\nconst d = 2',
  )
  expect([1, 2, 3, 4, 5, 7].map(covers)).toEqual([true, true, true, true, false, true])
  expect(errors.map(({ rule, line }) => [rule, line])).toEqual([['suppression.no-reason', 6]])
})

test('a region must be closed, and text in strings is no suppression', () => {
  const open = suppressions('const a = 1\n// upshift-keep-start: old\nconst b = 1')
  expect([open.errors.length, open.covers(1), open.covers(3)]).toEqual([1, false, true])
  expect(suppressions('// upshift: keep start -- old\nconst a = 1\n// upshift: keep end').covers(2)).toBe(
    true,
  )
  expect(suppressions("const a = 'upshift-keep'").errors).toEqual([])
})

test('a suppression may cover a whole file, end on a day, and be another scanner\u2019s', () => {
  const covered = (text: string) => suppressions(text).covers(3)
  expect(covered('// upshift-ignore-file: a recorded answer\n\nconst a = 1')).toBe(true)
  expect(covered('\n// upshift-keep: moving (until 2027-01-31)\nconst a = 1')).toBe(true)
  expect(covered('\n// rp-migrate: keep-v1\nconst a = 1')).toBe(true)
  const expired = suppressions('\n// upshift-keep: moving (until 2026-01-31)\nconst a = 1')
  expect([expired.covers(3), expired.errors.map(({ rule }) => rule)]).toEqual([
    false,
    ['suppression.expired'],
  ])
})
