import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { flatText } from '../syntax/flat-text.ts'
import { bare, isNothing, isOperation } from '../syntax/nodes.ts'
import { setsAnew } from './assigned.ts'

/**
 * The statement that gives something a value where it has none: `init.method ??= 'POST'`, `if (!init.method) init.method = 'POST'`;
 * undefined where what is there may go.
 * @param value what it is given
 */
export const fillingIn = ({ parent: setting }: ts.Expression): ts.Statement | undefined => {
  if (!compiler.isBinaryExpression(setting) || !compiler.isExpressionStatement(setting.parent))
    return undefined
  const { parent: statement, left } = setting
  if (isOperation(setting, '??=', '||=')) return statement
  const { parent } = statement
  const outer = compiler.isBlock(parent) ? parent.parent : parent
  const isAsked =
    setsAnew(setting) &&
    compiler.isIfStatement(outer) &&
    !outer.elseStatement &&
    asksForNothing(outer.expression, flatText(left))
  return isAsked ? outer : undefined
}

/** `!init.method`, `init.method === undefined` */
const asksForNothing = (condition: ts.Expression, name: string): boolean => {
  const node: ts.Node = bare(condition)
  if (compiler.isPrefixUnaryExpression(node))
    return node.operator === compiler.SyntaxKind.ExclamationToken && flatText(bare(node.operand)) === name
  return isOperation(node, '==', '===') && isNothing(bare(node.right)) && flatText(bare(node.left)) === name
}

/** Whether what is there stays: `??=`, wherever it stands, and what is set only where there is nothing. */
export const fillsIn = (value: ts.Expression): boolean =>
  isOperation(value.parent, '??=', '||=') || fillingIn(value) !== undefined
