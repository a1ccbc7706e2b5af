import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, nodesIn } from '../program/syntax/nodes.ts'

const callsIn = once(({ files }: Trace) => files.flatMap((file) => nodesIn(file, compiler.isCallExpression)))

/** The calls of members of some names, in all files; also of what is called by such a name alone. */
export const callsNamed = (trace: Trace, wanted: RegExp, isAlone = false): readonly ts.CallExpression[] =>
  callsIn(trace).filter(({ expression }) =>
    wanted.test(accessed(expression)?.name ?? (isAlone ? expression.getText() : '')),
  )

/** The text that an expression is; of a constant, which says the same wherever it is said, its name. */
export const wordOf = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  if (compiler.isStringLiteralLike(node)) return node.text
  const said = compiler.isIdentifier(node) || compiler.isPropertyAccessExpression(node) ? node.getText() : ''
  return CONSTANT.test(said) ? `\0${said}` : undefined
}

const CONSTANT = /^([A-Z]\w*(\.\w+)+|[A-Z][A-Z0-9_]+)$/
