import type { Note } from '../../codemods/project/note.ts'
import type { RunResult } from '../../codemods/project/run.ts'

/** What a report is told of the run besides its result. */
export interface TextOptions {
  /** The changes are in the files by now. */
  readonly wrote: boolean
  /** What was named on the command line, as it was. */
  readonly paths: readonly string[]
}

/** One part of the report. */
export type Part = 'moved' | 'along' | 'check' | 'kept' | 'beside' | 'left'

const TITLES: Record<Part, string> = {
  moved: 'Moved to REST v2',
  along: 'Moved with them',
  check: 'Moved, and not quite the same: look at these',
  kept: 'Stays as it is',
  beside: 'Change as well',
  left: 'Left as it was: decide',
}

/** The part that a note belongs to: what asks for most comes last, where a terminal stands still. */
export const partOf = ({ class: is, rule, v2 }: Note): Part => {
  if (is === 'kept' || is === 'left') return is
  if (is === 'follow-up') return 'beside'
  if (v2 !== undefined) return 'moved'
  return /^codemod\.(test|host-pin|graphql-unread)\b/.test(rule) ? 'along' : 'check'
}

/** The report for people: every text once with the places it is true of, the counts and what comes next at the end. */
export const textReport = (result: RunResult, options: TextOptions): string => {
  const { notes, counts } = result
  if (counts.seen === 0 && notes.length === 0)
    return `No JavaScript or TypeScript to read here; in any language: upshift audit ${words(options)}`
  if (notes.length === 0)
    return `Nothing to rewrite in ${count(counts.seen, 'file')}; settings, and other languages: upshift audit ${words(options)}`
  const parts = (Object.keys(TITLES) as Part[]).flatMap((part) => {
    const own = notes.filter((note) => partOf(note) === part)
    return own.length === 0 ? [] : [`${TITLES[part]} (${own.length})`, ...linesOf(part, own), '']
  })
  return [...parts, summary(result), ...nextSteps(result, options)].join('\n')
}

const linesOf = (part: Part, notes: readonly Note[]): string[] => {
  if (part === 'moved')
    return notes.map((note) => `${placeOf(note)}  ${note.v1} -> ${note.v2}  [${note.rule}]`)
  return alike(notes).flatMap((group) => [
    ...group.map((note) => `${placeOf(note)}  ${called(part, note)}[${note.rule}]`),
    `      ${group[0].why}`,
    `      -> ${group[0].fix}`,
  ])
}

const placeOf = ({ file, line, column }: Note): string => `  ${file}:${line}:${column}`

/** The operation of a call that stays: its reason may be true of several. */
const called = (part: Part, { v1 }: Note): string => (part === 'left' && v1 !== undefined ? `${v1}  ` : '')

type Group = [Note, ...Note[]]

/** Notes that say the same, each group where its first stands. */
const alike = (notes: readonly Note[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const note of notes) {
    const key = `${note.why}\0${note.fix}`
    const group = groups.get(key)
    if (group) group.push(note)
    else groups.set(key, [note])
  }
  return [...groups.values()]
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

const several = (notes: readonly Note[], part: Part): number =>
  notes.filter((note) => partOf(note) === part).length

/** Calls that move, files that change and files that are new, places left, files read: each told apart. */
const summary = ({ notes, changes, counts }: RunResult): string => {
  const changed = changes.filter(({ before }) => before !== undefined).length
  const added = changes.length - changed
  return [
    `${count(several(notes, 'moved'), 'call')} rewritten`,
    `${count(changed, 'file')} changed${added > 0 ? `, ${added} added` : ''}`,
    `${count(several(notes, 'left'), 'place')} left to decide`,
    `${count(counts.seen, 'file')} looked at, ${counts.parsed} parsed`,
  ].join('; ')
}

/** What a person does now, in the order in which it is done. */
const nextSteps = ({ notes, changes }: RunResult, options: TextOptions): string[] => {
  const [check, beside, left] = (['check', 'beside', 'left'] as const).map((part) => several(notes, part))
  const steps = [
    changes.length > 0 && !options.wrote && `write it: upshift codemod --write ${words(options)}`,
    changes.length > 0 && 'run the type check and the tests of the program',
    check && `look at ${these(check)} that moved and ${check === 1 ? 'is' : 'are'} not quite the same`,
    beside && `change ${these(beside)} listed under "${TITLES.beside}"`,
    left && `decide about ${these(left)} left as ${left === 1 ? 'it was' : 'they were'}, then run this again`,
    left && 'until then, `upshift serve` answers what it can of the old calls from REST v2',
  ].filter((step) => typeof step === 'string')
  return steps.length === 0 ? [] : ['', 'Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)]
}

const these = (number: number | undefined): string =>
  number === 1 ? 'the one place' : `the ${number} places`

/** The paths as a shell takes them. */
const words = ({ paths }: TextOptions): string => paths.map(quoted).join(' ')

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
