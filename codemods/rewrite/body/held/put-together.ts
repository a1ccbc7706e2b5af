import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { wordsOfList } from '../../../sites/answers/uses/words-of-key.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import { isMemberSet } from '../../../sites/schemas/parsed-names.ts'
import { literalBehind } from '../../../sites/schemas/schemas.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What an object is made of, or one of. */
export interface Together {
  readonly parts: readonly ts.Expression[]
  /** The members that it takes of them; left out where it takes all. */
  readonly takes?: readonly string[]
  /** The members that it leaves. */
  readonly leaves?: readonly string[]
}

/**
 * `Object.assign({}, DEFAULTS, options)`, and `defaults({}, options, DEFAULTS)`, `pick(options, ['name'])` and their like
 * of lodash; a row of a constant table (`SIZES[size]`), which may be each of them. Undefined for others.
 */
export const putTogether = (trace: Trace, node: ts.Expression): Together | undefined => {
  if (compiler.isElementAccessExpression(node)) return rowsOf(trace, node)
  return compiler.isCallExpression(node) ? argumentsOf(trace, node) : undefined
}

const argumentsOf = (trace: Trace, call: ts.CallExpression): Together | undefined => {
  const [first, ...others] = call.arguments
  const text = call.expression.getText()
  if (!first || trace.targets(call, undefined).some(({ external }) => !external)) return undefined
  if (ALL_OF.test(text)) return { parts: call.arguments }
  const by = TAKES.exec(text)?.[1]
  const words = others.flatMap((one) =>
    compiler.isStringLiteralLike(one) ? one.text : wordsOfList(trace, one),
  )
  if (by === undefined || words.length === 0) return undefined
  return { parts: [first], ...(by === 'omit' ? { leaves: words } : { takes: words }) }
}

const rowsOf = (
  trace: Trace,
  { expression, argumentExpression }: ts.ElementAccessExpression,
): Together | undefined => {
  const name = bare(expression)
  const table = compiler.isIdentifier(name) ? literalBehind(trace, name) : undefined
  if (!table || compiler.isStringLiteralLike(argumentExpression)) return undefined
  const rows = table.properties.flatMap((one) => (compiler.isPropertyAssignment(one) ? one.initializer : []))
  const isWhole = rows.length > 0 && rows.length === table.properties.length
  return isWhole && !mentionsOf(trace, name as ts.Identifier).some(isMemberSet) ? { parts: rows } : undefined
}

/** What gives all that its arguments have. */
const ALL_OF = /^(Object\.assign|((_|lodash)\.)?(defaults|defaultsDeep|merge|assign|extend))$/

const TAKES = /^(?:(?:_|lodash)\.)?(pick|omit)$/
