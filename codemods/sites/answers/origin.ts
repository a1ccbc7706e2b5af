import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { awaited, bare, walk } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'
import { declarationOf } from '../program/symbol.ts'
import { valuesOf } from '../values/writes.ts'

/** What a value was taken of. */
export type Origin = ts.CallExpression | ts.CatchClause | ts.ParameterDeclaration

const MOST_STEPS = 12

/** The call, the clause that caught an error, or the parameter which a value was taken of by steps that can be seen. */
export const originOf = (trace: Trace, given: ts.Expression): Origin | undefined => {
  let node: ts.Expression | undefined = given
  for (let steps = 0; node && steps < MOST_STEPS; steps++) {
    node = bare(node)
    if (compiler.isCallExpression(node)) {
      const from = takenFrom(node)
      if (!from) return node
      node = from
    } else if (compiler.isIdentifier(node)) {
      const declared: ts.Declaration | undefined = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
      if (declared && compiler.isCatchClause(declared.parent)) return declared.parent
      if (declared && compiler.isParameter(declared)) return declared
      node = declared && heldBy(trace, node, declared)
    } else {
      node = isStep(node) ? node.expression : undefined
    }
  }
  return undefined
}

const isStep = (
  node: ts.Expression,
): node is ts.AwaitExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression =>
  compiler.isAwaitExpression(node) ||
  compiler.isPropertyAccessExpression(node) ||
  compiler.isElementAccessExpression(node)

/** `res` of `res.json()` and of `JSON.parse(res)`, and what is handed on by `then` and `catch`. */
const takenFrom = ({
  expression: callee,
  arguments: [first],
}: ts.CallExpression): ts.Expression | undefined => {
  if (callee.getText() === 'JSON.parse') return first
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  return /^(json|text|clone|then|catch|finally)$/.test(callee.name.text) ? callee.expression : undefined
}

/** What a variable that is set only once, or a binding of one, holds. */
const heldBy = (trace: Trace, name: ts.Identifier, declared: ts.Declaration): ts.Expression | undefined => {
  if (compiler.isBindingElement(declared)) {
    const variable = declared.parent.parent
    const value = compiler.isVariableDeclaration(variable) ? variable.initializer : undefined
    return value && (oneOfAll(value, declared) ?? value)
  }
  const [only, ...others] = valuesOf(trace, name)
  return others.length === 0 ? only : undefined
}

/** What is behind `b` in `const [a, b] = await Promise.all([…, …])`. */
const oneOfAll = (given: ts.Expression, element: ts.BindingElement): ts.Expression | undefined => {
  const call = awaited(given)
  if (!compiler.isCallExpression(call) || call.expression.getText() !== 'Promise.all') return undefined
  const [list] = call.arguments
  const place = compiler.isArrayBindingPattern(element.parent) ? element.parent.elements.indexOf(element) : -1
  return list && compiler.isArrayLiteralExpression(list) ? list.elements[place] : undefined
}

/**
 * Whether an expression is read of another answer than some others are, as far as both can be told: what a call is given
 * may be behind what it gives.
 */
export const isOfAnother = (trace: Trace, node: ts.Expression, others: readonly ts.Expression[]): boolean => {
  const own = originsOf(trace, node)
  if (own === undefined || others.length === 0) return false
  return others.every((one) => originsOf(trace, one)?.every((origin) => !own.includes(origin)) === true)
}

const MOST_CALLS = 3

/** The call that gave a value, and the origins of what that was given; undefined where nobody knows what it is given. */
const originsOf = (trace: Trace, node: ts.Expression, depth = 0): readonly Origin[] | undefined => {
  const origin = originOf(trace, node)
  if (!origin || !compiler.isCallExpression(origin) || depth > MOST_CALLS) return undefined
  if (origin.arguments.some((one) => isNamedFunction(trace, one))) return undefined
  const found: Origin[] = [origin]
  walk(origin, (one) => {
    if (compiler.isIdentifier(one) && !isPlainParameter(trace, one))
      found.push(...[originsOf(trace, one, depth + 1) ?? originOf(trace, one) ?? []].flat())
    return undefined
  })
  return found
}

const isNamedFunction = ({ checker }: Trace, node: ts.Expression): boolean =>
  !compiler.isFunctionLike(node) && checker.getTypeAtLocation(node).getCallSignatures().length > 0

/** `id: string` of a function may go into several calls, and brings no answer. */
const isPlainParameter = (trace: Trace, name: ts.Identifier): boolean => {
  const declared = declarationOf(trace, name)
  const { StringLike, NumberLike } = compiler.TypeFlags
  return (
    declared !== undefined &&
    compiler.isParameter(declared) &&
    (trace.checker.getTypeAtLocation(name).flags & (StringLike | NumberLike)) !== 0
  )
}
