import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { bare, functionAround, returnsOf, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import { type ErrorTaker, errorTakersIn, isGivenNext } from '../../../sites/served/error-takers.ts'
import { isHandler } from '../../../sites/served/routes-around.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { functionsOf, placeAround } from '../functions-of.ts'
import { keptBodies } from './kept-bodies.ts'
import { thrownAt, thrownParsed } from './thrown-parsed.ts'

/** Where the code looks at what a call answered with: the helpers on the way, the caller, and what its errors are handed to. */
export const placesOf = (trace: Trace, site: Site): ts.Node[] => {
  const caught = caughtOf(trace, site).map(({ place }) => place)
  return [
    ...new Set([
      ...functionsOf(site),
      ...placesOfKept(trace, site, site.top),
      ...caught,
      ...errorTakers(trace, site),
    ]),
  ]
}

/** Where a call is made, and where those that are given on what keeps its body read it: `const remove = (id) => ask(id)`. */
const placesOfKept = (trace: Trace, site: Site, call: ts.Expression, level = 0): ts.Node[] => {
  const around = functionAround(call)
  const { membersOf } = keptBodies(trace, site)
  const isOne = (one: ts.Expression): boolean => membersOf(one) !== undefined
  const isGiven =
    around && level < MOST_LEVELS && (returnsOf(around).some(isOne) || trace.callers(around).some(isOne))
  const calls = isGiven ? trace.callers(around).filter(compiler.isCallExpression) : []
  return [placeAround(call), ...calls.flatMap((one) => placesOfKept(trace, site, one, level + 1))]
}

/** The functions of the project that are handed what a call was refused with. */
export const errorTakers = (trace: Trace, site: Site): ts.Node[] =>
  caughtOf(trace, site).flatMap((one) => handedTo(trace, one))

/** Those that are handed an error of the program's own, which a call's refusal was put into. */
export const ownErrorTakers = (trace: Trace, site: Site): ts.Node[] =>
  catchesOf(trace, site.top).flatMap((one) => handedTo(trace, one))

/** Where a call's refusal is caught: on the way, and where the call is asked for. */
export const caughtOf = (trace: Trace, site: Site): ErrorTaker[] =>
  THROWS.test(site.sink.library) ||
  functionsOf(site).some((one) => throwsAnswer(trace, one)) ||
  thrownParsed(trace, site).some(({ isOwn }) => !isOwn)
    ? [...catchesOf(trace, site.top), ...passesOf(site).flatMap((call) => catchesWithin(trace, call))]
    : []

/** `throw res`, `new Error(…, { cause: res })`: an answer as what is caught. */
const throwsAnswer = ({ checker }: Trace, place: ts.Node): boolean =>
  someNode(place, (node) => {
    const isCause = compiler.isPropertyAssignment(node) && node.name.getText() === 'cause'
    const value = isCause ? node.initializer : thrownAt(node)
    return (
      value !== undefined &&
      compiler.isIdentifier(value) &&
      checker.getTypeAtLocation(value).getProperty('json') !== undefined
    )
  })

/** Libraries that throw what a call was refused with, and keep its body. */
export const THROWS = /^(axios|got|ky|ofetch|superagent)$/

const MOST_LEVELS = 3

/** Where a call, or the callers of the function around it, catch what it throws. */
const catchesOf = (trace: Trace, node: ts.Node, level = 0): ErrorTaker[] => {
  const around = functionAround(node)
  const calls = around && level < MOST_LEVELS ? [...trace.callers(around), ...runsOf(trace, around)] : []
  const own = catchesAt(trace, node)
  return [
    ...own,
    ...(around && own.length === 0 && isHandler(trace, around) ? errorTakersIn(trace) : []),
    ...calls.flatMap((call) => catchesOf(trace, call, level + 1)),
  ]
}

/** The library's own call, and in each helper on the way the call of the one before it. */
const passesOf = (site: Site): ts.Node[] => {
  const found: ts.Node[] = [site.sink.call]
  for (const frame of framesFrom(site.scope)) if (frame.call !== site.top) found.push(frame.call)
  return found
}

/** Where a helper catches what a call in it throws, also one that it has run by another: `retry(async () => axios.get(path))`. */
const catchesWithin = (trace: Trace, node: ts.Node): ErrorTaker[] => {
  const around = functionAround(node)
  const runs = around ? runsOf(trace, around) : []
  const caught = [node, ...runs].flatMap((one) => catchesAt(trace, one))
  return around && runs.length > 0 ? [...caught, ...catchesWithin(trace, around.parent)] : caught
}

/** Where a function of the project runs a callback that it is given: `guarded(() => http.get('/pods'))`. */
const runsOf = (trace: Trace, callback: ts.Node): ts.Node[] => {
  const call = callback.parent
  if (!compiler.isCallExpression(call)) return []
  const index = call.arguments.findIndex((one) => bare(one) === callback)
  return trace.targets(call, undefined).flatMap(({ node }) => {
    const name = parameterOf(node, index)
    const runs: ts.Node[] = []
    if (name)
      walk(node, (one) => {
        if (compiler.isCallExpression(one) && isNamed(bare(one.expression), name.getText())) runs.push(one)
        return undefined
      })
    return runs
  })
}

/** `try { await create() } catch (error) { … }`, `create().catch((error) => …)`, `create().then(done, refused)`. */
const catchesAt = (trace: Trace, call: ts.Node): ErrorTaker[] => {
  const found: ErrorTaker[] = []
  for (let at = call; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (compiler.isTryStatement(parent) && parent.tryBlock === at && parent.catchClause) {
      const { block, variableDeclaration } = parent.catchClause
      found.push({ place: block, name: variableDeclaration?.name })
    }
    const handler = compiler.isPropertyAccessExpression(parent) ? handlerOf(parent) : undefined
    const functions = handler ? trace.sources(handler, undefined) : []
    found.push(...functions.map(({ node }) => ({ place: node, name: parameterOf(node, 0) })))
  }
  return found
}

/** What is called where a promise is refused. */
const handlerOf = (callee: ts.PropertyAccessExpression): ts.Expression | undefined => {
  const place = ['catch', 'then'].indexOf(callee.name.text)
  const call = callee.parent
  return place >= 0 && compiler.isCallExpression(call) ? call.arguments[place] : undefined
}

/** Functions of the project that are handed an error: `catch (error) { this.classify(error) }`. */
const handedTo = (trace: Trace, { place, name }: ErrorTaker, level = 0): ts.Node[] => {
  const found: ts.Node[] = []
  if (!name || level === MOST_LEVELS) return found
  walk(place, (node) => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return undefined
    const index = node.arguments?.findIndex((one) => isNamed(bare(one), name.getText())) ?? -1
    if (index < 0) return undefined
    if (compiler.isCallExpression(node) && isGivenNext(trace, node))
      found.push(...errorTakersIn(trace).map((one) => one.place))
    for (const { node: callee } of trace.targets(node, undefined))
      found.push(callee, ...handedTo(trace, { place: callee, name: parameterOf(callee, index) }, level + 1))
    return undefined
  })
  return found
}

const parameterOf = (node: ts.Node, index: number): ts.BindingName | undefined =>
  compiler.isFunctionLike(node) ? node.parameters[index]?.name : undefined

const isNamed = (node: ts.Node, name: string): boolean => compiler.isIdentifier(node) && node.text === name
