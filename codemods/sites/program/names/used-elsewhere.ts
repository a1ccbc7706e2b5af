import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { dressed, isOperation } from '../syntax/nodes.ts'
import { isSaid } from '../syntax/said.ts'
import { accessesTo, identifiersNamed } from './names-used.ts'
import { symbolBehind } from './symbol.ts'

/**
 * Whether the name that a literal is kept under (a constant, a member, an enum's, a function that gives it back) is used
 * for anything but addresses that were read: a link of the program's own pages must not follow the API's paths. A message
 * that names the address of a call names the one it has.
 */
export const usedElsewhere = (trace: Trace, literal: ts.Node | undefined): boolean => {
  const name = literal && homeOf(literal)
  if (!name) return false
  const isUsed = (one: ts.Expression): boolean =>
    !isPassing(one) && !isSetAnew(one) && !isRead(trace, one) && !isTold(one)
  return usesOf(trace, name).some(isUsed) || isLookedThrough(trace, name)
}

/**
 * Every mention of a name in all files, also in brackets (`PATHS['volumes']`). A member of an object has a symbol of its own
 * where its text is only a string.
 */
const usesOf = (trace: Trace, name: Home): ts.Expression[] => {
  const declared = trace.checker.getSymbolAtLocation(name)?.declarations?.[0]
  if (!declared) return []
  const named = trace.files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && symbolBehind(trace, one)?.declarations?.[0] === declared)
  return [...named, ...accessesTo(trace, declared, name.text).filter(compiler.isElementAccessExpression)]
}

/** `Object.values(PATHS)`: whoever goes through a table is given all that it says. */
const isLookedThrough = (trace: Trace, { parent: member }: Home): boolean => {
  if (!compiler.isPropertyAssignment(member)) return false
  const { parent: keeper } = dressed(member.parent)
  const isKept = compiler.isVariableDeclaration(keeper) || compiler.isPropertyAssignment(keeper)
  if (!isKept || !compiler.isIdentifier(keeper.name)) return false
  return usesOf(trace, keeper.name).some(isListed) || isLookedThrough(trace, keeper.name)
}

const isListed = (name: ts.Expression): boolean => {
  const { parent } = dressed(memberOf(name))
  return compiler.isCallExpression(parent) && /^Object\.(values|entries)$/.test(parent.expression.getText())
}

/** What a text is kept under, also in quotes: `{ 'volumes': '/networkvolumes' }`. */
type Home = ts.Identifier | ts.StringLiteralLike

/** The name a literal is kept under; undefined where it stands in a call, so that nothing else can mean it. */
const homeOf = (literal: ts.Node): Home | undefined => {
  for (let at = literal; at.parent; at = at.parent) {
    const { parent } = at
    if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) return undefined
    if (
      compiler.isVariableDeclaration(parent) ||
      compiler.isEnumMember(parent) ||
      compiler.isPropertyDeclaration(parent)
    )
      return identifier(parent.name)
    if (compiler.isPropertyAssignment(parent)) return isInCall(parent) ? undefined : identifier(parent.name)
    if (compiler.isReturnStatement(parent) || (compiler.isArrowFunction(parent) && parent.body === at))
      return functionName(parent)
    if (compiler.isStatement(parent)) return undefined
  }
  return undefined
}

const identifier = (name: ts.Node | undefined): Home | undefined =>
  name && (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)) ? name : undefined

/** `call({ path: '/pods' })`: a member of an object made for one call. */
const isInCall = (property: ts.PropertyAssignment): boolean => {
  let at: ts.Node = property.parent
  while (
    compiler.isObjectLiteralExpression(at) ||
    compiler.isPropertyAssignment(at) ||
    compiler.isAsExpression(at)
  )
    at = at.parent
  return compiler.isCallExpression(at)
}

const functionName = (node: ts.Node): Home | undefined => {
  let at: ts.Node = node
  while (!compiler.isFunctionLike(at)) {
    if (compiler.isSourceFile(at)) return undefined
    at = at.parent
  }
  if (compiler.isFunctionDeclaration(at) || compiler.isMethodDeclaration(at)) return identifier(at.name)
  const { parent } = at
  return compiler.isVariableDeclaration(parent) ||
    compiler.isPropertyAssignment(parent) ||
    compiler.isPropertyDeclaration(parent)
    ? identifier(parent.name)
    : undefined
}

/** Places that only pass a name on: imports, exports, declarations, types. */
const isPassing = ({ parent }: ts.Expression): boolean =>
  compiler.isImportSpecifier(parent) ||
  compiler.isImportClause(parent) ||
  compiler.isExportSpecifier(parent) ||
  compiler.isExportAssignment(parent) ||
  compiler.isTypeQueryNode(parent)

/** `url += query`, `url = `${url}?${query}``: what goes into the name again, as a part of what is put together. */
const isSetAnew = (name: ts.Expression): boolean => {
  for (let at: ts.Node = name; isPartOf(at.parent); at = at.parent) {
    const { parent } = at
    if (!compiler.isBinaryExpression(parent) || !isOperation(parent, '=', '+=')) continue
    return compiler.isIdentifier(parent.left) && parent.left.text === name.getText()
  }
  return false
}

const isPartOf = (node: ts.Node): boolean =>
  compiler.isBinaryExpression(node) ||
  compiler.isTemplateSpan(node) ||
  compiler.isTemplateExpression(node) ||
  compiler.isConditionalExpression(node) ||
  compiler.isParenthesizedExpression(node)

/** What a mention stands for where the name is a member's: the whole of `PATHS.volumes`. */
const memberOf = (name: ts.Expression): ts.Expression =>
  compiler.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name

const isTold = (name: ts.Expression): boolean => isSaid(memberOf(name))

/** Whether an address was made of a mention: of the name, its member access or its call. */
const isRead = ({ visited }: Trace, name: ts.Expression): boolean => {
  const use = memberOf(name)
  const call = compiler.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : use
  return visited.has(name) || visited.has(use) || visited.has(call)
}
