import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, isInside } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { callsOf } from './caught-answers.ts'
import { awaited, valuesOf } from './error-bodies.ts'

/**
 * Whether an expression is read of what another call answered, or was refused with, than those on the way of a site:
 * that may be any service's.
 * @param place the function that is looked at: what is caught around it came from further calls
 */
export const isOfAnotherCall = (trace: Trace, given: ts.Expression, site: Site, place: ts.Node): boolean => {
  const origin = originOf(trace, given)
  if (!origin) return false
  const isOn = (one: ts.Node): boolean => callsOf(site).some((call) => isInside(call, one))
  if (compiler.isCatchClause(origin)) return isInside(origin, place) && !isOn(origin.parent.tryBlock)
  // What a function is handed was there before it makes its call.
  if (compiler.isParameter(origin)) return origin.parent === functionAround(site.top)
  return !isOn(origin) && !origin.arguments.some((one) => mayBring(trace, one))
}

/** Whether an expression is read of what some call answered, not of what it was refused with. */
export const isAnswered = (trace: Trace, given: ts.Expression): boolean => {
  const origin = originOf(trace, given)
  return origin !== undefined && compiler.isCallExpression(origin)
}

/** Whether an argument is an answer, or a function that may ask for one. */
const mayBring = ({ checker }: Trace, node: ts.Expression): boolean => {
  const type = checker.getTypeAtLocation(node)
  return type.getProperty('json') !== undefined || type.getCallSignatures().length > 0
}

type Origin = ts.CallExpression | ts.CatchClause | ts.ParameterDeclaration

const MOST_STEPS = 12

/** The call, the clause that caught an error, or the parameter which a value was taken of by steps that can be seen. */
const originOf = (trace: Trace, given: ts.Expression): Origin | undefined => {
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
