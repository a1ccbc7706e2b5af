import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAssignment, settingsIn } from '../../../sites/program/set/assigned.ts'
import { bare, functionAround, isInside, isOperation } from '../../../sites/program/syntax/nodes.ts'

/** What else an expression stands for. */
type Next = (value: ts.Expression) => ts.Expression

/** What says a field of a class. */
export type Member = ts.PropertyDeclaration | ts.ParameterDeclaration

/**
 * What a name, or a member of one, holds where it is used and nothing else was said: `let ram = 48`, `ram ??= 48`,
 * `if (!ram) ram = 48`. Undefined where it is set in a way that does not tell.
 * @param own what it is declared with
 */
export const setLater = (
  use: ts.Expression,
  declared: ts.Declaration,
  own: ts.Expression | undefined,
  next: Next,
): ts.Expression | undefined => {
  const home = functionAround(declared)
  const sets = setsOf(home ?? declared.getSourceFile(), use.getText())
  if (sets.length > 0 && (!home || functionAround(use) !== home)) return undefined
  return afterSets(sets, use, own && next(own), next)
}

/** The same of a field, which only the class itself sets, where it is made. */
export const madeIn = (
  owner: ts.ClassLikeDeclaration,
  field: Member,
  use: ts.PropertyAccessExpression,
  next: Next,
): ts.Expression | undefined => {
  const sets = setsOf(owner, use.getText())
  const isMade = sets.every((one) => one && inConstructor(one))
  const own = field.initializer && bare(field.initializer)
  return isMade ? afterSets(sets, undefined, own && next(own), next) : undefined
}

/** Whether a node is run by a constructor itself. */
export const inConstructor = (set: ts.Node): boolean => {
  const callee = functionAround(set)
  return callee !== undefined && compiler.isConstructorDeclaration(callee)
}

/** Where something is set, by the words that say it: undefined for a place that says no value. */
const setsOf = (within: ts.Node, text: string): (ts.BinaryExpression | undefined)[] =>
  settingsIn(within)
    .filter(({ left }) => left.getText() === text)
    .map((one) => (isAssignment(one as ts.Node & typeof one) ? (one as ts.BinaryExpression) : undefined))

const afterSets = (
  sets: readonly (ts.BinaryExpression | undefined)[],
  use: ts.Expression | undefined,
  own: ts.Expression | undefined,
  next: Next,
): ts.Expression | undefined => {
  let at = own
  for (const set of sets) {
    const isBefore = set && (!use || (set.end <= use.pos && functionAround(set) === functionAround(use)))
    if (!isBefore || !set) return undefined
    const how = howSet(set)
    if (!how) return undefined
    if (how === 'always' || (how === 'unless' && !at)) at = next(bare(set.right))
  }
  return at
}

/** Whether a value is given whatever was before, where nothing was, or where something else is said. */
const howSet = (set: ts.BinaryExpression): 'always' | 'unless' | 'otherwise' | undefined => {
  const statement = set.parent
  if (!compiler.isExpressionStatement(statement)) return undefined
  const block = compiler.isBlock(statement.parent) ? statement.parent : undefined
  if (block && compiler.isFunctionLike(block.parent)) return isOperation(set, '=') ? 'always' : 'unless'
  const test = block ? block.parent : statement.parent
  const around = test.parent
  const isPlain =
    compiler.isIfStatement(test) && !test.elseStatement && compiler.isFunctionLike(around.parent)
  if (!isPlain || !isInside(set, test.thenStatement)) return undefined
  const asked = test.expression.getText()
  if (asksNone(asked, set.left.getText())) return 'unless'
  return asked.includes(bare(set.right).getText()) ? 'otherwise' : undefined
}

/** `!ram`, `ram === undefined`, `ram == null` */
const asksNone = (asked: string, name: string): boolean =>
  asked === `!${name}` || [`${name} === undefined`, `${name} == null`, `${name} === null`].includes(asked)
