import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames.ts'
import { bare } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'
import { newUrl, resolveAgainst } from './new-url.ts'
import { gap, type Next } from './pieces.ts'
import { concat, constant, type Text } from './text.ts'
import { changesOfName, changesOfUrl, isNewUrl, isUnchanged, type UrlChanges } from './url-changes.ts'

/** `const url = new URL(…); url.searchParams.set('name', value)`: the address with what was set on it. */
export const urlObject = (
  trace: Trace,
  made: ts.NewExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] => changed(newUrl(made, next), changesOfUrl(trace, made), made, scope, next)

/**
 * A variable or a parameter that holds a URL that was made elsewhere, with what is set under this name.
 * @param before what it holds by itself
 */
export const urlHeld = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  next: Next,
  before: () => Text[],
): Text[] | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  const isOwner =
    declaration && (compiler.isVariableDeclaration(declaration) || compiler.isParameter(declaration))
  if (!isOwner || !compiler.isIdentifier(declaration.name)) return undefined
  const made = declaration.initializer && bare(declaration.initializer)
  if (made && isNewUrl(made)) return undefined
  if (!trace.sources(node, scope).some((one) => isNewUrl(one.node))) return undefined
  const changes = changesOfName(trace, declaration)
  return isUnchanged(changes) ? undefined : changed(before(), changes, node, scope, next)
}

const changed = (
  whole: Text[],
  { path, query, entries, isOpen }: UrlChanges,
  node: ts.Expression,
  scope: Scope | undefined,
  next: Next,
): Text[] => {
  if (isOpen) return [gap(node, scope)]
  const placed = path ? whole.flatMap((base) => next(path).map((to) => resolveAgainst(base, to))) : whole
  if (!query) return placed
  // An object without entries makes none.
  if (entries) return placed.flatMap((text) => [text, concat(text, madeOf(entries, scope))])
  return placed.map((text) => concat(text, queryText(query, node)))
}

/** The query that the entries of an object make. */
const madeOf = (entries: ts.Expression, scope: Scope | undefined): Text =>
  concat(constant('?'), gap(entries, scope, { entries }))

/** The query as a text whose values are gaps. */
const queryText = (query: NonNullable<UrlChanges['query']>, node: ts.Expression): Text => {
  if (query === 'hidden') return concat(constant('?'), concat(gap(node, undefined), gap(node, undefined)))
  return query.reduce<Text>(
    (sofar, [name, value], index) =>
      concat(concat(sofar, constant(`${index === 0 ? '?' : '&'}${name}=`)), gap(value, undefined)),
    { pieces: [], env: [] },
  )
}
