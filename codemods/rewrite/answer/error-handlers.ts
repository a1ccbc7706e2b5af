import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { functionsOf } from './status.ts'

/** Where the code looks at what a call answered with: the helpers on the way, the caller, and what its errors are handed to. */
export const placesOf = (trace: Trace, site: Site): ts.Node[] => {
  const around = functionAround(site.top)
  const caught = THROWS.test(site.sink.library) ? catchesOf(trace, site.top) : []
  const handlers = caught.flatMap((one) => [one.place, ...handedTo(trace, one)])
  return [...new Set([...functionsOf(site), ...(around ? [around] : []), ...handlers])]
}

/** Libraries that throw what a call was refused with, and keep its body. */
export const THROWS = /^(axios|got|ky|ofetch|superagent)$/

const MOST_LEVELS = 3

/** What runs where a call was refused, and what the error is called there. */
interface Caught {
  readonly place: ts.Node
  readonly name: ts.BindingName | undefined
}

/** Where a call, or the callers of the function around it, catch what it throws. */
const catchesOf = (trace: Trace, node: ts.Node, level = 0): Caught[] => {
  const around = functionAround(node)
  const calls = around && level < MOST_LEVELS ? [...trace.callers(around), ...runsOf(trace, around)] : []
  return [...catchesAt(trace, node), ...calls.flatMap((call) => catchesOf(trace, call, level + 1))]
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
const catchesAt = (trace: Trace, call: ts.Node): Caught[] => {
  const found: Caught[] = []
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
const handedTo = (trace: Trace, { place, name }: Caught, level = 0): ts.Node[] => {
  const found: ts.Node[] = []
  if (!name || level === MOST_LEVELS) return found
  walk(place, (node) => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return undefined
    const index = node.arguments?.findIndex((one) => isNamed(bare(one), name.getText())) ?? -1
    if (index < 0) return undefined
    for (const { node: callee } of trace.targets(node, undefined))
      found.push(callee, ...handedTo(trace, { place: callee, name: parameterOf(callee, index) }, level + 1))
    return undefined
  })
  return found
}

const parameterOf = (node: ts.Node, index: number): ts.BindingName | undefined =>
  compiler.isFunctionLike(node) ? node.parameters[index]?.name : undefined

const isNamed = (node: ts.Node, name: string): boolean => compiler.isIdentifier(node) && node.text === name
