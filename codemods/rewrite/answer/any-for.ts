import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** The type of a callback's parameter that takes a value: of one that nothing is known of, a strict compiler wants it said. */
export const anyFor = ({ checker }: Trace, root: ts.Expression): string => {
  const isUntyped = (checker.getTypeAtLocation(root).flags & compiler.TypeFlags.Any) !== 0
  return isUntyped && isTypeScript(root) ? ': any' : ''
}
