import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nodesIn, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { checkText, onlyAsks } from './checks-around.ts'
import { keptFor, requestNames } from './request-names.ts'

/**
 * What was looked at by functions that made parts of the request: `if (!key) throw …` in `headers()`.
 * @param key what the moved call is given as its key: what that calls looks for itself
 * @param isHanded whether the function that made the request stays, but for the request
 */
export const checksOfMakers = (trace: Trace, site: Site, key: string, isHanded: boolean): string[] => {
  const checks = makersOf(trace, site, key, isHanded)
    .flatMap((maker) => nodesIn(maker, compiler.isIfStatement))
    .filter((one) => nodesIn(one, compiler.isThrowStatement).length > 0)
  if (checks.length === 0) return []
  const names = requestNames(trace, site)
  const asked = checks.filter((one) => onlyAsks(one, names)).map(({ expression }) => expression.getText())
  return [...new Set(asked)].map((one) => checkText(one, 'threw', true))
}

/** The functions that are called for the request alone, and what these call. */
const makersOf = (trace: Trace, { sink, top }: Site, key: string, isHanded: boolean): ts.Node[] => {
  const goesWhole = !isHanded && top !== sink.call
  const found = new Set<ts.Node>([sink.call])
  for (const made of found) {
    walk(made, (node) => {
      if (compiler.isFunctionLike(node) && node !== made) return false
      const kept = goesWhole && compiler.isIdentifier(node) ? keptFor(trace, node, made) : undefined
      if (kept) found.add(kept)
      if (!compiler.isCallExpression(node) || node === sink.call || key.includes(`${nameCalled(node)}(`))
        return undefined
      for (const target of trace.targets(node, undefined)) found.add(target.node)
      return undefined
    })
    if (found.size > MOST) break
  }
  return [...found].filter(compiler.isFunctionLike)
}

/** More than that make no request. */
const MOST = 30

/** `key` of `this.config.key()`. */
const nameCalled = ({ expression }: ts.CallExpression): string =>
  compiler.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
