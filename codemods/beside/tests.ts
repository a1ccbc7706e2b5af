import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { type Edit, keyOf } from '../rewrite/edit/edit.ts'
import { positionOf, variablesOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { saidPlace } from '../rewrite/settle.ts'
import { shapeOf } from '../sites/texts/text.ts'
import { moveAbsentBodies } from './absent-bodies.ts'
import { addressesIn, type TestAddress } from './addresses.ts'
import { moveAnswers, type Told } from './answers.ts'
import { type BodyVerdict, moveBodies } from './bodies.ts'
import { leftovers } from './leftovers.ts'
import type { AnswerVerdict } from './mock-answers.ts'
import { isDone, isRest, keysOf, type Near } from './near.ts'
import type { BesideOptions } from './options.ts'
import { othersPaths } from './others.ts'
import { withOwnBase } from './own-base.ts'
import { moveStatuses, type StatusVerdict } from './statuses.ts'
import { stayingGraphql } from './staying-graphql.ts'
import { isTestFile } from './test-files.ts'
import { type TestRun, testRuns } from './test-runs.ts'
import { settled, type Verdict, verdictOn } from './verdict.ts'

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
  const { plans, root } = options
  const claimed = claimedBy(plans)
  const tests = testRuns(options)
  const looked = addressesOf(options, tests, claimed)
  const addressed = looked.flatMap(({ verdicts }) => verdicts.filter((one) => one.plans.length > 0))
  const answers = oneEach(looked.flatMap((one) => answersOf(options, one, addressed)))
  const bodies = looked.flatMap(({ file, run }) =>
    [moveBodies, moveAbsentBodies].flatMap((move) => move(options.trace, file, run, addressed)),
  )
  const statuses = looked.flatMap(({ file, run }) => moveStatuses(options.trace, file, run, addressed))
  const verdicts = looked.flatMap((one) => one.verdicts)
  const edits = [...verdicts, ...answers, ...bodies, ...statuses].flatMap((one) =>
    'edits' in one ? (one.edits ?? []) : [],
  )
  const dealtWith = new Set<ts.Node>([
    // A part of an address that no call says so (`url.includes('/endpoints/')`) may be that of several.
    ...verdicts
      .filter((one) => !('silent' in one) || one.own || one.plans.length > 0)
      .map(({ address }) => address.node),
    ...answers.map(({ answer }) => answer.literal),
    ...bodies.map(({ node }) => node),
  ])
  const known = (node: ts.Node): boolean => dealtWith.has(node) || claimed(node) || touched(node, edits)
  const rest = looked.map(({ file, run }) => leftovers({ ...options, file, run, addressed, known }))
  const notes = [
    ...looked.flatMap((one) => one.verdicts.flatMap((verdict) => noteOn(verdict, one.near, root))),
    ...answers.map((one) => noteOnAnswer(one, root)),
    ...bodies.map((one) => noteOnBody(one, root)),
    ...statuses.map((one) => noteOnStatus(one, root)),
    ...rest.flatMap((one) => one.notes),
  ]
  return {
    edits,
    notes,
    files: new Set(looked.map(({ file }) => file)),
    told: [
      ...rest.flatMap(({ told }) => told),
      ...tests.flatMap(({ file, run }) => stayingGraphql(options.trace, file, run, plans)),
    ],
  }
}

interface Looked extends TestRun {
  readonly near: Near
  readonly verdicts: readonly Verdict[]
}

