import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { framesFrom, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isInside, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../../sites/program/syntax/said.ts'
import type { Site } from '../../../sites/sites.ts'
import { isOnlyAddedTo } from '../made/added-to.ts'
import { givenFor } from '../made/given-for.ts'
import { isPathName, type Joined, type PathName } from '../made/joined.ts'
import { givenMember, readsOfMember, takenMember } from '../made/taken-member.ts'
import { type Beginning, literalBeginning, saidBeginning } from './beginning.ts'
import { tableValue } from './table-literals.ts'

const MOST_STEPS = 8

/**
 * Where the path begins which the outermost call says and helpers hand on as they got it: in one literal, in one for each
 * branch of a choice, or in whatever else the call says.
 * @param isHarmless what else a helper may do with it
 * @returns none where a helper looks into the path, or the call does not say it
 */
export const pathArguments = (
  trace: Trace,
  { path, whole, made }: Pick<Joined, 'path' | 'whole' | 'made'>,
  site: Site,
  isHarmless: (use: ts.Node) => boolean = () => false,
): readonly Beginning[] => {
  const isPassed = (use: ts.Node): boolean => (made && isInside(use, made)) || isHarmless(use)
  let node = bare(path.node)
  let { scope } = path
  for (let step = 0; step < MOST_STEPS && isPathName(node); step++) {
    const handed = isText(trace, node) ? handedTo(trace, node, scope, whole, isPassed) : undefined
    if (!handed) break
    node = bare(handed.node)
    scope = handed.scope
  }
  if (![site.top, ...callsBelow(site)].some((call) => isInside(node, call))) return []
  const own = firstLiterals(trace, node)
  if (own.length > 0) return own.map((literal) => beginningOf(trace, literal, scope))
  const value = tableValue(trace, filledIn(node) ?? node, site.top)
  return value ? firstLiterals(trace, value).map(literalBeginning) : [saidBeginning(trace, { node, scope })]
}

/** The calls that functions on the way make: what one of them says, it says for all who call it. */
const callsBelow = ({ scope }: Site): readonly ts.Node[] => [...framesFrom(scope)].map(({ call }) => call)

/** `${PODS}/${id}` begins with nothing of its own. */
const beginningOf = (trace: Trace, literal: ts.Node, scope: Scope | undefined): Beginning =>
  compiler.isTemplateHead(literal) && literal.text === ''
    ? saidBeginning(trace, { node: literal.parent as ts.TemplateExpression, scope })
    : literalBeginning(literal)

/**
 * What the caller says for a parameter that a helper does nothing with but hand it on, or put it into an address.
 * @param isHarmless what else it may do with it
 */
export const handedTo = (
  trace: Trace,
  name: PathName,
  scope: Scope | undefined,
  whole: ts.Node,
  isHarmless: (use: ts.Node) => boolean = () => false,
): At | undefined => {
  const declaration = compiler.isIdentifier(name) ? symbolAt(trace, name)?.valueDeclaration : undefined
  if (declaration && !isOnlyHandedOn(trace, declaration, name as ts.Identifier, whole, isHarmless))
    return undefined
  const given = declaration && givenFor(trace, declaration, scope)
  return given ?? memberHandedTo(trace, name, scope, whole, isHarmless)
}

/** The same of a member of what a helper is given (`options.path`), which looks into nothing else that may be it. */
const memberHandedTo = (
  trace: Trace,
  name: PathName,
  scope: Scope | undefined,
  whole: ts.Node,
  isHarmless: (use: ts.Node) => boolean,
): At | undefined => {
  const taken = takenMember(trace, name)
  const reads = taken && readsOfMember(trace, taken)
  const isPassed = reads?.every(
    (one) => one === name || isInside(one, whole) || isSaid(one) || isHarmless(one),
  )
  return taken && isPassed ? givenMember(trace, taken, scope) : undefined
}

/** Plain JavaScript has no types to ask; a narrower type than string would not take a whole address. */
const isText = ({ checker }: Trace, name: ts.Expression): boolean => {
  const { flags } = checker.getTypeAtLocation(name)
  return (flags & (compiler.TypeFlags.String | compiler.TypeFlags.Any)) !== 0
}

/** A helper that looks at its path (to log it, apart) might treat a whole address otherwise. */
const isOnlyHandedOn = (
  trace: Trace,
  declaration: ts.Declaration,
  use: ts.Identifier,
  whole: ts.Node,
  isHarmless: (use: ts.Node) => boolean,
): boolean => {
  const name =
    compiler.isParameter(declaration) || compiler.isBindingElement(declaration) ? declaration.name : undefined
  if (!name || !compiler.isIdentifier(name)) return false
  return referencesOf(trace, name).every(
    (one) =>
      one === use ||
      isInside(one, whole) ||
      isSaid(one) ||
      isHarmless(one) ||
      isSaidThere(trace, one) ||
      isHandedLikewise(trace, one, use),
  )
}

/** `send(url, path)`, where the function says `path` in its errors and does nothing else with it. */
const isSaidThere = (trace: Trace, one: ts.Identifier): boolean => {
  const { parent } = one
  if (!compiler.isCallExpression(parent)) return false
  const place = parent.arguments.indexOf(one)
  const taken = trace.checker.getResolvedSignature(parent)?.declaration?.parameters[place]
  if (!taken || !compiler.isParameter(taken) || taken.dotDotDotToken || !compiler.isIdentifier(taken.name))
    return false
  const isBodied =
    compiler.isFunctionLike(taken.parent) && 'body' in taken.parent && taken.parent.body !== undefined
  return isBodied && referencesOf(trace, taken.name).every(isSaid)
}

/** `request(path, init)`, made again by a helper that tries twice; `` request(`/${path}/${id}`) ``, by another method of what a factory makes. */
const isHandedLikewise = ({ checker }: Trace, one: ts.Identifier, use: ts.Identifier): boolean => {
  const [given, other] = [partOf(one), partOf(use)]
  const [call, same] = [given.parent, other.parent]
  if (!compiler.isCallExpression(call) || !compiler.isCallExpression(same)) return false
  const callee = checker.getSymbolAtLocation(nameCalled(same))
  return (
    callee !== undefined &&
    callee === checker.getSymbolAtLocation(nameCalled(call)) &&
    call.arguments.indexOf(given) === same.arguments.indexOf(other)
  )
}

/** The text that something is put into. */
const partOf = (part: ts.Expression): ts.Expression => {
  const { parent } = part
  if (compiler.isTemplateSpan(parent)) return partOf(parent.parent)
  return isOperation(parent, '+') ? partOf(parent) : part
}

const nameCalled = ({ expression: callee }: ts.CallExpression): ts.Node =>
  compiler.isPropertyAccessExpression(callee) ? callee.name : callee

/** The literals that an expression begins with: one, or one for each branch of a choice. */
export const firstLiterals = (trace: Trace, node: ts.Expression): readonly ts.Node[] => {
  const inner = bare(node)
  if (compiler.isStringLiteralLike(inner)) return [inner]
  if (compiler.isTemplateExpression(inner)) return [inner.head]
  if (isOperation(inner, '+')) return firstLiterals(trace, inner.left)
  if (compiler.isConditionalExpression(inner)) {
    const branches = [inner.whenTrue, inner.whenFalse].map((one) => firstLiterals(trace, one))
    return branches.every(({ length }) => length > 0) ? branches.flat() : []
  }
  const value = compiler.isIdentifier(inner) ? extended(trace, inner) : filledIn(inner)
  return value ? firstLiterals(trace, value) : []
}

/** `'/pods/:id/reset'` of `'/pods/:id/reset'.replace(':id', id)`, whose beginning is its own. */
const filledIn = (node: ts.Expression): ts.Expression | undefined => {
  const callee = compiler.isCallExpression(node) ? node.expression : undefined
  const isReplaced =
    callee && compiler.isPropertyAccessExpression(callee) && /^replace(All)?$/.test(callee.name.text)
  return isReplaced ? callee.expression : undefined
}

/** `let path = '/pods'`, which is only added to before it is said once. */
const extended = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declaration = symbolAt(trace, name)?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration)) return undefined
  if (functionAround(declaration) !== functionAround(name)) return undefined
  return isOnlyAddedTo(trace, declaration, name) ? declaration.initializer : undefined
}
