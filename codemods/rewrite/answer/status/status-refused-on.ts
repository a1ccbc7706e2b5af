import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { underSuccess } from '../../../sites/answers/failure/failure.ts'
import { originOf } from '../../../sites/answers/failure/origin.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import {
  dressed,
  functionAround,
  isInside,
  isOperation,
  nodesIn,
  statementOf,
} from '../../../sites/program/syntax/nodes.ts'
import { askersOf } from '../../../sites/served/askers.ts'
import { routesAround, type Served } from '../../../sites/served/routes-around.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { caughtBy } from '../errors/caught-answers.ts'
import { errorTakers, ownErrorTakers, THROWS } from '../errors/error-handlers.ts'
import { functionsOf, placeAround } from '../functions-of.ts'
import { callsBehind } from './status-calls.ts'
import { isAnswered } from './status-given-on.ts'
import { isRead, questionsIn, type StatusQuestion } from './status-questions.ts'
import { statusOwner } from './status-values.ts'

const MOST_LEVELS = 3

/** By what a program answers its own callers with the status of a refusal, and whether those in sight hold it to v1's. */
export interface RefusalGivenOn {
  readonly routes: readonly Served[]
  readonly isHeld: boolean
}

/**
 * Where a program answers its own callers with the status by which a call was refused: `res.status(error.response.status)`;
 * undefined where it does not, or all who ask for that are in sight and hold it to no status that v2 has not.
 */
export const refusalStatusGivenOn = (
  trace: Trace,
  site: Site,
  tells: (question: StatusQuestion) => boolean,
): RefusalGivenOn | undefined => {
  const isKept = isKeptInError(trace, site)
  const takers = [...errorTakers(trace, site), ...(isKept ? ownErrorTakers(trace, site) : [])]
  const own = [...givenFrom(trace, site.top, 0), ...givenByTakers(trace, new Set(takers))]
  const isThrown = THROWS.test(site.sink.library) || isKept
  const given = isThrown ? own : own.filter((node) => !isCaught(trace, node))
  if (given.length === 0) return undefined
  const routes = given.flatMap((node) => routesAround(trace, node))
  const { places } = askersOf(trace, routes)
  const isHeld = places.some((one) =>
    questionsIn({ trace, scope: undefined }, placeAround(one)).some(
      (question) => tells(question) && isOf(trace, question.of, one),
    ),
  )
  return places.length > 0 && !isHeld ? undefined : { routes, isHeld }
}

/** What was caught says only the status that the program gave it. */
const isCaught = (trace: Trace, node: ts.Node): boolean => {
  const origin = compiler.isExpression(node) ? originOf(trace, node) : undefined
  return origin !== undefined && !compiler.isCallExpression(origin)
}

/** `throw new ApiError(res.status, text)`, `Object.assign(new Error(text), { status: res.status })` */
const isKeptInError = (trace: Trace, site: Site): boolean =>
  [...functionsOf(site), placeAround(site.top)].some((place) =>
    nodesIn(place, isRead).some((node) => {
      const owner = statusOwner(trace, node)
      const calls = owner ? callsBehind(trace, owner) : []
      return calls.some((call) => callsOf(site).has(call)) && isHanded(node)
    }),
  )

const isHanded = (node: ts.Expression): boolean => {
  const { parent } = dressed(node)
  return (
    compiler.isNewExpression(parent) ||
    compiler.isPropertyAssignment(parent) ||
    (compiler.isCallExpression(parent) && parent.expression !== dressed(node)) ||
    (isOperation(parent, '=') && parent.right === dressed(node))
  )
}

/** Where the function around a call gives its refusal's status on, and where the callers of that do. */
const givenFrom = (trace: Trace, call: ts.Node, level: number): readonly ts.Node[] => {
  const maker = functionAround(call)
  const outer = maker && level < MOST_LEVELS ? trace.callers(maker) : []
  const own = statusesAnswered(trace, placeAround(call)).filter(
    ({ node, owner }) => isOf(trace, owner, call) && !underSuccess(trace, node),
  )
  return [...own.map(({ node }) => node), ...outer.flatMap((one) => givenFrom(trace, one, level + 1))]
}

/** What a server hands its errors to: `app.use((error, req, res, next) => res.status(error.response.status) …)`. */
const givenByTakers = (trace: Trace, takers: ReadonlySet<ts.Node>): readonly ts.Node[] =>
  [...takers].flatMap((place) =>
    statusesAnswered(trace, place).flatMap(({ node, owner }) => {
      const origin = originOf(trace, owner)
      return origin && compiler.isParameter(origin) && origin.parent === place ? [node] : []
    }),
  )

/** The statuses in a place that an answer is made with, and what each is read of. */
const statusesAnswered = (
  trace: Trace,
  place: ts.Node,
): readonly { readonly node: ts.Expression; readonly owner: ts.Expression }[] =>
  nodesIn(place, isRead).flatMap((node) => {
    const owner = isAnswered(node) && !isKeptAside(node) ? ownerOf(trace, node) : undefined
    return owner ? [{ node, owner }] : []
  })

/** `error` of `status`, also where that is `error.status ?? 500`, or `isOurs ? 502 : error.status`. */
const ownerOf = (trace: Trace, given: ts.Expression): ts.Expression | undefined => {
  const made = madeAs(trace, given)
  if (isOperation(made, '??', '||')) return ownerOf(trace, made.left)
  if (compiler.isConditionalExpression(made))
    return ownerOf(trace, made.whenTrue) ?? ownerOf(trace, made.whenFalse)
  return statusOwner(trace, given)
}

/** `failure.status = res.status`, and not `ctx.status = error.response.status`. */
const isKeptAside = (node: ts.Expression): boolean => {
  const said = statementOf(node)
  const assigned = compiler.isExpressionStatement(said) ? said.expression : said
  return (
    isOperation(assigned, '=') &&
    !/\b(ctx|context|c|res|response|reply|set)\.status(Code)?$/i.test(assigned.left.getText())
  )
}

/** Whether something is read of what a call answered, or was refused with. */
const isOf = (trace: Trace, owner: ts.Expression, call: ts.Node): boolean => {
  const made = madeAs(trace, owner)
  if (isOperation(made, '??', '||')) return isOf(trace, made.left, call)
  if (compiler.isConditionalExpression(made))
    return isOf(trace, made.whenTrue, call) || isOf(trace, made.whenFalse, call)
  const origin = originOf(trace, owner)
  if (!origin) return false
  if (compiler.isCatchClause(origin)) return isInside(call, origin.parent.tryBlock)
  const from = compiler.isParameter(origin) ? handledBy(origin) : origin
  return from !== undefined && isInside(call, from)
}

/** `call` of `call.catch((error) => …)` and of `call.then((answer) => …)`. */
const handledBy = ({ parent: handler }: ts.ParameterDeclaration): ts.Expression | undefined => {
  const { parent } = handler
  const isThen =
    compiler.isCallExpression(parent) &&
    compiler.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === 'then' &&
    parent.arguments[0] === handler
  return isThen ? parent.expression.expression : caughtBy(handler)
}
