import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from './source.ts'

/** Whether the compiler knows an expression for a text. */
export const isText = ({ checker }: Pick<Trace, 'checker'>, node: ts.Expression): boolean =>
  (checker.getTypeAtLocation(node).flags & compiler.TypeFlags.StringLike) !== 0
