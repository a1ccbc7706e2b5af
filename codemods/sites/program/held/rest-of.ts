import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { bare, nameOf } from '../syntax/nodes.ts'
import { patternSources } from './names.ts'

/** The pattern that leaves a name all it does not take out: of `rest` in `const { json, ...rest } = init`. */
export const restPattern = (
  checker: ts.TypeChecker,
  given: ts.Expression,
): ts.ObjectBindingPattern | undefined => {
  const node = bare(given)
  if (!compiler.isIdentifier(node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  const isRest =
    declaration && compiler.isBindingElement(declaration) && declaration.dotDotDotToken !== undefined
  return isRest && compiler.isObjectBindingPattern(declaration.parent) ? declaration.parent : undefined
}

/** What a member of the rest may be: the whole's, but for those that were taken out of it. */
export const membersOfRest = (
  t: Tracing,
  pattern: ts.ObjectBindingPattern,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  if (isTakenOut(pattern, name)) return []
  return patternSources(t, pattern, scope).flatMap((root): Source[] => {
    const found = t.membersOf(root, name)
    if (found.length > 0) return found
    return root.parameter ? [{ node: object, scope, parameter: root.parameter }] : []
  })
}

/** Whether a pattern takes a name out, so that the rest is without it. */
export const isTakenOut = ({ elements }: ts.ObjectBindingPattern, name: string): boolean =>
  elements.some((one) => !one.dotDotDotToken && nameOf(one.propertyName ?? one.name) === name)
