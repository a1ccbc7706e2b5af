import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** The type of a callback's parameter that takes a value: of one that nothing is known of, a strict compiler wants it said. */
export const anyFor = ({ checker }: Trace, root: ts.Expression): string => {
  const isUntyped = (checker.getTypeAtLocation(root).flags & compiler.TypeFlags.Any) !== 0
  return isUntyped && isTypeScript(root) ? ': any' : ''
}

/** Whether a node stands in a file that may say types. */
export const isTypeScript = (node: ts.Node): boolean => /\.[cm]?tsx?$/.test(node.getSourceFile().fileName)
