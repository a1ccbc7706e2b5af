import { expect, test } from 'vitest'
import type { Note } from '../../codemods/project/note.ts'
import type { ReportModel } from '../report/model.ts'
import { codemodReport } from './codemod-report.ts'
import { textReport } from './codemod-text.ts'

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
const dry = { wrote: false, paths: ['src'] }
const moved = { v1: 'GET /v1/pods', v2: 'GET /v2/pods' }
const counts = (text: string): string | undefined =>
  text.split('\n').find((line) => line.includes('rewritten;'))

test('the summary counts calls, changed files, new files and places apart', () => {
  const report = textReport(
    {
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
    },
    dry,
  )
  expect(counts(report)).toBe(
    '2 calls rewritten; 1 file changed, 1 added; 1 place left to decide; 12 files looked at, 3 parsed',
  )
})

test('with nothing to say it says how much was looked at', () => {
  const report = textReport({ notes: [], changes: [], missing: [], counts: { seen: 1, parsed: 0 } }, dry)
  expect(report).toBe('Nothing to rewrite in 1 file; settings, and other languages: upshift audit src')
})

test('where it reads no file it says who does', () => {
  const none = { notes: [], changes: [], missing: [], counts: { seen: 0, parsed: 0 } }
  expect(textReport(none, { wrote: false, paths: ['my jobs'] })).toBe(
    "No JavaScript or TypeScript to read here; in any language: upshift audit 'my jobs'",
  )
})

const ran = (notes: readonly Note[]): Parameters<typeof textReport>[0] => ({
  notes,
  changes: [{ path: '/a.ts', before: 'a', after: 'b' }],
  missing: [],
  counts: { seen: 1, parsed: 1 },
})
const stays = { class: 'left', v1: 'POST /v1/pods', why: 'it cannot', fix: 'let it' } as const

test('what is true of several places is said once, with each of them', () => {
  const report = textReport(ran([note({ ...stays, line: 3 }), note({ ...stays, line: 9 })]), dry)
  expect(report).toContain(
    [
      'Left as it was: decide (2)',
      '  a.ts:3:1  POST /v1/pods  [v1.pods.list]',
      '  a.ts:9:1  POST /v1/pods  [v1.pods.list]',
      '      it cannot',
      '      -> let it',
    ].join('\n'),
  )
})

test('a field that nothing read goes with its call, and nobody has to look at it', () => {
  const unread = note({
    rule: 'codemod.graphql-unread',
    why: 'email: nothing reads it',
    fix: 'run the tests',
  })
  const report = textReport(ran([unread]), dry)
  expect(report).toContain('Moved with them (1)')
  expect(report).not.toContain('look at')
})

test('it ends in what to do, in order, as long as there is something to do', () => {
  const next = (text: string): string => text.slice(text.indexOf('Next:'))
  expect(next(textReport(ran([note(moved), note(stays)]), { wrote: false, paths: ['my src'] }))).toBe(
    [
      'Next:',
      "  1. write it: upshift codemod --write 'my src'",
      '  2. run the type check and the tests of the program',
      '  3. decide about the one place left as it was, then run this again',
      '  4. until then, `upshift serve` answers what it can of the old calls from REST v2',
    ].join('\n'),
  )
  expect(next(textReport(ran([note(moved)]), { wrote: true, paths: ['src'] }))).toBe(
    'Next:\n  1. run the type check and the tests of the program',
  )
})

test('a report as data tells calls from what to look at, and asks for nothing that is written', () => {
  const notes = [note(moved), note({ why: 'readme: v2 has none' }), note(stays), note({ class: 'follow-up' })]
  const read = (wrote: boolean) =>
    JSON.parse(codemodReport(ran(notes), { paths: ['src'], format: 'json', diff: '', wrote })) as ReportModel
  expect(read(false).findings.map(({ class: is }) => is)).toEqual([
    'required',
    'quiet',
    'decision',
    'cleanup',
  ])
  expect(read(true).findings.map(({ class: is }) => is)).toEqual(['quiet', 'decision', 'cleanup'])
  expect(read(true).inventory.map(({ drawer, class: is }) => [drawer, is])).toEqual([['rest-v2', 'none']])
})
