import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { asksGetter, doesNothing } from '../../dead/pure.ts'
import { mayHold } from '../held/may-hold.ts'

/**
 * What options put together of others say for headers by these, to be said before one more of them: `...POST.headers, `.
 * @param own the headers that the options say by themselves, if they do
 * @returns undefined where headers that are spread in cannot be said again: one more would take their place
 */
export const headersSpread = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  own: ts.ObjectLiteralElementLike | undefined,
): string | undefined => {
  const behind = literal.properties.slice(own ? literal.properties.indexOf(own) + 1 : 0)
  const [only, ...others] = behind
    .flatMap((one) => (compiler.isSpreadAssignment(one) ? one.expression : []))
    .filter((one) => mayHold(trace, one, 'headers'))
  if (!only) return ''
  const isSaid = !own && others.length === 0 && isPath(only) && doesNothing(only) && !asksGetter(trace, only)
  return isSaid && saysObject(trace, only) ? `...${only.getText()}.headers, ` : undefined
}

const isPath = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return !node.questionDotToken && isPath(node.expression)
  return compiler.isIdentifier(node) || node.kind === compiler.SyntaxKind.ThisKeyword
}

/** Whether headers are an object, as far as their type says: `Headers`, and a list of pairs, cannot be spread. */
const saysObject = ({ checker }: Trace, node: ts.Expression): boolean => {
  const headers = checker.getTypeAtLocation(node).getProperty('headers')
  const type = headers && checker.getTypeOfSymbol(headers)
  return (
    type !== undefined &&
    (type.flags & compiler.TypeFlags.Object) !== 0 &&
    !checker.isArrayLikeType(type) &&
    !type.getProperty('append')
  )
}
