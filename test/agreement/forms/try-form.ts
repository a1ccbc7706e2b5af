import type { Note } from '../../../codemods/project/note.ts'
import { compareRuns } from '../compare.ts'
import type { Program } from '../program.ts'
import { type Rewritten, rewriteProgram } from '../rewrite-program.ts'
import { type Run, runProgram } from '../run-program.ts'
import type { Files, Form } from './form.ts'

/** What became of a program in another form. */
export interface Tried {
  readonly program: string
  /** The forms by name, in the order in which they were given: `named-body+then-chains`. */
  readonly forms: string
  readonly faults: readonly Fault[]
  readonly before: Files
  readonly after: Files
  readonly notes: readonly Note[]
}

/** What is not as it is for the program as it was written. */
export interface Fault {
  /**
   * `form`: the form itself changes what the program does; `crash`; `differs`: the rewritten program does something else;
   * `stays`: a call stays that moves in the program as it was; `again`: a second run changes something; `types`.
   */
  readonly kind: 'form' | 'crash' | 'differs' | 'stays' | 'again' | 'types'
  readonly said: string
}

/** A program as it was written: what it does, and what the codemod leaves of it. */
interface Plain {
  readonly run: Run
  readonly after: Rewritten
}

const plain = new Map<string, Promise<Plain>>()

const plainOf = (program: Program): Promise<Plain> => {
  const known = plain.get(program.name)
  if (known) return known
  const made = (async () => ({
    run: await runProgram(program.files, 'proxy'),
    after: await rewriteProgram(program.files),
  }))()
  plain.set(program.name, made)
  return made
}

/** The lines of one list that another has not, or not as often. */
export const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const staysIn = (notes: readonly Note[]): Note[] =>
  notes.filter((note) => note.class === 'left' || note.class === 'kept')

/** The program in all the forms, one made of the other; undefined where one of them fits nowhere. */
const formed = (files: Files, forms: readonly Form[]): Files | undefined => {
  let now = files
  for (const form of forms) {
    const next = form.apply(now)
    if ([...next].every(([path, text]) => now.get(path) === text)) return undefined
    now = next
  }
  return now
}

const stayFaults = (plainly: Rewritten, after: Rewritten): Fault[] => {
  const known = staysIn(plainly.notes).map(({ rule }) => rule)
  const now = staysIn(after.notes)
  return without(
    now.map(({ rule }) => rule),
    known,
  ).map((rule) => {
    const note = now.findLast((one) => one.rule === rule)
    return { kind: 'stays', said: `${rule} ${note?.file}:${note?.line} ${note?.why}` }
  })
}

/** What only one of two runs has. Lines that only changed their places are no difference. */
const apartOf = (
  before: Run,
  after: Run,
  meant: { proxy: string[]; program: string[] } = NOTHING,
): string[] => {
  const { proxy, program } = compareRuns(before, after)
  const lost = without(without(proxy, meant.proxy), program)
  const gained = without(without(program, meant.program), proxy)
  return [...lost.map((line) => `- ${line}`), ...gained.map((line) => `+ ${line}`)]
}

const NOTHING = { proxy: [], program: [] }

/** What a call that stays makes the proxy look up, which says nothing of the program. */
const LOOKED_UP = /^. GET \/v2\/catalog\//

const difference = (program: Program, before: Run, after: Run, stays: boolean): Fault[] => {
  const meant = {
    proxy: program.expected.differences.flatMap((one) => one.proxy ?? []),
    program: program.expected.differences.flatMap((one) => one.program ?? []),
  }
  const lines = apartOf(before, after, meant).filter((line) => !stays || !LOOKED_UP.test(line))
  return lines.length === 0 ? [] : [{ kind: 'differs', said: lines.join('\n') }]
}

/** Writes a program otherwise and compares what it does, before and after the codemod; undefined where the forms do not fit. */
export const tryForm = async (
  program: Program,
  named: ReadonlyMap<string, Form>,
): Promise<Tried | undefined> => {
  const before = formed(program.files, [...named.values()])
  if (!before) return undefined
  const tried = {
    program: program.name,
    forms: [...named.keys()].join('+'),
    before,
    after: before,
    notes: [],
  }
  const known = await plainOf(program)
  const run = await runProgram(before, 'proxy')
  const wrong = apartOf(known.run, run)
  if (wrong.length > 0) return { ...tried, faults: [{ kind: 'form', said: wrong.join('\n') }] }
  try {
    const after = await rewriteProgram(before)
    const stays = staysIn(after.notes).length > 0
    const moved = await runProgram(after.files, stays ? 'proxy' : 'straight')
    const crashes = after.notes.filter(({ rule }) => rule === 'codemod.crash')
    return {
      ...tried,
      after: after.files,
      notes: after.notes,
      faults: [
        ...crashes.map(({ why }): Fault => ({ kind: 'crash', said: why })),
        ...difference(program, run, moved, stays),
        ...stayFaults(known.after, after),
        ...after.again.map((path): Fault => ({ kind: 'again', said: path })),
      ],
    }
  } catch (error) {
    return { ...tried, faults: [{ kind: 'crash', said: String((error as Error).stack) }] }
  }
}
