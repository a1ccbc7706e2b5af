import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from './frames.ts'
import type { Call, Trace } from './source.ts'

/** Whether who calls the function around a call decides what that runs: `this[verb](path)`, `method(...args)`. */
export const isChosenBy = ({ checker }: Trace, { expression }: Call, { callee }: Scope): boolean => {
  if (compiler.isElementAccessExpression(expression)) return true
  const declared =
    compiler.isIdentifier(expression) && checker.getSymbolAtLocation(expression)?.valueDeclaration
  return callee.parameters.some((one: ts.Node) => one === declared)
}
