import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { declarationOf, symbolAt } from '../../program/names/symbol.ts'
import { valuesOf } from '../../program/set/assigned.ts'
import { isAccess } from '../../program/syntax/access.ts'
import { copiedFrom } from '../../program/syntax/copied.ts'
import { bare, walk } from '../../program/syntax/nodes.ts'
import { oneOfAll } from '../../program/syntax/one-of-all.ts'

/** What a value was taken of. */
export type Origin = ts.CallExpression | ts.CatchClause | ts.ParameterDeclaration

const MOST_STEPS = 12

/** The call, the clause that caught an error, or the parameter which a value was taken of by steps that can be seen. */
export const originOf = (trace: Trace, given: ts.Expression): Origin | undefined => {
  let node: ts.Expression | undefined = given
  for (let steps = 0; node && steps < MOST_STEPS; steps++) {
    node = bare(node)
    if (compiler.isCallExpression(node)) {
      const from: ts.Expression | undefined = copiedFrom(node) ?? takenFrom(node)
      if (!from) return node
      node = from
    } else if (compiler.isIdentifier(node)) {
      const declared: ts.Declaration | undefined = symbolAt(trace, node)?.valueDeclaration
      if (declared && compiler.isCatchClause(declared.parent)) return declared.parent
      if (declared && compiler.isParameter(declared)) return declared
      node = declared && heldBy(trace, node, declared)
    } else {
      node = isStep(node) ? node.expression : copiedFrom(node)
    }
  }
  return undefined
}

const isStep = (
  node: ts.Expression,
): node is ts.AwaitExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression =>
  compiler.isAwaitExpression(node) || isAccess(node)

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
  const [only, ...others] = valuesOf(trace.checker, name)
  return others.length === 0 ? only : undefined
}

/**
 * Whether an expression is read of another answer than some others are, as far as both can be told: what a call is given
 * may be behind what it gives.
 */
export const isOfAnother = (trace: Trace, node: ts.Expression, others: readonly ts.Expression[]): boolean => {
  const own = originsOf(trace, node)
  const isApart = (origins: readonly Origin[]): boolean =>
    origins.length > 0 && origins.every((one) => !own.includes(one))
  return own.length > 0 && others.length > 0 && others.every((one) => isApart(originsOf(trace, one)))
}

const known = new WeakMap<ts.Node, readonly Origin[]>()

const originsOf = (trace: Trace, node: ts.Expression): readonly Origin[] =>
  kept(known, node, () => findOrigins(trace, node, 0))

const MOST_CALLS = 3

/** The call that gave a value, and the origins of what that was given; none where nobody knows what it is given. */
const findOrigins = (trace: Trace, node: ts.Expression, depth: number): readonly Origin[] => {
  const origin = originOf(trace, node)
  if (!origin) return []
  const isKnown = compiler.isCallExpression(origin) && depth <= MOST_CALLS && !takesFunction(trace, origin)
  if (!isKnown) return depth > 0 ? [origin] : []
  const found: Origin[] = [origin]
  walk(origin, (one) => {
    if (compiler.isIdentifier(one) && !isPlainParameter(trace, one))
      found.push(...findOrigins(trace, one, depth + 1))
    return undefined
  })
  return found
}

/** Whether a call is given a function by its name: that may ask for whatever it is given back. */
const takesFunction = ({ checker }: Trace, { arguments: given }: ts.CallExpression): boolean =>
  given.some(
    (one) => !compiler.isFunctionLike(one) && checker.getTypeAtLocation(one).getCallSignatures().length > 0,
  )

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
