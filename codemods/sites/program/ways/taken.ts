import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking, Source } from '../frames/source.ts'
import { accessed } from '../syntax/access.ts'
import { outcomeOf } from '../syntax/logic.ts'
import { functionAround, isConst, isOperation } from '../syntax/nodes.ts'
import { isTriedBefore } from '../syntax/tried.ts'
import { clauseTaken } from './clauses.ts'
import { type Beginning, decided } from './condition.ts'
import { isPresent } from './present.ts'

/** What a condition comes to, where it is assumed, asks what is known, or asks for what every caller says or leaves out. */
export const taken = (t: Asking, condition: ts.Expression, scope: Scope | undefined): boolean | undefined =>
  t.assumed(condition) ??
  outcomeOf(
    condition,
    (part) => decided(part, (asked) => beginnings(t, asked, scope)) ?? isPresent(t, part, scope),
  )

/** Whether a `switch` comes to one of its clauses by what is known there. */
export const isClauseTaken = (
  t: Asking,
  clause: ts.CaseOrDefaultClause,
  scope: Scope | undefined,
): boolean | undefined =>
  clauseTaken(clause, {
    holds: (condition) => taken(t, condition, scope),
    ask: (asked) => beginnings(t, asked, scope),
  })

/**
 * Whether the program gets to a node by the conditions around it (`if (body) init.method = 'POST'`), in the function that
 * it stands in. Undefined where it may or may not, and where nothing asks.
 */
const isReached = (
  t: Asking,
  node: ts.Node,
  scope: Scope | undefined,
  use: ts.Node | undefined,
): boolean | undefined => {
  const owner = functionAround(node)
  let found: boolean | undefined
  let isSure = true
  for (let at = node; at.parent && at.parent !== owner; at = at.parent) {
    const is = isLetIn(t, at, scope)
    if (is === false) return false
    if (is !== 'unasked') {
      found = true
      isSure &&= is === true
    } else if (compiler.isStatement(at.parent) && !compiler.isBlock(at.parent) && !compiler.isCaseBlock(at)) {
      isSure &&= compiler.isExpressionStatement(at.parent) || isTriedBefore(at, use)
    }
  }
  return found && isSure ? true : undefined
}

/** Whether the condition right around a node lets the program in; undefined where it may or may not. */
const isLetIn = (t: Asking, at: ts.Node, scope: Scope | undefined): boolean | 'unasked' | undefined => {
  const { parent } = at
  if (compiler.isCaseOrDefaultClause(at)) return isClauseTaken(t, at, scope)
  if (!compiler.isIfStatement(parent) || at === parent.expression) return 'unasked'
  const holds = taken(t, parent.expression, scope)
  return holds === undefined ? undefined : holds === (at === parent.thenStatement)
}

/**
 * Of values that are set, those that the program may get to; of those that it gets to for certain, nothing else counts.
 * @param use where they are asked for
 */
export const reached = (
  t: Asking,
  values: readonly ts.Expression[],
  scope: Scope | undefined,
  use?: ts.Node,
): { readonly values: readonly ts.Expression[]; readonly isSure: boolean } => {
  const ways = values.map((value) => ({ value, is: isReached(t, value, scope, use) }))
  const possible = ways.filter(({ is }) => is !== false)
  return { values: possible.map(({ value }) => value), isSure: possible.some(({ is }) => is) }
}

/** How what an expression may evaluate to begins, where no caller out of sight has a say in it. */
const beginnings = (
  t: Asking,
  node: ts.Expression,
  scope: Scope | undefined,
): readonly Beginning[] | undefined => {
  const guesses = t.guesses()
  const found = compiler.isTypeOfExpression(node)
    ? t.sources(node.expression, scope).map(typeOf)
    : t.sources(node, scope).flatMap((one) => recased(t, one) ?? beginningOf(one))
  const isSure = t.guesses() === guesses
  const known = found.filter((one) => one !== undefined)
  return isSure && known.length === found.length ? known : undefined
}

/** `method.toUpperCase()`, where the method is known. */
const recased = (t: Asking, { node, scope }: Source): readonly (Beginning | undefined)[] | undefined => {
  const asked = compiler.isCallExpression(node) ? accessed(node.expression) : undefined
  if (!asked || !/^to(Lower|Upper)Case$/.test(asked.name ?? '')) return undefined
  const isUpper = asked.name === 'toUpperCase'
  return beginnings(t, asked.of, scope)?.map((one) => ({
    ...one,
    text: isUpper ? one.text.toUpperCase() : one.text.toLowerCase(),
  }))
}

/** What `typeof` says of a value that is written out. */
const typeOf = (source: Source): Beginning | undefined => {
  if (beginningOf(source)) return { text: 'string', isWhole: true }
  return compiler.isObjectLiteralExpression(source.node) ? { text: 'object', isWhole: true } : undefined
}

const beginningOf = ({ node, env, parameter, external }: Source): Beginning | undefined => {
  if (env !== undefined || parameter || external || mayChange(node)) return undefined
  if (compiler.isStringLiteralLike(node)) return { text: node.text, isWhole: true }
  const first = firstOf(node)
  if (compiler.isTemplateExpression(first)) return { text: first.head.text, isWhole: false }
  return compiler.isStringLiteralLike(first) ? { text: first.text, isWhole: false } : undefined
}

/** `'/pods/'` of `'/pods/' + id + '/stop'` */
const firstOf = (node: ts.Node): ts.Node => (isOperation(node, '+') ? firstOf(node.left) : node)

/** A value that something may take the place of later. */
const mayChange = ({ parent }: ts.Node): boolean => {
  if (!parent) return true
  if (compiler.isVariableDeclaration(parent)) return !isConst(parent)
  const isField = compiler.isPropertyDeclaration(parent)
  return (
    isField && !compiler.getModifiers(parent)?.some((one) => one.kind === compiler.SyntaxKind.ReadonlyKeyword)
  )
}
