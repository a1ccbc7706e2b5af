import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Call, Source } from '../../../sites/program/frames/source.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, goesByPlace, isInside, walk } from '../../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../../sites/program/syntax/same-syntax.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { callsBehind, isThen } from './status-calls.ts'
import { questionsIn, type StatusQuestion } from './status-questions.ts'
import { ALONE, type GivenAs, type HeldNumber, statusOwner } from './status-values.ts'

/** A question about a status, and the calls whose answers it is of; none where that cannot be told. */
export interface AskedStatus extends StatusQuestion {
  readonly calls: readonly ts.Node[]
}

/**
 * What a function asks of the statuses of calls, itself or by functions that it hands an answer, or its status, to.
 * @param scope the frame of the function
 * @param as how calls of the program's own give a status, where that is not an answer's
 */
export const statusesAsked = (
  trace: Trace,
  place: ts.Node,
  scope: Scope | undefined,
  isOfInterest: (call: ts.Node) => boolean,
  as?: GivenAs,
): readonly AskedStatus[] => [
  ...questionsIn({ trace, scope, as }, place)
    .map((one) => ({ ...one, calls: callsBehind(trace, one.of) }))
    .map((one) => (areUnlike(one.calls) ? { ...one, numbers: one.numbers.map(unchanged) } : one)),
  ...statusesHanded(trace, place, scope, isOfInterest, as),
]

/** What functions ask of a status that a function hands them: `kindOf(res.status)`, `check(res)`. */
export const statusesHanded = (
  trace: Trace,
  place: ts.Node,
  scope: Scope | undefined,
  isOfInterest: (call: ts.Node) => boolean,
  as?: GivenAs,
): readonly AskedStatus[] =>
  handingsIn(trace, place, as).flatMap((one) => {
    const calls = callsBehind(trace, one.answer)
    return calls.some(isOfInterest) ? askedBy(trace, one, calls, scope) : []
  })

/** The functions that a function hands the answer of such a call to. */
export const functionsHanded = (
  trace: Trace,
  place: ts.Node,
  isOfInterest: (call: ts.Node) => boolean,
): readonly ts.Node[] =>
  handingsIn(trace, place).flatMap((one) => {
    const calls = one.isStatus ? [] : callsBehind(trace, one.answer)
    return calls.some(isOfInterest) ? runBy(trace, one).map(({ node }) => node) : []
  })

/** An answer, or its status, that goes into a function: `check(res, 200)`, `.then(check)`. */
interface Handing {
  readonly call: Call
  readonly index: number
  readonly answer: ts.Expression
  /** Whether it is the status alone. */
  readonly isStatus: boolean
  /** Of `.then(check)`, what is run; else the call runs it. */
  readonly runs?: ts.Expression
}

const handingsIn = (trace: Trace, place: ts.Node, as?: GivenAs): Handing[] => {
  const found: Handing[] = []
  walk(place, (node) => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return undefined
    const given = node.arguments ?? []
    const [first] = given
    if (isThen(node) && first && compiler.isIdentifier(bare(first)))
      found.push({
        call: node,
        index: 0,
        answer: node.expression.expression,
        isStatus: as === ALONE,
        runs: first,
      })
    for (const [index, one] of given.entries()) {
      const owner = statusOwner(trace, one, as)
      found.push({ call: node, index, answer: owner ?? one, isStatus: owner !== undefined })
    }
    return undefined
  })
  return found
}

const runBy = (trace: Trace, { call, runs }: Handing): Source[] =>
  (runs ? trace.sources(runs, undefined) : trace.targets(call, undefined)).filter(goesByPlace)

const askedBy = (
  trace: Trace,
  handing: Handing,
  calls: readonly ts.Node[],
  outer: Scope | undefined,
): AskedStatus[] => {
  const { call, index, isStatus, runs } = handing
  return runBy(trace, handing).flatMap((source) => {
    const place = source.node as ts.SignatureDeclaration
    const parameter = place.parameters[index]
    const status = isStatus ? parameter : undefined
    const scope = runs ? undefined : trace.frame(place, call, outer)
    const isOfIt = (name: ts.Expression): boolean => {
      const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
      return declared !== undefined && parameter !== undefined && isInside(declared, parameter)
    }
    return questionsIn({ trace, scope, status }, place)
      .filter((one) => isOfIt(one.of))
      .map((one) => ({ ...one, calls, numbers: one.numbers.map((number) => within(call, number)) }))
  })
}

/** What a function says itself, it says of whatever it is handed. */
export const within = (call: ts.Node, number: HeldNumber): HeldNumber =>
  isInside(number.node, call) ? number : unchanged(number)

const unchanged = (number: HeldNumber): HeldNumber => ({ ...number, instead: () => undefined })

/** Whether answers are those of several calls: the same one made again answers with the same. */
const areUnlike = ([first, ...others]: readonly ts.Node[]): boolean =>
  first !== undefined && others.some((one) => !sameSyntax(one, first))
