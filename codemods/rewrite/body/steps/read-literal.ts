import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isName } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, isOperation, nameOf, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isRepeatable } from '../../edit/repeatable.ts'
import { valueAt } from '../literal/value-at.ts'
import { isNeverSet } from './guards.ts'
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
  return isOperation(node, '&&') ? [node.left, node.right, undefined] : undefined
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
const isLasting = (trace: Trace, node: ts.Expression): boolean => {
  let lasts = isRepeatable(node)
  walk(node, (inner) => {
    if (isAccess(inner)) lasts = false
    if (compiler.isObjectLiteralExpression(inner)) lasts = false
    if (compiler.isIdentifier(inner) && isName(inner) && !isNeverSet(trace, inner)) lasts = false
    return lasts
  })
  return lasts
}
