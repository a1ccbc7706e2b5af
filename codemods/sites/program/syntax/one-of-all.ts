import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { awaited, bare } from './nodes.ts'

/** What is behind `b` in `const [a, b] = await Promise.all([…, …])`. */
export const oneOfAll = (given: ts.Expression, element: ts.BindingElement): ts.Expression | undefined => {
  const call = awaited(given)
  if (!compiler.isCallExpression(call) || call.expression.getText() !== 'Promise.all') return undefined
  const list = call.arguments[0] && bare(call.arguments[0])
  const place = compiler.isArrayBindingPattern(element.parent) ? element.parent.elements.indexOf(element) : -1
  if (!list || !compiler.isArrayLiteralExpression(list)) return undefined
  return list.elements.slice(0, place + 1).some(compiler.isSpreadElement) ? undefined : list.elements[place]
}
