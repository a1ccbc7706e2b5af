import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf, saidBehind } from '../../../sites/program/names/symbol.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isErrorName } from './error-bodies.ts'

/** The word that a key is: `const key = 'message'`, `for (const key of ['error', 'message'])`. */
export const wordOfKey = (trace: Trace, key: ts.Expression): string | undefined => {
  const declared = compiler.isIdentifier(key) ? declarationOf(trace, key) : undefined
  const loop = declared?.parent.parent
  if (!loop || !compiler.isForOfStatement(loop)) return textOf(saidBehind(trace, key))
  const list = saidBehind(trace, loop.expression)
  return compiler.isArrayLiteralExpression(list) ? list.elements.map(textOf).find(isErrorName) : undefined
}

/** What a text says where it stands. */
export const textOf = (node: ts.Expression): string | undefined =>
  compiler.isStringLiteralLike(node) ? node.text : undefined
