import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Asking, Call } from '../frames/source.ts'
import { filledByKey } from '../held/member.ts'
import { isAccess } from '../syntax/access.ts'
import { bare, functionAround, isFunctionValue } from '../syntax/nodes.ts'
import { importedFrom, requiredModule } from './outside.ts'

/** Whether a text is a whole address, or the first part of one. */
export const beginsAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/**
 * What a value is called that a package or the platform gives when the program runs: `config.get('url')`,
 * `settings.url`, `localStorage.getItem('url')`. Undefined for what the program makes itself.
 */
export const settingName = (
  t: Pick<Asking, 'checker' | 'sources'>,
  given: ts.Expression,
  scope: Scope | undefined,
): string | undefined => {
  const node = bare(given)
  const text = node.getText().replace(/\s+/g, ' ')
  if (text.length > LONGEST_NAME) return undefined
  const isSetting =
    isSaidOutside(t.checker, node) ||
    isHandedFromOutside(t, node, scope) ||
    (isAccess(node) && isHandedFromOutside(t, node.expression, scope))
  return isSetting ? text : undefined
}

const isSaidOutside = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  (compiler.isCallExpression(node) || isAccess(node) || isOfPattern(checker, node)) &&
  isOutside(checker, node)

/** `base` of `const [id, base] = process.argv.slice(2)`. */
const isOfPattern = (checker: ts.TypeChecker, node: ts.Expression): boolean =>
  compiler.isIdentifier(node) &&
  (checker.getSymbolAtLocation(node)?.declarations ?? []).some(compiler.isBindingElement)

/** What the program's own functions are handed of what comes from outside: `given` of `read(JSON.parse(text))`, also with `{}` in its place. */
const isHandedFromOutside = (
  t: Pick<Asking, 'checker' | 'sources'>,
  given: ts.Expression,
  scope: Scope | undefined,
): boolean => {
  const found = t.sources(given, scope).filter(({ node }) => !isEmptyObject(node))
  return (
    found.length > 0 &&
    found.every(
      ({ node }) =>
        node !== given &&
        compiler.isExpression(node) &&
        (isSaidOutside(t.checker, node) || isOfArguments(node)),
    )
  )
}

const isEmptyObject = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) && node.properties.length === 0 && filledByKey(node).length === 0

/** `const args = {}` that is filled, by names that nobody sees, from what the program was started with. */
const isOfArguments = (node: ts.Expression): boolean => {
  if (!compiler.isObjectLiteralExpression(node)) return false
  const filled = filledByKey(node)
  const isOfThem = (place: ts.Node): boolean =>
    /\bargv\b/.test((functionAround(node) ?? topOf(place)).getText())
  return filled.length > 0 && filled.every(isOfThem)
}

/** The statement of the file in which a place lies. */
const topOf = (place: ts.Node): ts.Node => (compiler.isSourceFile(place.parent) ? place : topOf(place.parent))

const LONGEST_NAME = 80

/** Whether a value is read of, or given by, what no file of the program declares. */
const isOutside = (checker: ts.TypeChecker, given: ts.Expression, steps = 0): boolean => {
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => steps < MOST_STEPS && isOutside(checker, inner, steps + 1)
  if (compiler.isAwaitExpression(node)) return isWaitedFor(bare(node.expression), next)
  if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
    const { expression: callee, arguments: given = [] } = node
    return (
      next(callee) && (isReadOfFile(checker, node) || [...given].every((one) => isWritten(one) || next(one)))
    )
  }
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

/** A chain of a command line's options is long: `new Command().option(…).option(…).parse().opts().url`. */
const MOST_STEPS = 32

/** What is waited for comes from elsewhere, whatever it is asked with: a row, a document. */
const isWaitedFor = (node: ts.Expression, next: (inner: ts.Expression) => boolean): boolean =>
  compiler.isCallExpression(node)
    ? next(node.expression) && !/^Promise\b/.test(node.expression.getText())
    : next(node)

/** `readFileSync(file, 'utf8')`: whatever the file is called, the program does not say what stands in it. */
const isReadOfFile = (checker: ts.TypeChecker, { expression: callee }: Call): boolean => {
  const name = isAccess(callee) ? bare(callee.expression) : callee
  const declared = compiler.isIdentifier(name)
    ? checker.getSymbolAtLocation(name)?.declarations?.[0]
    : undefined
  const from = declared && (importedFrom(declared)?.module ?? requiredBy(declared))
  return from !== undefined && /^(node:)?fs(\/promises|-extra)?$/.test(from)
}

/** `const fs = require('fs')` */
const requiredBy = (declared: ts.Declaration): string | undefined => {
  const made = constantOf(declared)
  return made && compiler.isCallExpression(made) ? requiredModule(made) : undefined
}

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
