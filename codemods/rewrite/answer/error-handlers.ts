import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, walk } from '../../sites/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/trace.ts'
import { functionsOf } from './status.ts'

/** Where the code looks at what a call answered with: the helpers on the way, the caller, and what its errors are handed to. */
export const placesOf = (trace: Trace, site: Site): ts.Node[] => {
  const around = functionAround(site.top)
  const handlers = THROWS.test(site.sink.library) ? handlersOf(trace, site) : []
  return [...new Set([...functionsOf(site), ...(around ? [around] : []), ...handlers])]
}

/** Libraries that throw what a call was refused with, and keep its body. */
const THROWS = /^(axios|got|superagent)$/

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
