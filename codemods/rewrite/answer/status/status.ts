import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { v2Operations } from '../../../../mappings/schemas/operations.ts'
import { compiler } from '../../../project/compiler.ts'
import { answerOf } from '../../../sites/answers/answer.ts'
import { frameOf, framesFrom } from '../../../sites/program/frames/frames.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { reasons } from '../../reason.ts'
import { isAnswered } from '../another-call.ts'
import { errorTakers } from '../errors/error-handlers.ts'
import { refusalGivenOn } from '../errors/refusal-given-on.ts'
import { functionsOf, placeAround } from '../functions-of.ts'
import { isUsed } from '../used.ts'
import { type CallBeyond, callsBeyond, givenByTop, givenOnTheWay } from './status-beyond.ts'
import { isAskedInError, isAskedWhereCaught } from './status-caught.ts'
import { gatheredStatuses } from './status-gathered.ts'
import { givesOn } from './status-given-on.ts'
import { type AskedStatus, statusesAsked, statusesHanded, within } from './status-handed.ts'
import { isJudgedUnseen, judgedStatuses } from './status-judged.ts'
import { isOfNoAnswer } from './status-of-none.ts'
import { questionsIn, type StatusQuestion } from './status-questions.ts'
import { refusalStatusGivenOn } from './status-refused-on.ts'
import { isUnfollowed } from './status-unfollowed.ts'
import type { GivenAs, HeldNumber } from './status-values.ts'

/** What v2 answers a route with when all is well. */
const statusOf = ({ v2 }: Route): number | undefined =>
  Object.values(v2Operations).find(
    ({ method, path }) => method === v2.method && (path === v2.path || `/v2${path}` === v2.path),
  )?.status

/** The exact status that a call's answer is held to, where v2 answers with another. */
export interface ExactStatus {
  readonly was: number
  readonly is: number
  /** Whether it is v2's status that is asked for, and not v1's. */
  readonly isNew: boolean
  /** What makes the comparisons v2's; undefined where they are about other calls' answers, too. */
  readonly edits: readonly Edit[] | undefined
}

/** What holds a call's answer to the exact status v1 answered, where v2 answers with another; undefined where nothing does. */
export const exactStatus = (trace: Trace, site: Site, route: Route): ExactStatus | undefined => {
  const is = statusOf(route)
  const was = route.success
  if (is === undefined || is === was) return undefined
  const found = askedOf(trace, site).filter((one) => differs(one, was, is))
  if (found.length === 0) return undefined
  const edits = found.map((one) => editsOf(one, was, is))
  return {
    was,
    is,
    isNew: found.every(({ numbers }) => numbers.every(({ value }) => value !== was)),
    edits: edits.includes(undefined) ? undefined : distinct(edits.flatMap((one) => one ?? [])),
  }
}

/** What is to be said of statuses that v2 has for what v1 answered with another, and of refusals that are given on. */
export const statusFindings = (trace: Trace, site: Site, route: Route): Finding[] => {
  const is = statusOf(route) ?? route.success
  const place = placeAround(site.top)
  const isRefused = route.old.method !== 'GET' && asksForRefusal(trace, site)
  return [
    ...(isRefused ? [tolerated(REFUSED, reasons.refused().why)] : []),
    ...(is !== route.success && givesOn(trace, place, site.top)
      ? [tolerated(is, reasons.givenOn(route.success, is).why)]
      : is !== route.success && isHeldElsewhere(trace, site)
        ? [tolerated(is, reasons.givenOn(route.success, is, UNFOLLOWED).why)]
        : []),
    ...(route.body ? refusalStatus(trace, site) : []),
    ...refusalGivenOn(trace, site, route),
  ]
}

/** That the program gives on by which status it was refused. */
const refusalStatus = (trace: Trace, site: Site): Finding[] => {
  const given = refusalStatusGivenOn(trace, site, tellsRefusal)
  if (!given) return []
  const said = [...new Set(given.routes.map((one) => one.said))]
  return [tolerated(REFUSED, reasons.refusedOn(said, given.isHeld).why)]
}

const UNFOLLOWED = 'kept, or looked at in a way that was not followed'

/** Whether the status is kept, or looked at, where nobody can tell what hangs on it: on the way, or where functions give it on. */
const isHeldElsewhere = (trace: Trace, site: Site): boolean =>
  isJudgedUnseen(trace, site) || isKept(trace, site)

const isKept = (trace: Trace, site: Site): boolean => {
  const { top, sink, scope } = site
  const own = givenByTop(trace, site)
  const calls: Pick<CallBeyond, 'call' | 'as'>[] = [
    ...(sink.call === top ? [] : [{ call: sink.call, as: undefined }]),
    { call: top, as: own },
    ...callsBeyond(trace, top, own),
  ]
  return calls.some(({ call, as }) => {
    const place = placeAround(call)
    return isUnfollowed(trace, { place, call, as, scope: frameOf(scope, place) })
  })
}

const tolerated = (status: number, why: string): Finding => ({
  code: 'TOLERATED',
  rule: 'codemod.status',
  at: `status ${status}`,
  why,
})

