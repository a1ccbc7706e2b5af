import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAccess } from '../syntax/access.ts'
import { bare, isFunctionValue } from '../syntax/nodes.ts'

/** Whether a text is a whole address, or the first part of one. */
export const beginsAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/**
 * What a value is called that a package or the platform gives when the program runs: `config.get('url')`,
 * `settings.url`, `localStorage.getItem('url')`. Undefined for what the program makes itself.
 */
export const settingName = (checker: ts.TypeChecker, node: ts.Expression): string | undefined => {
  const isRead = compiler.isCallExpression(bare(node)) || isAccess(bare(node))
  const text = node.getText().replace(/\s+/g, ' ')
  return isRead && text.length <= LONGEST_NAME && isOutside(checker, node) ? text : undefined
}

const LONGEST_NAME = 80

/** Whether a value is read of, or given by, what no file of the program declares. */
const isOutside = (checker: ts.TypeChecker, given: ts.Expression, steps = 0): boolean => {
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => steps < 8 && isOutside(checker, inner, steps + 1)
  if (compiler.isAwaitExpression(node)) return isWaitedFor(bare(node.expression), next)
  if (compiler.isCallExpression(node))
    return next(node.expression) && node.arguments.every((one) => isWritten(one) || next(one))
  if (isAccess(node) && node.expression.kind === compiler.SyntaxKind.ThisKeyword)
    return isOfOutsideType(checker, checker.getSymbolAtLocation(node)?.declarations?.[0])
  if (isAccess(node)) return next(node.expression)
  if (!compiler.isIdentifier(node)) return false
  const declared = checker.getSymbolAtLocation(node)?.declarations?.[0]
  if (!declared || declared.getSourceFile().isDeclarationFile) return true
  const initializer = constantOf(declared)
  if (initializer) return next(initializer)
  return isPutIn(declared) ? isOfOutsideType(checker, declared) : isForeign(checker, declared)
}

/** What is waited for comes from elsewhere, whatever it is asked with: a row, a document. */
const isWaitedFor = (node: ts.Expression, next: (inner: ts.Expression) => boolean): boolean =>
  compiler.isCallExpression(node)
    ? next(node.expression) && !/^Promise\b/.test(node.expression.getText())
    : next(node)

/** `'url'`, `{ infer: true }`, `['url']`: a function that is given no more than that gives nothing of the program's back. */
const isWritten = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isArrayLiteralExpression(node)) return node.elements.every(isWritten)
  if (compiler.isObjectLiteralExpression(node))
    return node.properties.every((one) => compiler.isPropertyAssignment(one) && isWritten(one.initializer))
  return compiler.isLiteralExpression(node) || /^(true|false|null|undefined)$/.test(node.getText())
}

/** What a constant, or what is taken out of one, is made of. */
const constantOf = (declared: ts.Declaration): ts.Expression | undefined => {
  const at = compiler.isBindingElement(declared) ? declared.parent.parent : declared
  const isConstant =
    compiler.isVariableDeclaration(at) &&
    (at.parent.flags & compiler.NodeFlags.Const) === compiler.NodeFlags.Const
  return isConstant ? at.initializer : undefined
}

/** Whether a name is imported from a package: a file of the program's own that is out of sight may say anything. */
const isForeign = (checker: ts.TypeChecker, declared: ts.Declaration): boolean => {
  let at: ts.Node = declared
  while (!compiler.isImportDeclaration(at) && !compiler.isSourceFile(at)) at = at.parent
  if (!compiler.isImportDeclaration(at) || /^['"]\./.test(at.moduleSpecifier.getText())) return false
  const module = checker.getSymbolAtLocation(at.moduleSpecifier)?.declarations?.[0]
  return module === undefined || module.getSourceFile().isDeclarationFile
}

/** `constructor(config: ConfigService)`, `useFactory: (config: ConfigService) => …`: a framework calls it. */
const isPutIn = (declared: ts.Declaration): boolean =>
  compiler.isParameter(declared) &&
  (compiler.isConstructorDeclaration(declared.parent) || isFunctionValue(declared.parent))

/** `private readonly config: ConfigService`, which a framework puts in. */
const isOfOutsideType = (checker: ts.TypeChecker, declared: ts.Declaration | undefined): boolean => {
  const type =
    declared && (compiler.isParameter(declared) || compiler.isPropertyDeclaration(declared))
      ? declared.type
      : undefined
  const name = type && compiler.isTypeReferenceNode(type) ? type.typeName : undefined
  const named =
    name && compiler.isIdentifier(name) ? checker.getSymbolAtLocation(name)?.declarations?.[0] : undefined
  return named !== undefined && isForeign(checker, named)
}
