import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { functionsOf } from './status.ts'

/** Where the code looks at what a call answered with: the helpers on the way, the caller, and what its errors are handed to. */
export const placesOf = (trace: Trace, site: Site): ts.Node[] => {
  const around = functionAround(site.top)
  const handlers = THROWS.test(site.sink.library)
    ? [...handlersOf(trace, site), ...above(trace, site.top)]
    : []
  return [...new Set([...functionsOf(site), ...(around ? [around] : []), ...handlers])]
}

/** Libraries that throw what a call was refused with, and keep its body. */
const THROWS = /^(axios|got|superagent)$/

const MOST_LEVELS = 3

/** Where callers of the function around a call catch what it throws. */
const above = (trace: Trace, node: ts.Node, level = 0): ts.Node[] => {
  const around = functionAround(node)
  if (!around || level === MOST_LEVELS) return []
  return trace.callers(around).flatMap((call) => [...catchesOf(call), ...above(trace, call, level + 1)])
}

/** `try { await create() } catch (error) { … }`, `create().catch((error) => …)`. */
const catchesOf = (call: ts.Node): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at = call; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (compiler.isTryStatement(parent) && parent.tryBlock === at && parent.catchClause)
      found.push(parent.catchClause.block)
    const isCatch = compiler.isPropertyAccessExpression(parent) && parent.name.text === 'catch'
    if (isCatch && compiler.isCallExpression(parent.parent)) found.push(...parent.parent.arguments)
  }
  return found
}

/** Functions of the project that take the error of a call: `catch (error) { this.classify(error) }`. */
const handlersOf = (trace: Trace, { top }: Site): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at: ts.Node = top; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (!compiler.isTryStatement(parent) || parent.tryBlock !== at || !parent.catchClause) continue
    const caught = parent.catchClause.variableDeclaration?.name
    if (!caught || !compiler.isIdentifier(caught)) continue
    walk(parent.catchClause.block, (node) => {
      const takesIt =
        compiler.isCallExpression(node) && node.arguments.some((one) => isNamed(bare(one), caught.text))
      if (takesIt) found.push(...trace.targets(node, undefined).map((one) => one.node))
      return undefined
    })
  }
  return found
}

const isNamed = (node: ts.Node, name: string): boolean => compiler.isIdentifier(node) && node.text === name
