import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessed } from '../syntax/access.ts'
import { bare, isConst, someNode } from '../syntax/nodes.ts'
import type { Scope } from './frames.ts'
import type { Call, Trace } from './source.ts'

/**
 * Whether who calls the function around a call decides what that runs: `this[verb](path)`, `method(...args)`, also by a name
 * of its own (`const handle = handlers[verb]`).
 */
export const isChosenBy = ({ checker }: Trace, { expression }: Call, { callee }: Scope): boolean => {
  const called = bare(expression)
  if (isLookUp(called)) return true
  const declared = compiler.isIdentifier(called) && checker.getSymbolAtLocation(called)?.valueDeclaration
  if (!declared) return false
  const made =
    compiler.isVariableDeclaration(declared) && isConst(declared) ? declared.initializer : undefined
  return (made && someNode(made, isLookUp)) || callee.parameters.some((one: ts.Node) => one === declared)
}

/** `handlers[verb]`, `handlers.get(verb)` */
const isLookUp = (node: ts.Node): boolean =>
  compiler.isElementAccessExpression(node) ||
  (compiler.isCallExpression(node) && accessed(node.expression)?.name === 'get')
