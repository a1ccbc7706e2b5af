import type { ts } from 'ts-morph'
import type { Hole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { isName } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, isInside, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSteady } from '../../dead/pure.ts'
import { isRepeatable } from '../../edit/repeatable.ts'
import { visibleAt } from '../../edit/visible.ts'
import { holesIn } from '../literal/holes-in.ts'
import { isNeverSet, targetOf } from './guards.ts'
import type { Slot, Write } from './program.ts'

/**
 * Whether a slot can say a value: with its own expressions, and those of earlier steps that come to the same again.
 * @param name the body's own name, if it has one
 */
export const canSay = (trace: Trace, slot: Slot, value: unknown, name: string | undefined): boolean =>
  [...holesIn(value)].every((hole) => hole.known || isOwn(slot, hole) || canSayAgain(trace, slot, hole, name))

/** Whether a slot says a value with nothing but what it said before. */
export const isOwnAlone = (slot: Slot, value: unknown): boolean =>
  [...holesIn(value)].every((hole) => hole.known || isOwn(slot, hole))

/** The write of a slot that a hole came from. */
export const ownWrite = ({ writes }: Slot, { origin }: Hole): Write | undefined =>
  writes.find(({ node }) => origin !== undefined && isInside(origin as ts.Node, node))

const isOwn = (slot: Slot, hole: Hole): boolean => ownWrite(slot, hole) !== undefined

const canSayAgain = (trace: Trace, slot: Slot, hole: Hole, name: string | undefined): boolean => {
  const place = slot.writes[0]?.node
  const node = expressionOf(hole.origin as ts.Node | undefined)
  if (!place || !node || hole.text.includes('await ')) return false
  if (!comesAgain(node) || !isSteady(node) || !visibleAt(trace, node, place)) return false
  return isUnchanged(trace, node, place, name)
}

/** A list that is made a second time is the same JSON. */
const comesAgain = (given: ts.Expression): boolean => {
  const node = bare(given)
  return compiler.isArrayLiteralExpression(node) ? node.elements.every(comesAgain) : isRepeatable(node)
}

/** The expression that a hole stands for, given the property or the statement that says it. */
export const expressionOf = (origin: ts.Node | undefined): ts.Expression | undefined => {
  if (!origin) return undefined
  if (compiler.isPropertyAssignment(origin)) return origin.initializer
  if (compiler.isShorthandPropertyAssignment(origin)) return origin.name
  if (!compiler.isExpressionStatement(origin)) return compiler.isExpression(origin) ? origin : undefined
  const node = bare(origin.expression)
  return compiler.isBinaryExpression(node) ? node.right : undefined
}

/** Whether nothing between an expression and a later place can give it another value. */
const isUnchanged = (
  trace: Trace,
  node: ts.Expression,
  place: ts.Node,
  name: string | undefined,
): boolean => {
  let hangsOn = false
  let isSet = false
  walk(node, (inner) => {
    if (isAccess(inner)) hangsOn = true
    if (compiler.isIdentifier(inner) && isName(inner) && !isNeverSet(trace, inner)) isSet = true
    return undefined
  })
  return !isSet && (!hangsOn || !anythingHappens(node, place, name))
}

/** Whether anything but assignments to the body's own members stands between two places. */
const anythingHappens = (from: ts.Node, to: ts.Node, name: string | undefined): boolean => {
  const isBetween = (node: ts.Node): boolean => node.getStart() >= from.end && node.end <= to.getStart()
  return someNode(
    from.getSourceFile(),
    (node) => isBetween(node) && acts(node, name),
    (node) => node.end <= from.end || node.pos >= to.getStart(),
  )
}

const acts = (node: ts.Node, name: string | undefined): boolean => {
  if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) return true
  if (compiler.isAwaitExpression(node) || compiler.isYieldExpression(node)) return true
  if (compiler.isTaggedTemplateExpression(node)) return true
  const target = targetOf(node)
  return target !== undefined && !isMemberOf(target, name)
}

/** `body.x = …` sets a member of a literal that nobody else has; `a.b = …` may be anybody's. */
const isMemberOf = (target: ts.Expression, name: string | undefined): boolean =>
  isAccess(target) && name !== undefined && bare(target.expression).getText() === name
