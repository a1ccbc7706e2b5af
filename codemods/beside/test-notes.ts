import type { ts } from 'ts-morph'
import type { Note } from '../project/note.ts'
import type { Edit } from '../rewrite/edit/edit.ts'
import { positionOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { saidPlace } from '../rewrite/settle.ts'
import { shapeOf } from '../sites/texts/text.ts'
import type { TestAddress } from './addresses.ts'
import type { AnswerVerdict } from './answers/mock-answers.ts'
import type { StatusVerdict } from './answers/statuses.ts'
import { isDone, type Near } from './near.ts'
import type { BodyVerdict } from './requests/bodies.ts'
import { SAYS_WHOLE } from './requests/said-whole.ts'
import { NOT_FOUND, type Verdict } from './requests/verdict.ts'

/** What is said of an address in a test. */
export const noteOn = (verdict: Verdict, near: Near, root: string): Note[] => {
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
  if (verdict.why === NOT_FOUND)
    return [
      {
        ...place,
        rule: 'codemod.test',
        class: 'follow-up',
        fix: 'see what it is there for: take it out, or say what is asked for now',
        why: `this says ${said(address)}: ${verdict.why}`,
      },
    ]
  return [
    {
      ...place,
      rule: 'codemod.test',
      class: 'follow-up',
      fix: v2
        ? `change what is expected here to what the call does now`
        : verdict.why === SAYS_WHOLE
          ? 'say the whole address here as well'
          : 'change both together',
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

/** The calls that an answer is for. */
const callsAt = (calls: readonly Plan[], root: string): string => {
  const [first = '', ...others] = new Set(calls.map((one) => saidPlace(one, root)))
  return others.length === 0 ? `the call at ${first}` : `the calls at ${[first, ...others].join(', ')}`
}

/** What is said of an answer that a test gives. */
export const noteOnAnswer = ({ answer, calls, edits, isBeside }: AnswerVerdict, root: string): Note => {
  const call = callsAt(calls, root)
  const routes = new Set(calls.flatMap(({ route }) => (route ? [`${route.v2.method} ${route.v2.path}`] : [])))
  const are = call.startsWith('the calls') ? 'are' : 'is'
  const place = placeOf(answer.literal, root)
  if (edits) return { ...place, ...movedWith('an answer, ', call) }
  return {
    ...place,
    rule: 'codemod.test-answers',
    class: 'follow-up',
    fix: `${isBeside ? 'where it is, ' : ''}say it as ${[...routes].join(', ')} ${routes.size > 1 ? 'do' : 'does'}`,
    why: isBeside
      ? `this may be what ${call} ${are} answered, which is in v2's words now; the test asks others as well`
      : `this answers as v1 did, and ${call} ${are} answered in v2's words now`,
  }
}

/** What is said of a body that a test expects. */
export const noteOnBody = ({ node, plan, edits, isAbsent }: BodyVerdict, root: string): Note => {
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

/** What is said of a status that a test answers with. */
export const noteOnStatus = ({ node, plan, held, edits }: StatusVerdict, root: string): Note => {
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
