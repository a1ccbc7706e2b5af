import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { functionOf } from '../../program/names/given-function.ts'
import { declarationOf, isName, symbolBehind } from '../../program/names/symbol.ts'
import { isInside, someNode } from '../../program/syntax/nodes.ts'
import { isAnywhere } from './uses-values.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/**
 * A value comes into a function by a call. Where the function has nothing else to give than what it is given, what it gives
 * goes to such calls alone: of `arr(pods)` and `arr(volumes)`, the second gives no pods.
 */
export const comeIn = (walk: UsesWalk, callee: ts.SignatureDeclaration, call: ts.CallExpression): void => {
  if (!isAnywhere(walk) || !givesOnlyItsOwn(walk.trace, callee)) return
  const passage = walk.passages.get(callee) ?? { calls: new Set(), given: [] }
  walk.passages.set(callee, passage)
  if (passage.calls.has(call)) return
  passage.calls.add(call)
  for (const value of passage.given) walk.follow(call, value)
}

/** The calls that are given what such a function gives back; undefined of another. */
export const goOut = (
  { passages }: UsesWalk,
  callee: ts.SignatureDeclaration,
  value: Value,
): readonly ts.CallExpression[] | undefined => {
  const passage = passages.get(callee)
  passage?.given.push(value)
  return passage && [...passage.calls]
}

/** Whether a function speaks of nothing but its parameters, what it makes of them, and functions that do so as well. */
const givesOnlyItsOwn = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
  seen: ReadonlySet<ts.Node> = new Set(),
): boolean => {
  if (seen.has(callee)) return true
  const all = new Set([...seen, callee])
  const isFunction = (node: ts.Identifier): boolean => {
    const found = functionOf(symbolBehind(trace, node)?.valueDeclaration)
    return found !== undefined && givesOnlyItsOwn(trace, found, all)
  }
  const isOutside = (node: ts.Node): boolean => {
    if (node.kind === compiler.SyntaxKind.ThisKeyword) return true
    if (!compiler.isIdentifier(node) || !isName(node)) return false
    const declared = declarationOf(trace, node)
    if (!declared || declared.getSourceFile().isDeclarationFile) return ASKS.test(node.text)
    return !isInside(declared, callee) && !isOfTypes(declared) && !isFunction(node)
  }
  return 'body' in callee && callee.body !== undefined && !someNode(callee.body, isOutside)
}

/** What of the platform may bring an answer from elsewhere. */
const ASKS = /^(fetch|XMLHttpRequest|globalThis|window|self|global)$/

const isOfTypes = (node: ts.Node): boolean =>
  compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)
