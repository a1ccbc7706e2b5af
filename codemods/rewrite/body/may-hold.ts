import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { namesParsed } from '../../sites/parsed-names.ts'
import type { Trace } from '../../sites/trace.ts'

/** Whether a value may have a member of this name, as far as a schema that it came through or its type says. */
export const mayHold = (trace: Trace, node: ts.Expression, name: string): boolean => {
  const { checker } = trace
  const names = namesParsed(trace, node)
  if (names) return names.includes(name)
  const type = checker.getTypeAtLocation(node)
  const open = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown | compiler.TypeFlags.TypeParameter
  if (type.flags & open || checker.getIndexInfosOfType(type).length > 0) return true
  return isObject(checker, type) || checker.getPropertyOfType(type, name) !== undefined
}

/** `object` and `{}` say nothing of what is in there. */
const isObject = (checker: ts.TypeChecker, type: ts.Type): boolean =>
  checker.getPropertiesOfType(type).length === 0
