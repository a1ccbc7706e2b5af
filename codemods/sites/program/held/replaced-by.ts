import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom, type Scope } from '../frames/frames.ts'
import type { Trace } from '../frames/source.ts'
import { accessed } from '../syntax/access.ts'
import { classAround, dressed, isInside, nameOf } from '../syntax/nodes.ts'
import { prototypeAround } from './prototypes.ts'
import { isMadeOf, settingsNamed } from './set-outside.ts'

const known = new WeakMap<Trace, WeakMap<ts.Node, readonly ts.SignatureDeclaration[]>>()

/**
 * The functions that a program puts in the place of a method where it runs, but for its tests: `client.request = async …`,
 * `Client.prototype.request = function …`, `Object.assign(client, { request })`.
 */
export const replacedBy = (
  trace: Trace,
  method: ts.SignatureDeclaration,
): readonly ts.SignatureDeclaration[] => {
  const all = known.get(trace) ?? new WeakMap<ts.Node, readonly ts.SignatureDeclaration[]>()
  known.set(trace, all)
  return kept(all, method, () => found(trace, method))
}

const found = (trace: Trace, method: ts.SignatureDeclaration): readonly ts.SignatureDeclaration[] => {
  const member = memberSaying(method)
  if (member === undefined) return []
  const values = settingsNamed(trace, member)
    .filter(({ of }) => holds(trace, of, method))
    .flatMap(({ value }) =>
      compiler.isExpression(value) ? trace.sources(value, undefined) : [{ node: value }],
    )
  return values.flatMap(({ node }) =>
    compiler.isFunctionLike(node) && node !== method ? [node as ts.SignatureDeclaration] : [],
  )
}

/** What a method is called by the object or the class that says it. */
const memberSaying = (method: ts.SignatureDeclaration): string | undefined => {
  if (compiler.isMethodDeclaration(method)) return nameOf(method.name)
  if (!compiler.isArrowFunction(method) && !compiler.isFunctionExpression(method)) return undefined
  const { parent } = dressed(method)
  if (compiler.isPropertyAssignment(parent) || compiler.isPropertyDeclaration(parent))
    return nameOf(parent.name)
  return compiler.isBinaryExpression(parent) ? accessed(parent.left)?.name : undefined
}

/** Whether an expression is the object that says a method, one of its class, or what those share. */
const holds = (trace: Trace, of: ts.Expression, method: ts.SignatureDeclaration): boolean => {
  const owner = classAround(method) ?? prototypeAround(method)
  const shared = accessed(of)
  if (!owner) return trace.sources(of, undefined).some(({ node }) => node === objectAround(method))
  return shared?.name === 'prototype'
    ? trace.sources(shared.of, undefined).some(({ node }) => node === owner)
    : isMadeOf(trace, of, owner)
}

const objectAround = (method: ts.Node): ts.Node | undefined =>
  compiler.findAncestor(method, compiler.isObjectLiteralExpression)

/** Whether a call that leads through some functions stands in what is put in the place of one of them: who calls that, calls it. */
export const standsInstead = (trace: Trace, top: ts.Node, scope: Scope | undefined): boolean =>
  [...framesFrom(scope)].some(({ callee }) => replacedBy(trace, callee).some((one) => isInside(top, one)))
