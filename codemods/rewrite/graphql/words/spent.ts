import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { changedBy } from '../../../sites/program/set/steady.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import { bare, functionAround, isInside, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import { isMemberRead } from '../../answer/errors/member-read.ts'
import { doesNothing, isSteady } from '../../dead/pure.ts'

/** The expressions of a program that the calls in another call's place evaluate, in their order. */
export interface Spent {
  readonly nodes: ts.Expression[]
  /** What outer callers pass, where it is said in its place. */
  readonly passed: Set<ts.Node>
}

/** Nothing spent yet. */
export const newSpent = (): Spent => ({ nodes: [], passed: new Set() })

/** A call that goes, and what is made of it. */
export interface Replaced {
  readonly top: ts.Node
  readonly variables: ts.Expression | undefined
  /** What the call itself still makes of them, where it stays for a part of its document. */
  readonly kept: readonly ts.Expression[]
  /** It becomes several calls: one is under way, or yet to be made, while the next one's parts are evaluated. */
  readonly isSeveral: boolean
}

/**
 * The expression that would no longer be evaluated once and when it was: a second time, in another order, or not at all.
 * A create behind it would be made twice.
 */
export const evaluatedOtherwise = (
  { nodes }: Spent,
  { top, variables, kept, isSeveral }: Replaced,
): ts.Expression | undefined => {
  const dropped = initializersIn(variables).find(
    (node) => !doesNothing(node) && !nodes.includes(node) && !kept.includes(node),
  )
  const twice = nodes.find(
    (node, index) => !isSteady(node) && (nodes.indexOf(node) !== index || kept.includes(node)),
  )
  const acting = nodes.filter((node) => !doesNothing(node))
  const moved = acting.find((node, index) => {
    const before = acting[index - 1]
    const isEarlier = before !== undefined && before.pos > node.pos
    return !isInside(node, top) || isEarlier || (isSeveral && waits(node))
  })
  return dropped ?? twice ?? moved ?? nodes.find((node) => !isInside(node, top) && isLate(node, top))
}

const initializersIn = (variables: ts.Expression | undefined): ts.Expression[] => {
  const literal = variables && bare(variables)
  if (!literal || !compiler.isObjectLiteralExpression(literal)) return []
  return literal.properties.flatMap((one) => (compiler.isPropertyAssignment(one) ? [one.initializer] : []))
}

const waits = (node: ts.Node): boolean =>
  someNode(
    node,
    (inner) => compiler.isAwaitExpression(inner) || compiler.isYieldExpression(inner),
    compiler.isFunctionLike,
  )

/** Whether a text that was made before the call has something in it that is another when the call is made. */
const isLate = (node: ts.Expression, top: ts.Node): boolean => {
  if (functionAround(node) !== functionAround(top) || node.end > top.pos) return false
  if (!isSteady(node) && readersOf(node) > 1) return true
  const between = top.getSourceFile().text.slice(node.end, top.pos)
  return (
    someNode(node, (inner) => compiler.isIdentifier(inner) && isSetIn(between, inner.text)) ||
    isChangedBetween(node, top)
  )
}

/** Whether something is set in what a text was made of, or taken out of it: `state.id = ''`, `this.id = null`, `ids.shift()`. */
const isChangedBetween = (node: ts.Expression, top: ts.Node): boolean => {
  const parts = new Set<string>()
  walk(node, (inner) => {
    if (compiler.isIdentifier(inner) || compiler.isElementAccessExpression(inner) || isMemberRead(inner))
      parts.add(flatText(inner))
    return undefined
  })
  const isChange = (one: ts.Node): boolean =>
    one.pos >= node.end && one.end <= top.pos && changedBy(one).some((target) => parts.has(flatText(target)))
  return someNode(functionAround(top) ?? top.getSourceFile(), isChange)
}

const isSetIn = (text: string, name: string): boolean =>
  new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}(\\s*([-+*/%&|^?]|\\*\\*|<<|>>>?|\\?\\?)?=(?![=>])|\\+\\+|--)`,
  ).test(text)

/** How often the constant that a text is kept in is read. */
const readersOf = (node: ts.Node): number => {
  let at: ts.Node = node
  while (!compiler.isVariableDeclaration(at)) {
    if (!at.parent || compiler.isFunctionLike(at)) return Number.POSITIVE_INFINITY
    at = at.parent
  }
  const { name } = at
  let readers = 0
  walk(functionAround(at) ?? at.getSourceFile(), (inner) => {
    if (compiler.isIdentifier(inner) && inner !== name && inner.text === name.getText()) readers += 1
    return undefined
  })
  return readers
}
