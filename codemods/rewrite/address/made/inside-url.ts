import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isConst, isInside, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import { isNewUrl } from '../../../sites/texts/url-changes.ts'
import { isOnlyAddedTo } from './added-to.ts'
import { givenFor } from './given-for.ts'

/** The expression that makes an address, behind names, `new URL(…)` and what gives the text of one. */
export const insideUrl = (trace: Trace, { node, scope }: At): At => {
  const inner = bare(node)
  const object = textOf(inner)
  if (object) return insideUrl(trace, { node: object, scope })
  if (isNewUrl(inner) && inner.arguments?.length === 1 && inner.arguments[0])
    return insideUrl(trace, { node: inner.arguments[0], scope })
  if (!compiler.isIdentifier(inner)) return { node: inner, scope }
  // The name may be used elsewhere, too: what it says of a call that stays is what it always said
  const local = (localOf(trace, inner) ?? extendedOf(trace, inner))?.initializer
  const given = local ? { node: local, scope } : handedWhole(trace, inner, scope)
  return given ? insideUrl(trace, given) : { node: inner, scope }
}

/** The whole address that a helper of the helper is given (`withRetry(url, init)`, `send({ method, url })`). */
const handedWhole = (trace: Trace, name: ts.Identifier, scope: Scope | undefined): At | undefined => {
  const declared = symbolAt(trace, name)?.valueDeclaration
  return declared && givenFor(trace, declared, scope)
}

/** The URL object of `url.href` and `url.toString()`. */
const textOf = (node: ts.Expression): ts.Expression | undefined => {
  const access = compiler.isCallExpression(node) ? node.expression : node
  if (!compiler.isPropertyAccessExpression(access)) return undefined
  return access.name.text === (access === node ? 'href' : 'toString') ? access.expression : undefined
}

/** What a function gives that makes an address, where it gives one thing: `url(path)`. */
export const insideCall = (trace: Trace, { node, scope }: At): At | undefined => {
  if (!compiler.isCallExpression(node)) return undefined
  const [target, ...others] = trace.targets(node, scope)
  if (!target || others.length > 0 || !compiler.isFunctionLike(target.node)) return undefined
  const callee = target.node as ts.SignatureDeclaration
  const [given, ...more] = returnsOf(callee)
  if (!given || more.length > 0) return undefined
  return insideUrl(trace, { node: given, scope: trace.frame(callee, node, scope) })
}

/** The constant of the same function, or of one around it, that a name stands for. */
const localOf = (trace: Trace, name: ts.Identifier): ts.VariableDeclaration | undefined => {
  const declaration = symbolAt(trace, name)?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration)) return undefined
  const owner = functionAround(declaration)
  const isLocal = owner !== undefined && isInside(name, owner)
  return isConst(declaration) && isLocal ? declaration : undefined
}

/** `let url = `${BASE}${path}`; if (query) url += …`, which is used once. */
const extendedOf = (trace: Trace, name: ts.Identifier): ts.VariableDeclaration | undefined => {
  const declared = symbolAt(trace, name)?.valueDeclaration
  const isOwn =
    declared && compiler.isVariableDeclaration(declared) && functionAround(declared) === functionAround(name)
  return isOwn && isOnlyAddedTo(trace, declared, name) ? declared : undefined
}

/** The initializer of a constant of the same function which is used here and nowhere else. */
export const ownValue = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declaration = localOf(trace, name)
  if (!declaration || !compiler.isIdentifier(declaration.name)) return undefined
  return referencesOf(trace, declaration.name).length === 1 ? declaration.initializer : undefined
}

/**
 * The same of a constant that the function has other uses for, as long as no other call is made with it: its address is
 * the old one for them all.
 */
export const heldValue = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declaration = localOf(trace, name)
  if (!declaration || !compiler.isIdentifier(declaration.name)) return undefined
  const others = referencesOf(trace, declaration.name).filter((one) => one !== name)
  return others.some((one) => trace.visited.has(one)) ? undefined : declaration.initializer
}
