import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../sites/program/names/symbol.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import { isOfRequest } from '../../sites/served/given-on.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Where a test parses the body that it looks at: `JSON.parse(init.body)`, Playwright's `request.postDataJSON()`, msw's
 * `await request.json()`, also what a handler keeps for the test (`seen.push(await request.json())`, `seen[0]`).
 */
export const parsedSent = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  if (isParse(trace, node)) return node
  if (!compiler.isIdentifier(node)) return keptOf(trace, node)
  const made = trace.sources(node, undefined).flatMap((one) => (isParse(trace, one.node) ? [one.node] : []))
  return made[0] as ts.Expression | undefined
}

const isParse = (trace: Trace, given: ts.Node): boolean => {
  const node = compiler.isAwaitExpression(given) ? bare(given.expression) : given
  if (!compiler.isCallExpression(node)) return false
  const callee = flatText(node.expression)
  if (callee === 'JSON.parse') return /body|\.data\b/i.test(flatText(node))
  if (/\.postDataJSON$/.test(callee)) return true
  return /\breq(uest)?\.json$/.test(callee) && isOfRequest(trace, node.expression)
}

/** The one body that is put into the list of which an item is taken: `seen[0]`, `seen.at(-1)`. */
const keptOf = (trace: Trace, item: ts.Expression): ts.Expression | undefined => {
  const list = listOf(item)
  const declared = list && symbolBehind(trace, list)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const [put, ...others] = mentionsOf(trace, declared.name).flatMap(({ parent }) => {
    const isPut =
      accessed(parent as ts.Expression)?.name === 'push' && compiler.isCallExpression(parent.parent)
    return isPut ? (parent.parent as ts.CallExpression).arguments : []
  })
  return put && others.length === 0 ? parsedSent(trace, bare(put)) : undefined
}

const listOf = (item: ts.Expression): ts.Identifier | undefined => {
  const isTaken =
    compiler.isCallExpression(item) && /^(at|pop|shift)$/.test(accessed(item.expression)?.name ?? '')
  const of = isTaken
    ? accessed(item.expression)?.of
    : compiler.isElementAccessExpression(item)
      ? item.expression
      : undefined
  const list = of && bare(of)
  return list && compiler.isIdentifier(list) ? list : undefined
}
