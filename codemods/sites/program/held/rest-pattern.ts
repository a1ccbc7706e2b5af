import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf } from '../syntax/nodes.ts'

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

/** Whether a pattern takes a name out, so that the rest is without it. */
export const isTakenOut = ({ elements }: ts.ObjectBindingPattern, name: string): boolean =>
  elements.some((one) => !one.dotDotDotToken && nameOf(one.propertyName ?? one.name) === name)
