import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { symbolAt } from '../names/symbol.ts'
import { writesTo } from '../set/assigned.ts'
import { flatText } from '../syntax/flat-text.ts'
import { outcomeOf } from '../syntax/logic.ts'
import { bare, functionAround, nothing, statementOf } from '../syntax/nodes.ts'
import { isDonePlainly } from '../syntax/tried.ts'
import { reached, taken } from '../ways/taken.ts'

/**
 * What a parameter holds where a function gives it an HTTP method of its own before (`if (!method) method = body ? 'POST' :
 * 'GET'`): a call that says none is not one that gets.
 * @param given what it comes in as
 */
export const withMethodsSet = (
  t: Tracing,
  node: ts.Identifier,
  given: readonly Source[],
  scope: Scope | undefined,
): Source[] => {
  const written = node.pos < 0 ? [] : methodsBefore(t, node)
  if (written.length === 0) return [...given]
  const isLeftOut = given.every((one) => one.node === nothing)
  const anew = written.filter((value) => isLeftOut || !isDefault(value, node))
  const isOnlyOne = written.length === 1
  const set = reached(isLeftOut && isOnlyOne ? without(t, node, scope) : t, anew, scope, node)
  const isFilled =
    set.isSure || (isLeftOut && set.values.some((value) => isDonePlainly(statementOf(value), node)))
  return [...(isFilled ? [] : given), ...set.values.flatMap((value) => t.sources(said(value, node), scope))]
}

/** The same questions, where a name that a condition asks for holds nothing: `if (body && !method) method = 'POST'`. */
const without = (t: Tracing, name: ts.Identifier, scope: Scope | undefined): Tracing => ({
  ...t,
  assumed: (condition) =>
    t.assumed(condition) ??
    outcomeOf(condition, (part) => asksNothing(part, name.text) ?? taken(t, part, scope)),
})

/** What a part of a condition comes to that asks only whether a name is there, which is not. */
const asksNothing = (part: ts.Expression, name: string): boolean | undefined => {
  const said = flatText(part).replaceAll(' ', '')
  if (said === name) return false
  const compared = said.startsWith(name) ? /^([!=])(=null|==?undefined)$/.exec(said.slice(name.length)) : null
  return compared ? compared[1] === '=' : undefined
}

/** What a name is set to above a place, in the function that takes it, where that is a choice of methods. */
const methodsBefore = (t: Tracing, node: ts.Identifier): ts.Expression[] => {
  const symbol = symbolAt(t, node)
  const declared = symbol?.valueDeclaration
  if (!symbol || !declared) return []
  const owner = functionAround(declared)
  return writesTo(t.checker, symbol).filter(
    (value) => value.end <= node.getStart() && functionAround(value) === owner && isMethod(said(value, node)),
  )
}

/** `'GET'` of `method = method ?? 'GET'`. */
const said = (value: ts.Expression, name: ts.Identifier): ts.Expression => {
  const inner = bare(value)
  return compiler.isBinaryExpression(inner) && isOr(inner) && bare(inner.left).getText() === name.text
    ? inner.right
    : inner
}

const isOr = ({ operatorToken }: ts.BinaryExpression): boolean =>
  /^(\|\||\?\?)=?$/.test(operatorToken.getText())

/** Whether a name is only set where it holds nothing: `method = method ?? 'GET'`, `method ??= 'GET'`, `if (!method) …`. */
const isDefault = (value: ts.Expression, name: ts.Identifier): boolean =>
  said(value, name) !== bare(value) ||
  (compiler.isBinaryExpression(value.parent) && isOr(value.parent)) ||
  conditionsAround(value).some((one) => one.split('&&').some((part) => part.trim() === `!${name.text}`))

const conditionsAround = (value: ts.Node): string[] => {
  const found: string[] = []
  for (let at = value; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isIfStatement(at.parent) && at === at.parent.thenStatement)
      found.push(flatText(at.parent.expression))
  return found
}

const isMethod = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node)) return isMethod(node.whenTrue) && isMethod(node.whenFalse)
  return compiler.isStringLiteralLike(node) && /^(get|post|put|patch|delete)$/i.test(node.text)
}
