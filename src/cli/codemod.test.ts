import { expect, test } from 'vitest'
import type { Note } from '../../codemods/project/note.ts'
import { textReport } from './codemod.ts'

const note = (more: Partial<Note>): Note => ({
  rule: 'v1.pods.list',
  file: 'a.ts',
  line: 1,
  column: 1,
  class: 'rewritten',
  fix: 'review the change',
  confidence: 'high',
  why: 'REST v1 is retired',
  ...more,
})
const moved = { v1: 'GET /v1/pods', v2: 'GET /v2/pods' }
const lastLine = (text: string): string | undefined => text.split('\n').at(-1)

test('the summary counts calls, changed files, new files and places apart', () => {
  const report = textReport({
    notes: [
      note(moved),
      note({ ...moved, line: 2 }),
      note({ line: 2, why: 'imageName: v2 calls it image' }),
      note({ class: 'left', line: 3, ...moved }),
      note({ class: 'follow-up', line: 4 }),
    ],
    changes: [
      { path: '/a.ts', before: 'a', after: 'b' },
      { path: '/upshift.v2.ts', before: undefined, after: 'c' },
    ],
    missing: [],
    counts: { seen: 12, parsed: 3 },
  })
  expect(lastLine(report)).toBe(
    '2 calls rewritten; 1 file changed, 1 added; 1 place left to decide; 12 files looked at, 3 parsed',
  )
})

test('with nothing to say it says how much was looked at', () => {
  const report = textReport({ notes: [], changes: [], missing: [], counts: { seen: 1, parsed: 0 } })
  expect(report).toBe('Nothing to rewrite in 1 file.')
})
