import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { keepsFunctions } from './program/closed-function.ts'
import { nameOfCallee } from './program/handed-on.ts'
import { identifiersNamed, isExported } from './program/names-used.ts'
import { isInside } from './program/scope.ts'
import type { Trace } from './program/source.ts'
import type { Site } from './sites.ts'

/** Whether a call's path comes in by a function that nobody in these files calls, or so much as names. */
export const isUncalled = (trace: Trace, { open }: Site): boolean =>
  isNamedByNobody(trace, open?.parameter?.parent)

const isNamedByNobody = (trace: Trace, callee: ts.SignatureDeclaration | undefined): boolean => {
  const name = callee && (nameOfCallee(callee) ?? exportedAs(callee))
  if (!callee || !name || trace.callers(callee).length > 0) return false
  return trace.files.every((file) =>
    identifiersNamed(file, name.text).every(
      (one) => one === name || isInside(one, callee) || isExporting(one.parent),
    ),
  )
}

/** The same of one that nobody elsewhere can call either: a private method, or a function that its module keeps to itself. */
export const isUncallable = (trace: Trace, { open }: Site): boolean =>
  isOutOfReach(trace, open?.parameter?.parent)

/** Whether a function is called neither here nor by anybody who was not shown. */
export const isUnused = (trace: Trace, callee: ts.SignatureDeclaration): boolean =>
  isNamedByNobody(trace, callee) && isOutOfReach(trace, callee)

const isOutOfReach = (trace: Trace, callee: ts.SignatureDeclaration | undefined): boolean => {
  const name = callee && nameOfCallee(callee)
  if (!callee || !name) return false
  if (compiler.isMethodDeclaration(callee))
    return (compiler.getCombinedModifierFlags(callee) & compiler.ModifierFlags.Private) !== 0
  return (
    compiler.isFunctionDeclaration(callee) &&
    keepsFunctions(trace, callee.getSourceFile()) &&
    !isExported(trace, name)
  )
}

/** `exports.call = (path) => …` */
const exportedAs = (callee: ts.SignatureDeclaration): ts.Identifier | undefined => {
  const { parent } = callee
  const isExport = compiler.isBinaryExpression(parent) && parent.right === (callee as ts.Node)
  const left = isExport ? parent.left : undefined
  const isMember =
    left && compiler.isPropertyAccessExpression(left) && EXPORTS.test(left.expression.getText())
  return isMember && compiler.isIdentifier(left.name) ? left.name : undefined
}

const EXPORTS = /^(module\.)?exports$/

/** `export { call }`, `module.exports = { call }`. */
const isExporting = (parent: ts.Node): boolean =>
  compiler.isExportSpecifier(parent) ||
  compiler.isExportAssignment(parent) ||
  (compiler.isShorthandPropertyAssignment(parent) &&
    compiler.isBinaryExpression(parent.parent.parent) &&
    EXPORTS.test(parent.parent.parent.left.getText()))
