import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { type Edit, keyOf } from '../rewrite/edit/edit.ts'
import { positionOf, variablesOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { addressesIn } from './addresses.ts'
import { moveAnswers, type Told } from './answers/answers.ts'
import type { AnswerVerdict } from './answers/mock-answers.ts'
import { moveStatuses, type StatusVerdict } from './answers/statuses.ts'
import { stayingGraphql } from './answers/staying-graphql.ts'
import { isTestFile } from './files/test-files.ts'
import { leftovers } from './left/leftovers.ts'
import { isDone, isRest, keysOf, type Near } from './near.ts'
import type { BesideOptions } from './options.ts'
import { othersPaths } from './others.ts'
import { moveAbsentBodies } from './requests/absent-bodies.ts'
import { type BodyVerdict, moveBodies } from './requests/bodies.ts'
import { withOwnBase } from './requests/own-base.ts'
import { settled, type Verdict, verdictOn } from './requests/verdict.ts'
import { noteOn, noteOnAnswer, noteOnBody, noteOnStatus } from './test-notes.ts'
import { type TestRun, testRuns } from './test-runs.ts'

/** What becomes of the tests. */
export interface MovedTests {
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
  /** Test files whose addresses have been dealt with. */
  readonly files: ReadonlySet<ts.SourceFile>
  /** What a note says of tests, also with lines alone. */
  readonly told: readonly ts.Node[]
}

/**
 * Moves the requests that tests expect with the calls that make them, where both are certain; what is not is listed as a
 * pair of test and call.
 */
export const moveTests = (options: BesideOptions): MovedTests => {
  const claimed = claimedBy(options.plans)
  const tests = testRuns(options)
  const looked = addressesOf(options, tests, claimed)
  const addressed = looked.flatMap(({ verdicts }) => verdicts.filter((one) => one.plans.length > 0))
  const expected = expectedIn(options, looked, addressed)
  const edits = editsOf(looked, expected)
  const known = knownBy(looked, expected, edits, claimed)
  const rest = looked.map(({ file, run }) => leftovers({ ...options, file, run, addressed, known }))
  return {
    edits,
    notes: [...notesOn(looked, expected, options.root), ...rest.flatMap((one) => one.notes)],
    files: new Set(looked.map(({ file }) => file)),
    told: [
      ...rest.flatMap(({ told }) => told),
      ...tests.flatMap(({ file, run }) => stayingGraphql(options.trace, file, run, options.plans)),
    ],
  }
}

/** What tests say of requests and answers beside their addresses. */
interface Expected {
  readonly answers: readonly AnswerVerdict[]
  readonly bodies: readonly BodyVerdict[]
  readonly statuses: readonly StatusVerdict[]
}

const expectedIn = (
  options: BesideOptions,
  looked: readonly Looked[],
  addressed: readonly Told[],
): Expected => ({
  answers: oneEach(looked.flatMap((one) => answersOf(options, one, addressed))),
  bodies: looked.flatMap(({ file, run }) =>
    [moveBodies, moveAbsentBodies].flatMap((move) => move(options.trace, file, run, addressed)),
  ),
  statuses: looked.flatMap(({ file, run }) => moveStatuses(options.trace, file, run, addressed)),
})

const editsOf = (looked: readonly Looked[], { answers, bodies, statuses }: Expected): readonly Edit[] =>
  [...looked.flatMap((one) => one.verdicts), ...answers, ...bodies, ...statuses].flatMap((one) =>
    'edits' in one ? (one.edits ?? []) : [],
  )

/** Tells the nodes of tests that need nothing more said of them. */
const knownBy = (
  looked: readonly Looked[],
  { answers, bodies }: Expected,
  edits: readonly Edit[],
  claimed: Claimed,
): ((node: ts.Node) => boolean) => {
  const dealtWith = new Set<ts.Node>([
    // A part of an address that no call says so (`url.includes('/endpoints/')`) may be that of several.
    ...looked
      .flatMap((one) => one.verdicts)
      .filter((one) => !('silent' in one) || one.own || one.plans.length > 0)
      .map(({ address }) => address.node),
    ...answers.map(({ answer }) => answer.literal),
    ...bodies.map(({ node }) => node),
  ])
  return (node) => dealtWith.has(node) || claimed(node) || touched(node, edits)
}

const notesOn = (
  looked: readonly Looked[],
  { answers, bodies, statuses }: Expected,
  root: string,
): Note[] => [
  ...looked.flatMap((one) => one.verdicts.flatMap((verdict) => noteOn(verdict, one.near, root))),
  ...answers.map((one) => noteOnAnswer(one, root)),
  ...bodies.map((one) => noteOnBody(one, root)),
  ...statuses.map((one) => noteOnStatus(one, root)),
]

interface Looked extends TestRun {
  readonly near: Near
  readonly verdicts: readonly Verdict[]
}

/** The files of the tests that are about calls, with what becomes of the addresses in them. */
const addressesOf = (options: BesideOptions, tests: readonly TestRun[], claimed: Claimed): Looked[] => {
  const done = options.plans.filter(isDone)
  const made = keysOf(done.flatMap(({ base, edits }) => [...base, ...edits]))
  const variables = new Set(done.flatMap(variablesOf).map(([name]) => name))
  const isOthers = othersPaths(options.trace, options.files, options.hosts, options.root)
  return tests
    .filter(({ run }) => run.length > 0)
    .map(({ file, run }) => {
      const near = { plans: run.filter(isRest), made, variables, isOthers }
      return { file, run, near, verdicts: verdictsIn(options, file, near, claimed) }
    })
}

const verdictsIn = (
  { trace, hosts, routes, root, mayChange }: BesideOptions,
  file: ts.SourceFile,
  near: Near,
  claimed: Claimed,
): Verdict[] => {
  const addresses = addressesIn(trace, file, hosts, routes).filter((one) => !claimed(one.node))
  const given = addresses.map((address): Verdict => {
    const verdict = verdictOn(trace, address, near, routes)
    const { line } = positionOf(address.node, root)
    if (!('edits' in verdict) || mayChange(file.fileName, line)) return verdict
    return { address, why: 'this file, or this place in it, is not to be changed', plans: verdict.plans }
  })
  return settled(trace, withOwnBase(given))
}

/** The answers that a file gives, also by what it shares with others: told alone where they are not to be changed. */
const answersOf = (
  options: BesideOptions,
  { file, run }: TestRun,
  addressed: readonly Told[],
): AnswerVerdict[] =>
  moveAnswers(options.trace, file, run, addressed).map(({ edits, ...one }) =>
    edits && mayMove(options, one.answer.literal) ? { ...one, edits } : one,
  )

/** Whether a literal stands in a test, where it may be changed: what a program itself holds is not only a test's. */
const mayMove = ({ mayChange, root }: BesideOptions, literal: ts.Node): boolean => {
  const file = literal.getSourceFile()
  return isTestFile(file, root) && mayChange(file.fileName, positionOf(literal, root).line)
}

/** What several tests give as an answer is said once, of all the calls. */
const oneEach = (found: readonly AnswerVerdict[]): AnswerVerdict[] =>
  [...groupBy(found, ({ answer }) => answer.literal).values()].flatMap((same) => {
    const last = same.at(-1)
    return last ? [{ ...last, calls: [...new Set(same.flatMap(({ calls }) => calls))] }] : []
  })

/** What is rewritten with an address has been dealt with. */
const touched = (node: ts.Node, edits: readonly Edit[]): boolean =>
  edits.some(
    ({ file, start, end }) =>
      file === node.getSourceFile() && start <= node.getStart() && end >= node.getEnd(),
  )

/** Whether a node is part of a call's own address. */
type Claimed = (node: ts.Node) => boolean

const claimedBy = (plans: readonly Plan[]): Claimed => {
  const found = new Set<string>()
  for (const { site, edits, base, left } of plans) {
    for (const { text } of site.located)
      for (const piece of text.pieces)
        if (piece.kind === 'written' && piece.start >= 0) found.add(`${piece.file.fileName}:${piece.start}`)
    if (!left) for (const edit of [...base, ...edits]) found.add(keyOf(edit))
  }
  return (node) => {
    const { fileName } = node.getSourceFile()
    return literalsOf(node).some((one) => found.has(`${fileName}:${one.getStart() + 1}`))
  }
}

const literalsOf = (node: ts.Node): ts.Node[] => {
  if (compiler.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
  if (compiler.isBinaryExpression(node)) return [...literalsOf(node.left), ...literalsOf(node.right)]
  return [node]
}
