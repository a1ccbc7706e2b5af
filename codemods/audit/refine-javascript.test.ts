import { expect, test } from 'vitest'
import type { Note } from '../project/note.ts'
import type { AuditFinding } from './finding.ts'
import { refineJavaScript } from './refine-javascript.ts'

const finding = (file: string, line: number): AuditFinding => ({
  rule: 'v1.pods.stop',
  file,
  line,
  column: 3,
  endColumn: 9,
  drawer: 'rest-v1',
  class: 'required',
  old: 'POST /v1/pods/{podId}/stop',
  v2: 'POST /v2/pods/{id}/action',
  fix: 'automatic',
  confidence: 'medium',
  why: 'moved',
  fingerprint: `${file}${line}`,
})
const note = (line: number, parts: Partial<Note> = {}): Note => ({
  rule: 'v1.pods.reset',
  file: 'a.ts',
  line,
  column: 1,
  class: 'left',
  fix: 'decide',
  confidence: 'high',
  why: 'v2 has no reset',
  ...parts,
})

test('what the codemod rewrites is automatic, what it leaves is for a person, the rest for a person with a rule', () => {
  const plan = {
    changes: [
      { path: '/w/a.ts', before: 'one\ntwo\nthree\nfour\n', after: 'one\nTWO\nextra\nthree\nFOUR\n' },
    ],
    notes: [note(3), note(9), note(9, { class: 'rewritten' }), note(8, { rule: 'codemod.generated' })],
  }
  const findings = [1, 2, 3, 4].map((line) => finding('a.ts', line))
  const judged = refineJavaScript([...findings, finding('b.py', 2)], plan, '/w')
  expect(judged.map(({ file, line, fix, confidence }) => `${file}:${line} ${fix} ${confidence}`)).toEqual([
    'a.ts:1 assisted medium',
    'a.ts:2 automatic high',
    'a.ts:3 manual medium',
    'a.ts:4 automatic high',
    'a.ts:9 manual high',
    'b.py:2 automatic medium',
  ])
  expect(judged[2]?.why).toBe('moved; v2 has no reset')
  expect(judged[4]).toMatchObject({ rule: 'v1.pods.reset', class: 'decision', drawer: 'rest-v1' })
})

test('a reason that the codemod gives, too, is said once', () => {
  const field = { ...finding('a.ts', 3), why: 'v2 has no spot pods' }
  const notes = [note(3, { why: 'interruptible: v2 has no spot pods' })]
  const [judged] = refineJavaScript([field], { changes: [], notes }, '/w')
  expect(judged?.why).toBe('interruptible: v2 has no spot pods')
})

test('a path that was only guessed is none where the codemod followed every address to its calls', () => {
  const guessed = { ...finding('pages.ts', 5), old: '/v1/templates' }
  const said = { ...guessed, line: 6, confidence: 'high' as const }
  const call = note(3, { class: 'rewritten' })
  const linesOf = (notes: readonly Note[]) =>
    refineJavaScript([guessed, said, { ...guessed, file: 'b.py' }], { changes: [], notes }, '/w').map(
      ({ file, line }) => `${file}:${line}`,
    )
  expect(linesOf([call])).toEqual(['b.py:5', 'pages.ts:6'])
  expect(linesOf([call, note(9, { file: 'x.ts', rule: 'codemod.unfollowed' })])).toEqual([
    'b.py:5',
    'pages.ts:5',
    'pages.ts:6',
  ])
  expect(linesOf([])).toHaveLength(3)
})
