import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** Whether what GraphQL refused is thrown: always, never, or only where something else holds. */
export type Throws = 'always' | 'never' | 'sometimes'

/** What the functions on the way, and those they call, do with an answer that has errors. */
export const throwsErrors = (trace: Trace, { scope }: Site): Throws => {
  const found: Throws[] = []
  for (let frame = scope; frame; frame = frame.outer) {
    found.push(thrownIn(frame.callee))
    walk(frame.callee, (node) => {
      if (compiler.isCallExpression(node))
        for (const target of trace.targets(node, undefined)) found.push(thrownIn(target.node))
      return undefined
    })
  }
  return strongest(found)
}

const strongest = (found: readonly Throws[]): Throws =>
  found.find((one) => one === 'always') ?? found.find((one) => one === 'sometimes') ?? 'never'

const thrownIn = (callee: ts.Node): Throws => {
  const found: Throws[] = []
  walk(callee, (node) => {
    const [asked, yes, no] = choiceIn(node)
    if (!asked || !/errors\b/i.test(asked.getText())) return undefined
    const holds = whereErrors(asked)
    if (holds !== undefined) found.push(endOf(holds ? yes : no))
    else if (endOf(yes) !== 'never' || endOf(no) !== 'never') found.push('sometimes')
    return undefined
  })
  return strongest(found)
}

type Choice = readonly [asked?: ts.Expression, yes?: ts.Node | undefined, no?: ts.Node | undefined]

const choiceIn = (node: ts.Node): Choice => {
  if (compiler.isIfStatement(node)) return [node.expression, node.thenStatement, node.elseStatement]
  return compiler.isConditionalExpression(node) ? [node.condition, node.whenTrue, node.whenFalse] : []
}

const endOf = (branch: ts.Node | undefined): Throws => {
  let found: Throws = 'never'
  const look = (node: ts.Node, end: Throws): void =>
    walk(node, (one) => {
      const called = compiler.isCallExpression(one) ? one.expression.getText() : ''
      if (compiler.isThrowStatement(one) || /(^|\.)(reject|rej|fail)$/.test(called))
        found = strongest([found, end])
      if (!compiler.isIfStatement(one) || end === 'sometimes') return undefined
      look(one, 'sometimes')
      return false
    })
  if (branch) look(branch, 'always')
  return found
}

/** What a condition gives for an answer with errors beside its data; undefined where it hangs on something else. */
const whereErrors = (given: ts.Expression): boolean | undefined => {
  const node = bare(given)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken) {
    const inner = whereErrors(node.operand)
    return inner === undefined ? undefined : !inner
  }
  if (compiler.isBinaryExpression(node)) return ofBoth(node)
  if (compiler.isCallExpression(node)) {
    const [first] = /^(Boolean|Array\.isArray)$/.test(node.expression.getText()) ? node.arguments : []
    return first && whereErrors(first)
  }
  const isMember = compiler.isPropertyAccessExpression(node)
  if (isMember && node.name.text === 'length') return whereErrors(node.expression)
  // GraphQL answered 200 to what it refused
  return /^(ok|data|\w*errors)$/i.test(isMember ? node.name.text : node.getText()) ? true : undefined
}

const ofBoth = (node: ts.BinaryExpression): boolean | undefined => {
  const sign = node.operatorToken.getText()
  if (/^(>|!==?)$/.test(sign)) return whereErrors(node.left)
  const both = [whereErrors(node.left), whereErrors(node.right)]
  const decides = sign === '||' ? true : sign === '&&' ? false : undefined
  if (decides === undefined) return undefined
  if (both.includes(decides)) return decides
  return both.includes(undefined) ? undefined : !decides
}
