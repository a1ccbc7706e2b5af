import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { wordsOfList } from '../../../sites/answers/uses/words-of-key.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** An object that a call makes of others. */
export interface Together {
  readonly parts: readonly ts.Expression[]
  /** The members that it takes of them; left out where it takes all. */
  readonly takes?: readonly string[]
  /** The members that it leaves. */
  readonly leaves?: readonly string[]
}

/**
 * `Object.assign({}, DEFAULTS, options)`, and `defaults({}, options, DEFAULTS)`, `pick(options, ['name'])` and their like
 * of lodash; undefined for other calls.
 */
export const putTogether = (trace: Trace, call: ts.CallExpression): Together | undefined => {
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

/** What gives all that its arguments have. */
const ALL_OF = /^(Object\.assign|((_|lodash)\.)?(defaults|defaultsDeep|merge|assign|extend))$/

const TAKES = /^(?:(?:_|lodash)\.)?(pick|omit)$/
