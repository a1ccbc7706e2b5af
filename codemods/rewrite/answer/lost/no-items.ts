import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed, isOperation, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** The list without items, as it is written. */
export const isNoItems = (node: ts.Node): boolean =>
  compiler.isArrayLiteralExpression(node) && node.elements.length === 0

/**
 * The expression that is a list without items where a value is not there: `endpoint.workers ?? []`,
 * `Array.isArray(endpoint.workers) ? endpoint.workers : []`, `listed(endpoint.workers)` of a function that gives one or
 * the other.
 */
export const noItemsAround = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  const outer = dressed(node)
  const { parent } = outer
  if (isOperation(parent, '??', '||'))
    return parent.left === outer && isNoItems(bare(parent.right)) ? parent : undefined
  if (!compiler.isCallExpression(parent) || parent.expression === outer) return undefined
  const asked = dressed(parent).parent
  if (isListAsked(parent))
    return compiler.isConditionalExpression(asked) && isNoItems(bare(asked.whenFalse)) ? asked : undefined
  return givesNoItems(trace, parent, outer) ? parent : undefined
}

const isListAsked = (call: ts.CallExpression): boolean => call.expression.getText() === 'Array.isArray'

/** Whether a function of the program gives what it is handed, or a list without items. */
const givesNoItems = (trace: Trace, call: ts.CallExpression, given: ts.Expression): boolean => {
  const [target, ...others] = trace.targets(call, undefined)
  if (!target || others.length > 0 || !compiler.isFunctionLike(target.node)) return false
  const callee = target.node as ts.SignatureDeclaration
  const name = callee.parameters[call.arguments.indexOf(given)]?.name
  if (!name || !compiler.isIdentifier(name)) return false
  const values = returnsOf(callee).flatMap((value) => eitherOf(bare(value)))
  const isItself = (one: ts.Expression): boolean => compiler.isIdentifier(one) && one.text === name.text
  return values.some(isItself) && values.some(isNoItems)
}

const eitherOf = (value: ts.Expression): ts.Expression[] => {
  if (compiler.isConditionalExpression(value)) return [bare(value.whenTrue), bare(value.whenFalse)]
  return isOperation(value, '??', '||') ? [bare(value.left), bare(value.right)] : [value]
}
