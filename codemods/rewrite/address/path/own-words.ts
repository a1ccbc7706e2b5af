import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { framesFrom, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, isInside, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { insideUrl, ownValue } from '../made/inside-url.ts'
import { urlOf } from '../made/joined.ts'
import { pathWithin } from '../made/path-within.ts'
import { isPutRight } from '../made/put-right.ts'
import { firstLiterals, handedTo } from './path-argument.ts'

const MOST_STEPS = 8

/**
 * Whether a literal is the path that a call hands to its helper, or a word of it (`list('endpoints')` of
 * `` `${BASE}/${kind}` ``), so that it means nothing else. A type that lists such words is not in the way: it says v2's, then.
 */
export const isPathOf = (trace: Trace, literal: ts.Node, site: Site): boolean => {
  const url = urlOf(trace, site)
  return url !== undefined && literalsIn(trace, insideUrl(trace, url), site, undefined, 0).includes(literal)
}

/** @param whole what the expression is put into to make an address, if anything */
const literalsIn = (
  trace: Trace,
  { node: given, scope }: At,
  site: Site,
  whole: ts.Expression | undefined,
  steps: number,
): readonly ts.Node[] => {
  const node = bare(given)
  if (steps > MOST_STEPS) return []
  const next = (at: At, inside: ts.Expression | undefined): readonly ts.Node[] =>
    literalsIn(trace, at, site, inside, steps + 1)
  const within = compiler.isCallExpression(node) ? pathWithin(trace, site, { node, scope }) : undefined
  const parts = [...partsOf(node), ...(within ? [within.name] : [])].flatMap((part) =>
    next({ node: part, scope }, node),
  )
  const value = compiler.isIdentifier(node) ? ownValue(trace, node) : undefined
  if (value) return next({ node: value, scope }, undefined)
  const handed = compiler.isIdentifier(node)
    ? handedTo(trace, node, scope, whole ?? node, isPutRight)
    : undefined
  if (handed) return next(handed, undefined)
  if (compiler.isPropertyAccessExpression(node)) return [...parts, ...fieldWords(trace, node, scope)]
  return isSaidIn(site, node) ? [...parts, ...firstLiterals(trace, node)] : parts
}

/** Whether the call says it, or the one that made what is called: `resource('pods')`. */
const isSaidIn = ({ top, scope }: Site, node: ts.Node): boolean =>
  [top, ...[...framesFrom(scope)].flatMap(({ made }) => [...framesFrom(made)].map(({ call }) => call))].some(
    (call) => isInside(node, call),
  )

/** `static path = 'pods'`, `super('pods')`: what a class says for its own part of `this.path`. */
const fieldWords = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
  scope: Scope | undefined,
): readonly ts.Node[] =>
  bare(expression).kind === compiler.SyntaxKind.ThisKeyword
    ? trace
        .members(expression, name.text, scope)
        .map(({ node }) => node)
        .filter(compiler.isStringLiteralLike)
    : []

/** What an address is put together of: the expressions of a template, the operands of a sum. */
const partsOf = (node: ts.Expression): readonly ts.Expression[] => {
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.flatMap(({ expression }) => partsThere(expression) ?? [expression])
  return isOperation(node, '+') ? [...partsOf(bare(node.left)), bare(node.left), node.right] : []
}

/** `/${action}` of `${action ? `/${action}` : ''}`, which asks for nothing but whether it is there. */
const partsThere = (given: ts.Expression): readonly ts.Expression[] | undefined => {
  const node = bare(given)
  return compiler.isConditionalExpression(node) && compiler.isIdentifier(bare(node.condition))
    ? [node.whenTrue, node.whenFalse].flatMap((branch) => partsOf(bare(branch)))
    : undefined
}
