import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Span } from '../../../sites/texts/text.ts'
import { wholeLines } from '../../dead/whole-lines.ts'
import type { Edit } from '../../edit/edit.ts'
import { withoutCall } from './query-parts.ts'

/** The lines of `url.search = '?name=value'`, where that is all that is said there. */
export const searchSet = ({ file, start, end }: Span): Span | undefined => {
  const node = nodeAt(file, start)
  const isWhole = node && compiler.isStringLiteralLike(node) && node.end === end + 1
  const set = isWhole ? node.parent : undefined
  const isSet = set && isOperation(set, '=') && set.right === node && accessed(set.left)?.name === 'search'
  const statement = isSet ? set.parent : undefined
  return statement && compiler.isExpressionStatement(statement) && compiler.isBlock(statement.parent)
    ? { file, ...wholeLines(file, statement) }
    : undefined
}

/** Takes `url.searchParams.set('name', value)` out, where that says a parameter. */
export const withoutSet = (value: ts.Expression | undefined, name: string): readonly Edit[] => {
  const call = value?.parent
  const [key, given] = call && compiler.isCallExpression(call) ? call.arguments : []
  const isSet = key && given === value && compiler.isStringLiteralLike(key) && key.text === name
  return isSet ? withoutCall(call as ts.CallExpression) : []
}
