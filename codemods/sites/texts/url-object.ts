import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, dressed } from '../program/syntax/nodes.ts'
import { comesTo } from './comes-to.ts'
import { newUrl, pathnameOf, withPathname } from './new-url.ts'
import { gap, join, type Next, written } from './pieces.ts'
import { nextWith } from './said-so-far.ts'
import { concat, constant, emptyText, shapeOf, type Text } from './text.ts'
import {
  changesOfName,
  changesOfUrl,
  isNewUrl,
  isUnchanged,
  type ParameterSet,
  type PathSet,
  type UrlChanges,
} from './url-changes.ts'

/** `const url = new URL(…); url.searchParams.set('name', value)`: the address with what was set on it. */
export const urlObject = (
  trace: Trace,
  made: ts.NewExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] =>
  changed(
    trace,
    newUrl(made, next),
    changesOfUrl(trace, made, comesFor(trace, dressed(made).parent, scope, next)),
    made,
    scope,
    next,
  )

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
  const changes = changesOfName(trace, declaration, comesFor(trace, declaration, scope, next))
  return isUnchanged(changes) ? undefined : changed(trace, before(), changes, node, scope, next)
}

/** `if (query) url.search = …`, for a caller that gives one or none. */
const comesFor =
  (trace: Trace, owner: ts.Node, scope: Scope | undefined, next: Next) =>
  (change: ts.Node): boolean | undefined =>
    compiler.isVariableDeclaration(owner) || compiler.isParameter(owner)
      ? comesTo(trace, change, owner, scope, next)
      : undefined

const changed = (
  trace: Trace,
  whole: Text[],
  { paths = [], query, entries, isOpen }: UrlChanges,
  node: ts.Expression,
  scope: Scope | undefined,
  next: Next,
): Text[] => {
  if (isOpen) return [gap(node, scope)]
  const placed = paths.reduce((sofar, path) => {
    const set = sofar.flatMap((base) => withPath(trace, base, path, scope, next))
    return path.isSure ? set : sofar.concat(set)
  }, whole)
  if (!query) return placed
  // An object without entries makes none.
  if (entries) return placed.flatMap((text) => [text, concat(text, madeOf(entries, scope))])
  if (query !== 'hidden' && !isList(query))
    return placed.flatMap((text) => withSearch(text, query, node, next))
  return placed.map((text) => concat(text, queryText(query, node)))
}

const isList = (query: readonly ParameterSet[] | ts.Expression): query is readonly ParameterSet[] =>
  Array.isArray(query)

/** `url.search = '?name=value'`, with or without the question mark. */
const withSearch = (text: Text, query: ts.Expression, node: ts.Expression, next: Next): Text[] => {
  const hidden = concat(text, queryText('hidden', node))
  if (/[?#]/.test(shapeOf(text))) return [hidden]
  return next(query).map((said) => {
    if (said.env.length > 0) return hidden
    const isMarked = /^(\?|$)/.test(shapeOf(said))
    return concat(isMarked ? text : concat(text, constant('?')), saidWithin(said, query))
  })
}

/** What stands elsewhere, under a name, may be what others say as well: that is read, and never edited. */
const saidWithin = (said: Text, query: ts.Expression): Text => ({
  ...said,
  pieces: said.pieces.map((piece) => {
    if (piece.kind === 'gap') return piece
    const isHere =
      piece.file === query.getSourceFile() && piece.start >= query.getStart() && piece.start < query.getEnd()
    return isHere ? piece : { ...piece, exact: false }
  }),
})

/** `url.pathname = '/v1/pods'`, `url.pathname += '/pods'`, `url.pathname = `${url.pathname}/pods``. */
const withPath = (
  trace: Trace,
  base: Text,
  { to, isAdded }: PathSet,
  scope: Scope | undefined,
  next: Next,
): Text[] => {
  const before = pathnameOf(base)
  const isIt = (node: ts.Node): boolean =>
    compiler.isPropertyAccessExpression(node) && node.name.text === 'pathname'
  const said = nextWith(trace, isIt, [before ?? emptyText], scope, next)(to)
  const paths = isAdded && before ? join([before], said) : said
  // Of an address that nobody knows, what is put behind its path ends it.
  return paths.map((path) => (before ? withPathname(base, path) : concat(base, path)))
}

/** The query that the entries of an object make. */
const madeOf = (entries: ts.Expression, scope: Scope | undefined): Text =>
  concat(constant('?'), gap(entries, scope, { entries }))

/** The query as a text whose values are gaps. */
const queryText = (query: readonly ParameterSet[] | 'hidden', node: ts.Expression): Text => {
  if (query === 'hidden') return concat(constant('?'), concat(gap(node, undefined), gap(node, undefined)))
  return query.reduce<Text>(
    (sofar, { name, value }, index) =>
      [constant(index === 0 ? '?' : '&'), written(name), constant('='), gap(value, undefined)].reduce(
        concat,
        sofar,
      ),
    { pieces: [], env: [] },
  )
}
