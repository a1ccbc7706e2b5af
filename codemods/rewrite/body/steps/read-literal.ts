import type { ts } from 'ts-morph'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf, walk } from '../../../sites/scope.ts'
import type { Trace } from '../../../sites/trace.ts'
import { isRepeatable } from '../../edit/said-at.ts'
import { isName } from '../../edit/visible.ts'
import { holeOf } from '../literal-values.ts'
import { guardOf, isNeverSet } from './guards.ts'
import type { Choice, Item, Slot, Write } from './program.ts'

/** A literal as steps: what it says outright, then what it spreads on a condition. */
export const itemsOfLiteral = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
): readonly Item[] | undefined => {
  const writes: Write[] = []
  const choices: Choice[] = []
  for (const property of literal.properties) {
    if (compiler.isSpreadAssignment(property)) {
      const choice = choiceOf(trace, property)
      if (!choice) return undefined
      choices.push(choice)
      continue
    }
    const write = writeOf(trace, property)
    if (!write || writes.some(({ name }) => name === write.name)) return undefined
    writes.push(write)
  }
  const slot: Slot = { kind: 'slot', writes, home: { kind: 'literal', literal } }
  return choices.some((choice) => overrides(choice, writes)) ? undefined : [slot, ...choices]
}

/** Whether a spread says what the literal says as well: which of the two wins is a matter of order. */
const overrides = ({ whenTrue, whenFalse }: Choice, writes: readonly Write[]): boolean =>
  [...whenTrue, ...whenFalse].some(
    (item) => item.kind === 'slot' && item.writes.some(({ name }) => writes.some((one) => one.name === name)),
  )

const writeOf = (trace: Trace, property: ts.ObjectLiteralElementLike): Write | undefined => {
  const name = property.name && nameOf(property.name)
  if (name === undefined || name === '__proto__') return undefined
  if (compiler.isPropertyAssignment(property))
    return { name, value: valueAt(trace, property.initializer, property), node: property }
  if (compiler.isShorthandPropertyAssignment(property))
    return { name, value: valueAt(trace, property.name, property), node: property }
  return undefined
}

/** `...(condition && { … })`, `...(condition ? { … } : {})` */
const choiceOf = (trace: Trace, { expression }: ts.SpreadAssignment): Choice | undefined => {
  const parts = partsOf(bare(expression))
  if (!parts) return undefined
  const [condition, yes, no] = parts
  const whenTrue = spreadSlots(trace, yes)
  const whenFalse = no ? spreadSlots(trace, no) : []
  return whenTrue && whenFalse && { kind: 'choice', ...conditionOf(trace, condition), whenTrue, whenFalse }
}

const partsOf = (
  node: ts.Expression,
): [condition: ts.Expression, yes: ts.Expression, no: ts.Expression | undefined] | undefined => {
  if (compiler.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse]
  const isAnd =
    compiler.isBinaryExpression(node) &&
    node.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken
  return isAnd ? [node.left, node.right, undefined] : undefined
}

const spreadSlots = (trace: Trace, given: ts.Expression): readonly Slot[] | undefined => {
  const literal = bare(given)
  if (!compiler.isObjectLiteralExpression(literal)) return undefined
  const [slot, ...others] = itemsOfLiteral(trace, literal) ?? []
  if (slot?.kind !== 'slot' || others.length > 0) return undefined
  return [{ ...slot, home: { kind: 'spread', literal } }]
}

/** A condition by its words, where it cannot come to something else when it is asked again. */
export const conditionOf = (trace: Trace, given: ts.Expression): Pick<Choice, 'condition' | 'isNegated'> => {
  const node = bare(given)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken) {
    const inner = conditionOf(trace, node.operand)
    return { ...inner, isNegated: !inner.isNegated }
  }
  const condition = isLasting(trace, node) ? node.getText() : `${node.getText()}@${node.pos}`
  return { condition, isNegated: false }
}

/** Whether an expression is made of names that never change, and of nothing that hangs on them. */
export const isLasting = (trace: Trace, node: ts.Expression): boolean => {
  let lasts = isRepeatable(node)
  walk(node, (inner) => {
    if (compiler.isPropertyAccessExpression(inner) || compiler.isElementAccessExpression(inner)) lasts = false
    if (compiler.isObjectLiteralExpression(inner)) lasts = false
    if (compiler.isIdentifier(inner) && isName(inner) && !isNeverSet(trace, inner)) lasts = false
    return lasts
  })
  return lasts
}

/** A value that is said at a place, with what the conditions around it say of it. */
export const valueAt = (trace: Trace, node: ts.Expression, origin: ts.Node): Hole => {
  const hole = holeOf(trace.checker, node, origin)
  const guard = hole.known ? undefined : guardOf(trace, node, origin)
  if (!guard)
    return hole.mayBeAbsent && isThere(trace, node)
      ? new Hole(hole.text, { ...hole, mayBeAbsent: false })
      : hole
  const never: readonly unknown[] = guard === 'there' ? [] : [0, '', false]
  const isNumber = (trace.checker.getTypeAtLocation(node).flags & compiler.TypeFlags.NumberLike) !== 0
  const isText = guard === 'positive' || (guard === 'truthy' && isNumber)
  return new Hole(hole.text, { ...hole, mayBeAbsent: false, never: isText ? [...never, '0'] : never })
}

/** `max ? max : 3`, `text.split(' ')`: what there is whatever its names hold. */
const isThere = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].every(
      (one) =>
        guardOf(trace, one, one) || isThere(trace, one) || !holeOf(trace.checker, one, one).mayBeAbsent,
    )
  return compiler.isCallExpression(node) && GIVES.test(node.expression.getText())
}

/** Functions, and methods of texts and lists, that always give something. */
const GIVES =
  /^(String|Number|Boolean|parseInt|parseFloat|Object\.(fromEntries|assign|keys|values|entries)|Array\.from|Date\.now|Math\.\w+)$|\.(split|map|filter|join|trim|toString|toISOString|toLowerCase|toUpperCase|replace|replaceAll|padStart)$/
