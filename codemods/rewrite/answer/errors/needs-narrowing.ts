import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isHarmless } from '../../../sites/answers/uses/harmless.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type MemberRead, nameRead } from './member-read.ts'

/** Whether a read is of use only where what was asked before has made its type a narrower one. */
export const needsNarrowing = (trace: Trace, node: MemberRead): boolean => {
  if (isAny(trace, node.expression) || isHarmless(node.parent)) return false
  const { checker } = trace
  const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression))
  const member = owner.getProperty(nameRead(node))
  const type = member ? checker.getTypeOfSymbol(member) : owner.getStringIndexType()
  const here = checker.getTypeAtLocation(node)
  if (!type || checker.isTypeAssignableTo(type, here)) return false
  const wanted = checker.getContextualType(node)
  if (!wanted || (wanted.flags & compiler.TypeFlags.Any) !== 0) return !isTakenAnyway(node, type)
  return !checker.isTypeAssignableTo(type, wanted)
}

/** Types that `Error` takes as its message. */
const MESSAGE = compiler.TypeFlags.StringLike | compiler.TypeFlags.Undefined

/** Whether what is handed a value takes it as it is, where the library's types are not at hand. */
const isTakenAnyway = ({ parent }: MemberRead, type: ts.Type): boolean => {
  if (compiler.isNewExpression(parent) && /Error$/.test(parent.expression.getText()))
    return (type.isUnion() ? type.types : [type]).every(({ flags }) => (flags & MESSAGE) !== 0)
  return (
    compiler.isCallExpression(parent) &&
    /^(String|JSON\.stringify|console\.\w+)$/.test(parent.expression.getText())
  )
}

/** Whether a value's type says nothing of it. */
export const isAny = ({ checker }: Trace, node: ts.Expression): boolean =>
  (checker.getTypeAtLocation(node).flags & compiler.TypeFlags.Any) !== 0
