import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, isConst } from '../../../sites/program/syntax/nodes.ts'

/** The expression that a constant stands for, where nothing changes it after it is made. */
export const constantBehind = (checker: ts.TypeChecker, node: ts.Expression): ts.Expression | undefined => {
  const declaration = compiler.isIdentifier(node)
    ? symbolBehind({ checker }, node)?.valueDeclaration
    : undefined
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  if (!isConst(declaration)) return undefined
  const value = bare(declaration.initializer)
  const isSettled =
    !compiler.isObjectLiteralExpression(value) &&
    [declaration, node].every((one) => !isChanged(one.getSourceFile().text, declaration.name.getText()))
  return isSettled ? value : undefined
}

/** A list can be changed in place. */
const isChanged = (text: string, name: string): boolean => {
  const own = `\\b${name.replaceAll('$', '\\$')}`
  return new RegExp(
    `${own}(\\.(push|pop|shift|unshift|splice)\\b|\\.length\\s*=[^=]|\\[[^\\]]*\\]\\s*=[^=])`,
  ).test(text)
}
