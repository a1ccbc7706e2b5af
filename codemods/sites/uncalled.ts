import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { nameOfCallee } from './program/calls/handed-on.ts'
import type { Source, Trace } from './program/frames/source.ts'
import { keepsFunctions, keepsObjects } from './program/names/closed-function.ts'
import { identifiersNamed, isExported } from './program/names/names-used.ts'
import { isOfPlatform } from './program/names/symbol.ts'
import { headOf, isOpaque } from './program/outside/opaque.ts'
import { bare, dressed, functionAround, isInside } from './program/syntax/nodes.ts'
import { isResource } from './texts/route.ts'
import type { Gap } from './texts/text.ts'

/** A call, with what is left of it for a caller to say. */
interface Asked {
  readonly open?: Gap
}

/** Whether a call's path comes in by a function that nobody in these files calls, or so much as names. */
export const isUncalled = (trace: Trace, routes: readonly Route[], { open }: Asked): boolean =>
  isNamedByNobody(trace, open?.parameter?.parent, (call) => mayAskFor(trace, routes, call))

const isNamedByNobody = (
  trace: Trace,
  callee: ts.SignatureDeclaration | undefined,
  mayBeOurs: (call: ts.CallExpression) => boolean,
): boolean => {
  const name = callee && (nameOfCallee(callee) ?? exportedAs(callee))
  if (!callee || !name || trace.callers(callee).length > 0) return false
  return usesOf(trace, callee, name).every((one) => isOfOther(trace, one, mayBeOurs))
}

/** Whether nobody calls a method of some objects, but by the calls that are seen. */
export const isCalledInSight = (trace: Trace, method: ts.SignatureDeclaration): boolean => {
  const name = nameOfCallee(method)
  const { makers, kinds } = objectsWith(trace, method)
  if (!name || makers.length === 0) return false
  const said = new RegExp(`\\b(${makers.join('|')})\\b`)
  const calls = new Set<ts.Node>(trace.callers(method))
  const isCalled = ({ parent }: ts.Identifier): boolean =>
    compiler.isPropertyAccessExpression(parent) && calls.has(dressed(parent).parent)
  return (
    usesOf(trace, method, name).every((one) => isCalled(one) || isOfOther(trace, one, () => true)) &&
    trace.files.every((file) => !said.test(file.text) || keepsObjects(trace, file, kinds))
  )
}

/** The objects that have a method: those of a class and of all that extend it, or what a function makes. */
const objectsWith = (
  trace: Trace,
  method: ts.SignatureDeclaration,
): { readonly makers: readonly string[]; readonly kinds: ReadonlySet<ts.Symbol> } => {
  const { checker } = trace
  if (compiler.isClassLike(method.parent)) {
    const names = [method.parent, ...trace.subclasses(method.parent)].flatMap(
      (one) => (compiler.isClassLike(one) && one.name) || [],
    )
    const kinds = new Set(names.flatMap((one) => checker.getSymbolAtLocation(one) ?? []))
    return { makers: names.map(({ text }) => text), kinds }
  }
  const object = compiler.findAncestor(method, compiler.isObjectLiteralExpression)
  const maker = functionAround(method)
  const name = maker && nameOfCallee(maker)
  const { symbol } = checker.getTypeAtLocation(object ?? method)
  return { makers: name ? [name.text] : [], kinds: new Set(symbol ? [symbol] : []) }
}

/** Where files say a function's name, but for what declares or exports it, or another's member of that name. */
const usesOf = (trace: Trace, callee: ts.SignatureDeclaration, name: ts.Identifier): ts.Identifier[] =>
  trace.files.flatMap((file) =>
    identifiersNamed(file, name.text).filter(
      (one) => one !== name && !isInside(one, callee) && !isExporting(one.parent) && !isMemberDeclared(one),
    ),
  )

/** A name that something else gives a member of its own: `{ put: save }`, `put(path: string): void` of an interface. */
const isMemberDeclared = (name: ts.Identifier): boolean => {
  const { parent } = name
  const isMember =
    compiler.isPropertyAssignment(parent) ||
    compiler.isPropertyDeclaration(parent) ||
    compiler.isPropertySignature(parent) ||
    compiler.isMethodDeclaration(parent) ||
    compiler.isMethodSignature(parent)
  return isMember && parent.name === name
}

/** The method of the same name of something else: `map.delete(key)`, `app.put('/jobs', save)`, `axios.patch(url)`. */
const isOfOther = (
  trace: Trace,
  name: ts.Identifier,
  mayBeOurs: (call: ts.CallExpression) => boolean,
): boolean => {
  const access = name.parent
  if (!compiler.isPropertyAccessExpression(access) || access.name !== name) return false
  const call = dressed(access).parent
  if (!compiler.isCallExpression(call) || bare(call.expression) !== access) return false
  if (trace.targets(call, undefined).length > 0 || !mayBeOurs(call)) return true
  const owners = trace.sources(access.expression, undefined)
  return owners.every((one) => isOfPackage(trace, one) && !isOpaque(trace, one))
}

/** What a package or the platform makes: no object and no class of the program, nor what an unknown function gives. */
const isOfPackage = (trace: Trace, { node, external }: Source): boolean => {
  if (external) return true
  if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return false
  return trace
    .sources(node.expression, undefined)
    .every((one) => one.external !== undefined || isOfPlatform(trace, one.node))
}

/** Whether a call may ask for a path of v1: something that it is given begins as one does, or is not known. */
const mayAskFor = (trace: Trace, routes: readonly Route[], call: ts.CallExpression): boolean =>
  call.arguments
    .flatMap((one) => trace.sources(one, undefined))
    .some(({ node }) => {
      if (!compiler.isStringLiteralLike(node) && !compiler.isTemplateExpression(node))
        return !compiler.isFunctionLike(node) && !compiler.isLiteralExpression(node)
      const [, word = ''] = /^\/?(\w*)/.exec(headOf(node)) ?? []
      return word === '' || isResource(routes, word)
    })

/** The same of one that nobody elsewhere can call either: a private method, or a function that its module keeps to itself. */
export const isUncallable = (trace: Trace, { open }: Asked): boolean =>
  isOutOfReach(trace, open?.parameter?.parent)

/** Whether a function is called neither here nor by anybody who was not shown. */
export const isUnused = (trace: Trace, callee: ts.SignatureDeclaration): boolean =>
  isNamedByNobody(trace, callee, () => true) && isOutOfReach(trace, callee)

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
