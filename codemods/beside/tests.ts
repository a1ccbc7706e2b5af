import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { type Edit, keyOf } from '../rewrite/edit/edit.ts'
import { positionOf, variablesOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { saidPlace } from '../rewrite/settle.ts'
import { shapeOf } from '../sites/texts/text.ts'
import { addressesIn, type TestAddress } from './addresses.ts'
import { moveAnswers } from './answers.ts'
import { type BodyVerdict, moveBodies } from './bodies.ts'
import { leftovers } from './leftovers.ts'
import type { AnswerVerdict } from './mock-answers.ts'
import { callsIn, isDone, isRest, keysOf, type Near } from './near.ts'
import type { BesideOptions } from './options.ts'
import { stayingGraphql } from './staying-graphql.ts'
import { byStemOf, filesRunBy, isTestFile } from './test-files.ts'
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
  const { trace, files, plans, root } = options
  const byStem = byStemOf(files)
  const claimed = claimedBy(plans)
  const made = keysOf(plans.filter(isDone).flatMap(({ base, edits }) => [...base, ...edits]))
  const variables = new Set(plans.filter(isDone).flatMap(variablesOf))
  const tests = files
    .filter((file) => isTestFile(file, root))
    .map((file) => ({ file, run: callsIn(plans, filesRunBy(file, trace.checker, byStem)) }))
  const looked = tests.filter(({ run }) => run.length > 0)
  const parts = looked.map(({ file, run }) =>
    moveTest(options, file, run, { plans: run.filter(isRest), made, variables }, claimed),
  )
  return {
    edits: parts.flatMap(({ edits }) => edits),
    notes: parts.flatMap(({ notes }) => notes),
    files: new Set(looked.map(({ file }) => file)),
    told: [
      ...parts.flatMap(({ told }) => told),
      ...tests.flatMap(({ file, run }) => stayingGraphql(trace, file, run, plans)),
    ],
  }
}

type Part = Pick<MovedTests, 'edits' | 'notes' | 'told'>

const moveTest = (
  options: BesideOptions,
  file: ts.SourceFile,
  run: readonly Plan[],
  near: Near,
  claimed: Claimed,
): Part => {
  const { trace, hosts, routes, root, mayChange } = options
  const addresses = addressesIn(trace, file, hosts, routes).filter((one) => !claimed(one.node))
  const given = addresses.map((address): Verdict => {
    const verdict = verdictOn(trace, address, near, routes)
    const { line } = positionOf(address.node, root)
    if (!('edits' in verdict) || mayChange(file.fileName, line)) return verdict
    return { address, why: 'this file, or this place in it, is not to be changed', plans: verdict.plans }
  })
  const verdicts = settled(trace, given)
  const told = verdicts.filter(({ plans }) => plans.length > 0)
  const answers = moveAnswers(trace, file, run, told)
  const bodies = moveBodies(trace, file, run, told)
  const edits = [...verdicts, ...answers, ...bodies].flatMap((one) =>
    'edits' in one ? (one.edits ?? []) : [],
  )
  const known = new Set<ts.Node>([
    // A part of an address that no call says so (`url.includes('/endpoints/')`) may be that of several.
    ...verdicts
      .filter((one) => !('silent' in one) || one.plans.length > 0)
      .map(({ address }) => address.node),
    ...answers.map(({ answer }) => answer.literal),
    ...bodies.map(({ node }) => node),
  ])
  const rest = leftovers({
    trace,
    file,
    run,
    addressed: told,
    hosts,
    root,
    known: (node) => known.has(node) || claimed(node) || touched(node, edits),
  })
  const notes = [
    ...verdicts.flatMap((one) => noteOn(one, near, root)),
    ...answers.map((one) => noteOnAnswer(one, root)),
    ...bodies.map((one) => noteOnBody(one, root)),
    ...rest.notes,
  ]
  return { edits, notes, told: rest.told }
}

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
    const untold = plan && toldNoMore(verdict.edits, plan)
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

const noteOnAnswer = ({ answer, plan, edits }: AnswerVerdict, root: string): Note => {
  const call = `the call at ${saidPlace(plan, root)}`
  const place = placeOf(answer.literal, root)
  if (edits) return { ...place, ...movedWith('an answer, ', call) }
  return {
    ...place,
    rule: 'codemod.test-answers',
    class: 'follow-up',
    fix: `say it as ${plan.route?.v2.method} ${plan.route?.v2.path} does`,
    why: `this answers as v1 did, and ${call} now reads v2's words`,
  }
}

const noteOnBody = ({ node, plan, edits }: BodyVerdict, root: string): Note => {
  const call = `the call at ${saidPlace(plan, root)}`
  const place = placeOf(node, root)
  if (edits) return { ...place, ...movedWith('a body, ', call) }
  return {
    ...place,
    rule: 'codemod.test-sent',
    class: 'follow-up',
    fix: 'say the body as the call sends it now',
    why: `this expects a body in v1's words, and ${call} sends v2's`,
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
