import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, nodesIn } from '../program/syntax/nodes.ts'

const callsIn = once(({ files }: Trace) => files.flatMap((file) => nodesIn(file, compiler.isCallExpression)))

/** The calls of members of some names, in all files. */
export const callsNamed = (trace: Trace, wanted: RegExp): readonly ts.CallExpression[] =>
  callsIn(trace).filter(({ expression }) => wanted.test(accessed(expression)?.name ?? ''))

/** The text that an expression is. */
export const wordOf = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  return compiler.isStringLiteralLike(node) ? node.text : undefined
}