/** The files of the tests that are about calls, with what becomes of the addresses in them. */
const addressesOf = (options: BesideOptions, tests: readonly TestRun[], claimed: Claimed): Looked[] => {
  const done = options.plans.filter(isDone)
  const made = keysOf(done.flatMap(({ base, edits }) => [...base, ...edits]))
  const variables = new Set(done.flatMap(variablesOf))
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

/** What several tests give as an answer is said once. */
const oneEach = (found: readonly AnswerVerdict[]): AnswerVerdict[] => [
  ...new Map(found.map((one) => [one.answer.literal, one])).values(),
]

/** What is rewritten with an address has been dealt with. */
const touched = (node: ts.Node, edits: readonly Edit[]): boolean =>
  edits.some(
    ({ file, start, end }) =>
      file === node.getSourceFile() && start <= node.getStart() && end >= node.getEnd(),
  )

const noteOn = (verdict: Verdict, near: Near, root: string): Note[] => {
  const { address, plans } = verdict
  const [plan] = plans.length > 0 ? plans : near.plans
  if ('edits' in verdict && (verdict.edits.length === 0 || !plan)) return []
  const place = placeOf(address.node, root)
  const call = plan ? `the call at ${saidPlace(plan, root)}` : 'no call of these files'
  const v2 = plan?.route && isDone(plan) ? ` (now ${plan.route.v2.method} ${plan.route.v2.path})` : ''
  if ('edits' in verdict) {
    const isBase = address.kind !== 'path' && address.kind !== 'whole'
    const untold = isBase ? undefined : plan && toldNoMore(verdict.edits, plan)
    const moved = movedWith('', `${call}${v2}${untold ? '; other actions have this address as well' : ''}`)
    return [
      {
        ...place,
        ...moved,
        ...(untold ? { fix: `run the test, and have it ask for ${untold} as well` } : {}),
      },
    ]
  }
  if ('silent' in verdict) return []
  return [
    {
      ...place,
      rule: 'codemod.test',
      class: 'follow-up',
      fix: v2 ? `change what is expected here to what the call does now` : 'change both together',
      why: `this says ${said(address)} and belongs to ${call}${v2}: ${verdict.why}`,
    },
  ]
}

/** What tells an action apart that v1 had a path for, where the test holds its address alone: `action: start` of the body. */
const toldNoMore = (edits: readonly Edit[], { route }: Plan): string | undefined => {
  const [sent] = Object.entries(route?.sends ?? {})
  const isSaid = edits.some(({ text }) => text.includes(`${sent?.[1]}'`) || text.includes(`${sent?.[1]}"`))
  return sent && !isSaid ? `${sent[0]}: ${sent[1]} of the body` : undefined
}

const movedWith = (what: string, call: string): Pick<Note, 'rule' | 'class' | 'fix' | 'why'> => ({
  rule: 'codemod.test',
  class: 'rewritten',
  fix: 'run the test',
  why: `${what}moved with ${call}`,
})

const placeOf = (node: ts.Node, root: string) => ({ ...positionOf(node, root), confidence: 'high' as const })

const noteOnAnswer = ({ answer, plan, edits, isBeside }: AnswerVerdict, root: string): Note => {
  const call = `the call at ${saidPlace(plan, root)}`
  const place = placeOf(answer.literal, root)
  if (edits) return { ...place, ...movedWith('an answer, ', call) }
  return {
    ...place,
    rule: 'codemod.test-answers',
    class: 'follow-up',
    fix: `${isBeside ? 'where it is, ' : ''}say it as ${plan.route?.v2.method} ${plan.route?.v2.path} does`,
    why: isBeside
      ? `this may be what ${call} is answered, which is in v2's words now; the test asks others as well`
      : `this answers as v1 did, and ${call} is answered in v2's words now`,
  }
}

const noteOnBody = ({ node, plan, edits, isAbsent }: BodyVerdict, root: string): Note => {
  const call = `the call at ${saidPlace(plan, root)}`
  const place = placeOf(node, root)
  if (edits) return { ...place, ...movedWith('a body, ', call) }
  return {
    ...place,
    rule: 'codemod.test-sent',
    class: 'follow-up',
    fix: 'say the body as the call sends it now',
    why: isAbsent
      ? `this expects no body, and ${call} says its action in one now`
      : `this expects a body in v1's words, and ${call} sends v2's`,
  }
}

const noteOnStatus = ({ node, plan, held, edits }: StatusVerdict, root: string): Note => {
  const call = `the call at ${saidPlace(plan, root)}`
  const place = placeOf(node, root)
  if (edits) return { ...place, ...movedWith('a status, ', call) }
  return {
    ...place,
    rule: 'codemod.test-status',
    class: 'follow-up',
    fix: `answer with ${held.is} where all is well`,
    why: `this may be what ${call} is answered, which is held to ${held.is} now, and was to ${held.was}`,
  }
}

const said = ({ text }: TestAddress): string => shapeOf(text).replaceAll('\0', '{…}')

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
