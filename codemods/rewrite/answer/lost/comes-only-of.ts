import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'

/** Calls of the API by what becomes of them. */
export interface Calls {
  readonly staying: ReadonlySet<ts.Node>
  readonly moved: ReadonlySet<ts.Node>
}

/**
 * Whether a value comes of calls that stay, and of nothing else that may be an answer: `json.error`, where `json` is
 * `JSON.parse(await res.text())` and `res` what such a call gave. What a function is handed or catches may be anybody's.
 */
export const comesOnlyOf = ({ checker }: Trace, given: ts.Expression, { staying, moved }: Calls): boolean => {
  const seen = new Set<ts.Node>()
  let isReached = false
  const isSure = (node: ts.Node): boolean => {
    if (staying.has(node)) isReached = true
    if (staying.has(node) || seen.has(node)) return true
    seen.add(node)
    if (moved.has(node)) return false
    if (compiler.isIdentifier(node)) return isSureName(node)
    if (compiler.isPropertyAccessExpression(node)) return isSure(node.expression)
    if (compiler.isPropertyAssignment(node)) return isSure(node.initializer)
    return compiler.forEachChild(node, (inner) => !isSure(inner) || undefined) === undefined
  }
  const isSureName = (name: ts.Identifier): boolean => {
    const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
    if (!declared) return name.text === 'undefined'
    if (declared.getSourceFile().isDeclarationFile) return true
    const values = valuesOf(checker, name)
    return values.length > 0 && values.every(isSure)
  }
  return isSure(given) && isReached
}
