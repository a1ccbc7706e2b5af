import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { wordsInList } from '../../../sites/program/frames/words-in-list.ts'
import { writesTo } from '../../../sites/program/set/assigned.ts'
import { endsHere } from '../../../sites/program/syntax/leaves.ts'
import { isNot } from '../../../sites/program/syntax/logic.ts'
import { bare, isFunctionValue, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { enumParsed } from '../../../sites/schemas/enum-parsed.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * The words that a name may stand for where it is used, as nothing else gets there: a check before it leaves the function
 * for every other (`if (!WORDS.includes(word)) throw …`), it stands under a condition or in a case that names them, or a
 * schema lets no other through.
 */
export const allowedWords = (trace: Trace, name: ts.Expression): string[] | undefined => {
  if (!compiler.isIdentifier(name)) return enumParsed(trace, name)
  const symbol = trace.checker.getSymbolAtLocation(name)
  if (!symbol?.valueDeclaration || writesTo(trace.checker, symbol).length > 0) return undefined
  const asked: Asked = { trace, symbol }
  // what a callback says behind a check, it says of the same word: that never changes
  for (let at: ts.Node = name; !compiler.isSourceFile(at) && !isDeclared(at); at = at.parent) {
    const found = wordsAround(asked, at) ?? wordsBefore(asked, at)
    if (found) return found
  }
  return enumParsed(trace, name)
}

/** A function that may be called before a check that stands above it. */
const isDeclared = (node: ts.Node): boolean => compiler.isFunctionLike(node) && !isFunctionValue(node)

/** The name that is asked about. */
interface Asked {
  readonly trace: Trace
  readonly symbol: ts.Symbol
}

type Words = string[] | undefined

/** What a node is in that is only come to with some of the words. */
const wordsAround = (asked: Asked, at: ts.Node): Words => {
  const { parent } = at
  if (compiler.isIfStatement(parent) && at !== parent.expression)
    return wordsOf(asked, parent.expression, at === parent.thenStatement)
  if (compiler.isConditionalExpression(parent) && at !== parent.condition)
    return wordsOf(asked, parent.condition, at === parent.whenTrue)
  if (isOperation(parent, '&&') && at === parent.right) return wordsOf(asked, parent.left, true)
  return compiler.isCaseClause(at) ? wordsOfCase(asked, at) : undefined
}

/** The words of the statements before one that leave for every other. */
const wordsBefore = (asked: Asked, at: ts.Node): Words => {
  const { parent } = at
  if (!compiler.isBlock(parent) && !compiler.isSourceFile(parent) && !compiler.isCaseOrDefaultClause(parent))
    return undefined
  const before = parent.statements.slice(0, parent.statements.indexOf(at as ts.Statement))
  return first(before, (one) =>
    compiler.isIfStatement(one) && endsHere(one.thenStatement)
      ? wordsOf(asked, one.expression, false)
      : undefined,
  )
}

const first = <T>(all: readonly T[], read: (one: T) => Words): Words =>
  all.map(read).find((words) => words !== undefined)

/** The words that a condition leaves where it holds, or where it does not; undefined where it leaves others. */
const wordsOf = (asked: Asked, given: ts.Expression, holds: boolean): Words => {
  const condition = bare(given)
  if (isNot(condition)) return wordsOf(asked, condition.operand, !holds)
  if (isOperation(condition, '&&', '||')) {
    const sides = [condition.left, condition.right].map((one) => wordsOf(asked, one, holds))
    // of two that both hold, one is enough; of two one of which holds, it may be either
    const areBoth = isOperation(condition, '&&') === holds
    if (areBoth) return first(sides, (words) => words)
    return sides.every((words) => words !== undefined) ? sides.flat() : undefined
  }
  if (compiler.isCallExpression(condition)) return holds ? wordsIncluded(asked, condition) : undefined
  const compares = holds ? isOperation(condition, '===', '==') : isOperation(condition, '!==', '!=')
  return compares && compiler.isBinaryExpression(condition) ? wordCompared(asked, condition) : undefined
}

const isAsked = ({ trace, symbol }: Asked, node: ts.Expression): boolean =>
  trace.checker.getSymbolAtLocation(bare(node)) === symbol

const wordCompared = (asked: Asked, { left, right }: ts.BinaryExpression): Words => {
  const word = isAsked(asked, left) ? bare(right) : isAsked(asked, right) ? bare(left) : undefined
  return word && compiler.isStringLiteralLike(word) ? [word.text] : undefined
}

/** `WORDS.includes(word)`, `WORDS.has(word)` */
const wordsIncluded = (asked: Asked, { expression: callee, arguments: [word] }: ts.CallExpression): Words => {
  if (!compiler.isPropertyAccessExpression(callee) || !/^(includes|has)$/.test(callee.name.text))
    return undefined
  return word && isAsked(asked, word) ? wordsInList(asked.trace, callee.expression) : undefined
}

/** `case 'start': case 'stop': …` of `switch (word)`, where nothing runs into it from above. */
const wordsOfCase = (asked: Asked, clause: ts.CaseClause): Words => {
  const { clauses, parent } = clause.parent
  if (!isAsked(asked, parent.expression)) return undefined
  const before = clauses.slice(0, clauses.indexOf(clause))
  const open = before.findLastIndex(({ statements }) => statements.length > 0)
  const last = before[open]?.statements.at(-1)
  if (last && !endsHere(last)) return undefined
  const words = [...before.slice(open + 1), clause].map((one) =>
    compiler.isCaseClause(one) && compiler.isStringLiteralLike(one.expression)
      ? one.expression.text
      : undefined,
  )
  return words.every((word) => word !== undefined) ? words : undefined
}