/** Whether the code around a call, or what calls that, tells the status by which v1 refused from those v2 has for it. */
const asksForRefusal = (trace: Trace, site: Site): boolean =>
  placesOf(site).some((place) =>
    refusalsAskedIn(trace, place).some((one) => !isOfNoAnswer(trace, one.of, site)),
  ) ||
  placesOf(site).some((place) => isAskedInError(trace, place, tellsRefusal)) ||
  placesOf(site).some((place) =>
    statusesHanded(trace, place, undefined, ownCalls(site)).some(tellsRefusal),
  ) ||
  askedBeyond(trace, site).some(tellsRefusal) ||
  errorTakers(trace, site).some((place) =>
    refusalsAskedIn(trace, place).some((one) => !isAnswered(trace, one.of)),
  ) ||
  isAskedWhereCaught(trace, site.top, tellsRefusal)

const refusalsAskedIn = (trace: Trace, place: ts.Node): StatusQuestion[] =>
  questionsIn({ trace, scope: undefined }, place).filter(tellsRefusal)

const tellsRefusal = (one: StatusQuestion): boolean =>
  one.numbers.some(({ value }) => value === REFUSED) && REFUSED_NOW.some((now) => differs(one, REFUSED, now))

/** v1 answered 400 to whatever it did not take. */
const REFUSED = 400
const REFUSED_NOW = [409, 422]

const EITHER = [true, false]

/** Whether the code goes one way for one status, and another for the other. */
const differs = ({ way }: StatusQuestion, one: number, other: number): boolean =>
  EITHER.some((beside) => way(one, beside) !== way(other, beside))

/** The functions that a call's answer passes through, and the one that asks for it. */
const placesOf = (site: Site): ts.Node[] => [...new Set([...functionsOf(site), placeAround(site.top)])]

/** Tells the call itself, and those on its way, of the functions that make it for others as well. */
const ownCalls =
  ({ top, sink, scope }: Site) =>
  (call: ts.Node): boolean =>
    call === top || (scope !== undefined && [sink, ...framesFrom(scope)].some((one) => one.call === call))

/** What is asked of the status of a call's answer, or of one that may be its, here and where functions give it on. */
const askedOf = (trace: Trace, site: Site): AskedStatus[] => {
  const isOurs = ownCalls(site)
  const own = givenByTop(trace, site)
  const given = new Map<ts.Node, GivenAs | undefined>()
  for (const [call, as] of givenOnTheWay(trace, site)) given.set(placeAround(call), as)
  const here = placesOf(site).flatMap((place) =>
    statusesAsked(trace, place, frameOf(site.scope, place), isOurs, given.get(place))
      .filter(({ calls, of }) =>
        calls.length > 0
          ? calls.some(isOurs)
          : !compiler.isSourceFile(place) && !isOfNoAnswer(trace, of, site),
      )
      .map((one) => (one.calls.includes(site.top) ? one : onlyIn(site.top, one))),
  )
  const outer = callsBeyond(trace, site.top, own)
  const gathered = [site.top, ...outer.map(({ call }) => call)]
    .flatMap((call) => gatheredStatuses(trace, call))
    .map((one) => onlyIn(site.top, one))
  const judged = judgedStatuses(trace, site).map((one) => onlyIn(site.top, one))
  return [...here, ...askedBeyond(trace, site), ...gathered, ...judged]
}

/** The same where functions give the answer, or its status, on. */
const askedBeyond = (trace: Trace, site: Site): AskedStatus[] =>
  callsBeyond(trace, site.top, givenByTop(trace, site)).flatMap(({ call: from, isOnly, as }) => {
    const isIts = (call: ts.Node): boolean => call === from
    return statusesAsked(trace, placeAround(from), undefined, isIts, as)
      .filter(({ calls }) => calls.some(isIts))
      .map((one) => (isOnly ? one : onlyIn(site.top, one)))
  })

/** What is said of several calls' answers stays; what a call says itself is its own. */
const onlyIn = (top: ts.Node, asked: AskedStatus): AskedStatus => ({
  ...asked,
  numbers: asked.numbers.map((one) => within(top, one)),
})

/** Writes the new status where the old one stands, if the code then goes the way it went. */
const editsOf = (
  { numbers, way, isSwitch }: AskedStatus,
  was: number,
  is: number,
): readonly Edit[] | undefined => {
  if (isSwitch && numbers.some(({ value }) => value === is)) return undefined
  const written = new Map(
    numbers.flatMap((one) => {
      const instead = one.value === was ? one.instead(is) : undefined
      return instead ? [[one, replace(instead.node, instead.text)]] : []
    }),
  )
  const read = (one: HeldNumber): number => (written.has(one) ? is : one.value)
  const isSame = EITHER.every((beside) => way(was, beside) === way(is, beside, read))
  return isSame ? [...written.values()] : undefined
}

/** A question may be met in a function and in the one around it. */
const distinct = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((one) => [`${one.file.fileName}:${one.start}`, one])).values(),
]

/** Whether nobody asks how a call went: its answer is dropped where it is made, and on the way there nothing looks at it. */
export const isPassedOver = (trace: Trace, site: Site): boolean => {
  if (site.sink.library !== 'fetch' || isUsed(site.top)) return false
  if (answerOf(trace, site).kind !== 'response') return false
  for (const frame of framesFrom(site.scope))
    if (/\bthrow\b|\.(ok|status)\b/.test(flatText(frame.callee))) return false
  return true
}
