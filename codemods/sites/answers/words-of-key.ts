import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { mentionsOf } from '../program/names-used.ts'
import { bare, dressed } from '../program/scope.ts'
import { declarationOf, saidBehind } from '../program/symbol.ts'
import type { Trace } from '../values/trace.ts'

const MOST_STEPS = 4

/**
 * The words that a key may be, as far as they stand in sight: those of a list that is gone through (`for (const key of ['id'])`,
 * `['id'].every((key) => pod[key])`), and what a function is called with (`lacks('id')`).
 */
export const wordsOfKey = (trace: Trace, key: ts.Expression, steps = 0): readonly string[] => {
  const node = saidBehind(trace, key)
  if (compiler.isStringLiteralLike(node)) return [node.text]
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || steps > MOST_STEPS) return []
  if (compiler.isParameter(declared)) return ofParameter(trace, declared, steps)
  const loop = declared.parent.parent
  return compiler.isForOfStatement(loop) ? wordsOfList(trace, loop.expression) : []
}

/** The words that a list says, also one that the callers of a function hand over. */
export const wordsOfList = (trace: Trace, given: ts.Expression, steps = 0): readonly string[] => {
  const list = saidBehind(trace, given)
  const declared = compiler.isIdentifier(list) ? declarationOf(trace, list) : undefined
  if (declared && compiler.isParameter(declared) && steps <= MOST_STEPS) {
    const index = declared.parent.parameters.indexOf(declared)
    return trace
      .callers(declared.parent)
      .flatMap(({ arguments: handed = [] }) => handed[index] ?? [])
      .flatMap((one) => wordsOfList(trace, one, steps + 1))
  }
  if (!compiler.isArrayLiteralExpression(list)) return []
  return list.elements.map(bare).flatMap((one) => (compiler.isStringLiteralLike(one) ? one.text : []))
}

const ofParameter = (trace: Trace, declared: ts.ParameterDeclaration, steps: number): readonly string[] => {
  const callee = declared.parent
  const index = callee.parameters.indexOf(declared)
  const name = compiler.isFunctionDeclaration(callee) ? callee.name : nameGiven(callee)
  const uses: readonly ts.Expression[] = name
    ? mentionsOf(trace, name)
    : compiler.isExpression(callee)
      ? [callee]
      : []
  return uses.flatMap((use) => {
    const { parent } = dressed(use)
    if (!compiler.isCallExpression(parent)) return []
    const given = parent.arguments[index]
    if (parent.expression === dressed(use)) return given ? wordsOfKey(trace, given, steps + 1) : []
    const method = bare(parent.expression)
    return index === 0 && compiler.isPropertyAccessExpression(method)
      ? wordsOfList(trace, method.expression)
      : []
  })
}

/** `const lacks = (key) => …` */
const nameGiven = (callee: ts.SignatureDeclaration): ts.Identifier | undefined => {
  const { parent } = compiler.isExpression(callee) ? dressed(callee) : callee
  return compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
    ? parent.name
    : undefined
}
