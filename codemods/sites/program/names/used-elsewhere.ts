import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../frames/source.ts'
import { settingsIn } from '../set/assigned.ts'
import { dressed, isOperation } from '../syntax/nodes.ts'
import { isSaid } from '../syntax/said.ts'
import { accessesTo, identifiersNamed, mentionsOf } from './names-used.ts'
import { symbolBehind } from './symbol.ts'
import { isOnlyAddress } from './table-uses.ts'

/**
 * Whether the name that a literal is kept under (a constant, a member, an enum's, a function that gives it back) is used
 * for anything but addresses that were read: a link of the program's own pages must not follow the API's paths. A message
 * that names the address of a call names the one it has.
 */
export const usedElsewhere = (trace: Trace, literal: ts.Node | undefined): boolean =>
  useElsewhere(trace, literal) !== undefined

/** The first place that uses it so, or the name itself where something goes through all that is kept with it. */
export const useElsewhere = (trace: Trace, literal: ts.Node | undefined): ts.Node | undefined => {
  const name = literal && (homeOf(literal) ?? fieldOf(trace, literal))
  if (!name) return undefined
  const isUsed = (one: ts.Expression): boolean =>
    !isPassing(one) && !isSetAnew(one) && !isRead(trace, one) && !isTold(one) && !isExpected(one)
  const use = usesOf(trace, name).find(isUsed)
  return use ?? (isLookedThrough(trace, name) && !isOnlyAddress(trace, literal) ? name : undefined)
}

/**
 * Every mention of a name in all files, also in brackets (`PATHS['volumes']`). A member of an object has a symbol of its own
 * where its text is only a string.
 */
const usesOf = (trace: Trace, name: Home): ts.Expression[] => {
  const own = trace.checker.getSymbolAtLocation(name)?.declarations?.[0]
  const declared = own ? inherited(trace, own, name.text) : []
  const isOf = (one: ts.Declaration | undefined): boolean => one !== undefined && declared.includes(one)
  const named = trace.files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && !isOf(one.parent as ts.Declaration))
    .filter((one) => isOf(symbolBehind(trace, one)?.declarations?.[0]) || isOf(takenFrom(trace, one)))
  const inBrackets = declared.flatMap((one) => accessesTo(trace, one, name.text))
  return [
    ...named.flatMap((one) => takenAs(trace, one)),
    ...inBrackets.filter(compiler.isElementAccessExpression),
  ]
}

/** The member that a pattern takes under its own name: `path` of `const { path } = KINDS.volume`. */
const takenFrom = ({ checker }: Trace, { parent, text }: ts.Identifier): ts.Declaration | undefined =>
  compiler.isBindingElement(parent) && !parent.propertyName && compiler.isObjectBindingPattern(parent.parent)
    ? checker.getTypeAtLocation(parent.parent).getProperty(text)?.declarations?.[0]
    : undefined

/** `path` of `const { path } = KINDS.volume`, or what that calls it, goes by that name from there. */
const takenAs = (trace: Trace, use: ts.Identifier): readonly ts.Expression[] => {
  const { parent } = use
  return compiler.isBindingElement(parent) && compiler.isIdentifier(parent.name)
    ? mentionsOf(trace, parent.name)
    : [use]
}

/** A member of a class, and what it stands for of that name in the classes above and in interfaces: `abstract path`. */
const inherited = (trace: Trace, declared: ts.Declaration, name: string): readonly ts.Declaration[] => {
  const { parent } = declared
  const owner = compiler.isConstructorDeclaration(parent) ? parent.parent : parent
  const above = compiler.isClassLike(owner) || compiler.isInterfaceDeclaration(owner) ? owner : undefined
  const types = (above?.heritageClauses ?? []).flatMap((clause) => [...clause.types])
  const found = types.flatMap(
    (type) => trace.checker.getTypeAtLocation(type).getProperty(name)?.declarations?.[0] ?? [],
  )
  return [declared, ...found.flatMap((one) => inherited(trace, one, name))]
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
      compiler.isParameter(parent) ||
      compiler.isBindingElement(parent) ||
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

/** What an object keeps the literal as that it is made with: `super('/pods')`, `new Resource('/pods')`. */
const fieldOf = (trace: Trace, literal: ts.Node): Home | undefined => {
  const given = compiler.isExpression(literal) ? dressed(literal) : undefined
  const call = given?.parent
  if (!given || !call || !isMaking(call)) return undefined
  const place = call.arguments?.indexOf(given) ?? -1
  const [made] = trace.targets(call, undefined).map(({ node }) => node)
  const parameter = made && compiler.isConstructorDeclaration(made) ? made.parameters[place] : undefined
  if (!parameter || !made || !compiler.isIdentifier(parameter.name)) return undefined
  if (parameter.modifiers) return parameter.name
  const { text } = parameter.name
  const kept = settingsIn(made).find(({ right }) => compiler.isIdentifier(right) && right.text === text)
  return kept && compiler.isPropertyAccessExpression(kept.left) ? identifier(kept.left.name) : undefined
}

const isMaking = (node: ts.Node): node is ts.CallExpression | ts.NewExpression =>
  compiler.isNewExpression(node) ||
  (compiler.isCallExpression(node) && node.expression.kind === compiler.SyntaxKind.SuperKeyword)

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
  if (compiler.isFunctionDeclaration(at) || compiler.isMethodDeclaration(at) || compiler.isGetAccessor(at))
    return identifier(at.name)
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

/** `expect(url).toBe(URL)`, `assert.equal(url, URL)`: a test expects the address that the call has. */
const isExpected = (name: ts.Expression): boolean => {
  let part: ts.Node = memberOf(name)
  while (isPartOf(part.parent)) part = part.parent
  const { parent: call } = part
  if (!compiler.isCallExpression(call) || !compiler.isPropertyAccessExpression(call.expression)) return false
  const place = call.arguments.indexOf(part as ts.Expression)
  const said = call.expression.getText()
  return /^expect\b/.test(said) ? place >= 0 : /^assert\b/.test(said) && place === 1
}

/** Whether an address was made of a mention: of the name, its member access or its call. */
const isRead = ({ visited }: Trace, name: ts.Expression): boolean => {
  const use = memberOf(name)
  const call = compiler.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : use
  return visited.has(name) || visited.has(use) || visited.has(call)
}
