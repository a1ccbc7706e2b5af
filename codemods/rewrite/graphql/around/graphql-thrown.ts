import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isRejection } from '../../../sites/answers/uses/within.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { outcomeOf } from '../../../sites/program/syntax/logic.ts'
import { someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isMemberRead, nameRead } from '../../answer/errors/member-read.ts'
import { saidName } from '../../answer/reads/said-name.ts'

/** Whether what GraphQL refused is thrown: always, never, or only where something else holds. */
export type Throws = 'always' | 'never' | 'sometimes'

/** What the functions on the way, and those they call, do with an answer that has errors. */
export const throwsErrors = (trace: Trace, { scope }: Site): Throws => {
  const found: Throws[] = []
  for (const frame of framesFrom(scope)) {
    found.push(thrownIn(trace, frame.callee))
    walk(frame.callee, (node) => {
      if (compiler.isCallExpression(node))
        for (const target of trace.targets(node, undefined)) found.push(thrownIn(trace, target.node))
      return undefined
    })
  }
  return strongest(found)
}

const strongest = (found: readonly Throws[]): Throws =>
  found.find((one) => one === 'always') ?? found.find((one) => one === 'sometimes') ?? 'never'

const thrownIn = (trace: Trace, callee: ts.Node): Throws => {
  const found: Throws[] = []
  walk(callee, (node) => {
    const [asked, yes, no] = choiceIn(node)
    if (!asked || !someNode(asked, (one) => /errors$/i.test(saidName(trace, one) ?? ''))) return undefined
    const holds = whereErrors(trace, asked)
    if (holds !== undefined) found.push(endOf(trace, holds ? yes : no))
    else if ([yes, no].some((end) => endOf(trace, end) !== 'never')) found.push('sometimes')
    return undefined
  })
  return strongest(found)
}

type Choice = readonly [asked?: ts.Expression, yes?: ts.Node | undefined, no?: ts.Node | undefined]

const choiceIn = (node: ts.Node): Choice => {
  if (compiler.isIfStatement(node)) return [node.expression, node.thenStatement, node.elseStatement]
  return compiler.isConditionalExpression(node) ? [node.condition, node.whenTrue, node.whenFalse] : []
}

const endOf = (trace: Trace, branch: ts.Node | undefined): Throws => {
  let found: Throws = 'never'
  const look = (node: ts.Node, end: Throws): void =>
    walk(node, (one) => {
      if (compiler.isThrowStatement(one) || isRejection(trace, one)) found = strongest([found, end])
      if (!compiler.isIfStatement(one) || end === 'sometimes') return undefined
      look(one, 'sometimes')
      return false
    })
  if (branch) look(branch, 'always')
  return found
}

/** What a condition gives for an answer with errors beside its data; undefined where it hangs on something else. */
const whereErrors = (trace: Trace, condition: ts.Expression): boolean | undefined =>
  outcomeOf(condition, (part) => {
    if (compiler.isBinaryExpression(part))
      return /^(>|!==?)$/.test(part.operatorToken.getText()) ? whereErrors(trace, part.left) : undefined
    if (compiler.isCallExpression(part)) {
      const [first] = /^(Boolean|Array\.isArray)$/.test(part.expression.getText()) ? part.arguments : []
      return first && whereErrors(trace, first)
    }
    if (isMemberRead(part) && nameRead(part) === 'length') return whereErrors(trace, part.expression)
    // GraphQL answered 200 to what it refused
    return /^(ok|data|\w*errors)$/i.test(saidName(trace, part) ?? '') ? true : undefined
  })
