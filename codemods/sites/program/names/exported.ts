import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'

/** Whether a function, or a class by its constructor, can be called from files that nobody has shown. */
export const isExported = (callee: ts.Node): boolean => {
  const owner = compiler.isConstructorDeclaration(callee) ? callee.parent : callee
  const declared = compiler.isVariableDeclaration(owner.parent) ? owner.parent.parent.parent : owner
  const modifiers = compiler.canHaveModifiers(declared) ? (compiler.getModifiers(declared) ?? []) : []
  return modifiers.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword)
}
