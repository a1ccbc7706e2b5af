import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { asksKeeper } from '../../../sites/program/calls/keeper.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { dressed, isFunctionValue, isOperation } from '../../../sites/program/syntax/nodes.ts'

/**
 * Where a value is found again that is put into something which holds it (a list, a map), or taken out of it.
 * @returns undefined where its place is none of these
 */
export const foundAgain = (trace: Trace, value: ts.Expression): ts.Expression[] | undefined => {
  const { parent } = value
  if (compiler.isSpreadElement(parent) || compiler.isSpreadAssignment(parent))
    return [parent.parent as ts.Expression]
  if (compiler.isElementAccessExpression(parent))
    return parent.expression === value ? [dressed(parent)] : undefined
  if (compiler.isForOfStatement(parent))
    return parent.expression === value ? declaredIn(trace, parent.initializer) : undefined
  if (compiler.isCallExpression(parent)) return putIn(trace, parent, value)
  if (compiler.isPropertyAccessExpression(parent)) return takenBy(trace, parent)
  return isOperation(parent, '=', '??=', '||=') ? setOn(trace, parent) : undefined
}

/** Whether a value is set where anybody may read it: `process.env.API = BASE`, `globalThis.api = BASE`. */
export const isSetForAll = ({ parent }: ts.Expression): boolean =>
  isOperation(parent, '=', '??=', '||=') && isForAll(parent.left)

const isForAll = (left: ts.Node): boolean => FOR_ALL.test(left.getText())

const FOR_ALL = /^\(?(process\.env|globalThis|global|window|self)\b/

/** `settings.base = BASE`: what is set on an object goes where the object does. */
const setOn = (trace: Trace, { left }: ts.BinaryExpression): ts.Expression[] | undefined =>
  compiler.isPropertyAccessExpression(left) && compiler.isIdentifier(left.expression) && !isForAll(left)
    ? mentionsOf(trace, left.expression)
    : undefined

/** `list.push(BASE)`, `set.add(BASE)`, `map.set('rest', BASE)`: what holds the value from then on. */
const putIn = (trace: Trace, call: ts.CallExpression, value: ts.Expression): ts.Expression[] | undefined => {
  const { expression: callee, arguments: given } = call
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const isPut =
    /^(push|unshift|add)$/.test(callee.name.text) || (given.length === 2 && asksKeeper(trace, call))
  const holder = callee.expression
  return isPut && given.at(-1) === value && compiler.isIdentifier(holder)
    ? mentionsOf(trace, holder)
    : undefined
}

/** `list.map((base) => …)`, `map.get('rest')`, `BASE.slice(0, -3)`: what a method gives, and what it hands its callback. */
const takenBy = (trace: Trace, callee: ts.PropertyAccessExpression): ts.Expression[] | undefined => {
  const call = callee.parent
  if (!isTaking(callee) || !compiler.isCallExpression(call)) return undefined
  const [callback] = call.arguments
  const taken = callback && isFunctionValue(callback) ? callback.parameters[0]?.name : undefined
  const used = taken && compiler.isIdentifier(taken) ? mentionsOf(trace, taken) : []
  return [dressed(call), ...used]
}

/** Whether a method gives something of what it is called on. */
export const isTaking = (callee: ts.PropertyAccessExpression): boolean =>
  compiler.isCallExpression(callee.parent) &&
  callee.parent.expression === callee &&
  TAKES.test(callee.name.text)

const TAKES =
  /^(map|flatMap|forEach|filter|find|findLast|some|every|reduce|reduceRight|join|flat|concat|slice|reverse|at|values|entries|get|pop|shift|split|substring|substr|replace|replaceAll|trim\w*|toString|toLowerCase)$/

/** The places that say the name which a loop declares. */
const declaredIn = (trace: Trace, initializer: ts.ForInitializer): ts.Expression[] =>
  compiler.isVariableDeclarationList(initializer)
    ? initializer.declarations.flatMap(({ name }) =>
        compiler.isIdentifier(name) ? mentionsOf(trace, name) : [],
      )
    : []
