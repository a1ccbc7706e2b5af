import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../sites/program/names/symbol.ts'
import { accessed, accessOn } from '../../sites/program/syntax/access.ts'
import {
  awaited,
  bare,
  dressed,
  functionAround,
  isOperation,
  nodesIn,
  walk,
} from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { fillOf, isFresh, isRequestPart } from './fills.ts'
import { doesNothing, isRequire } from './pure.ts'

/** A declaration that can be taken out whole. */
export interface Candidate {
  readonly name: ts.Identifier | ts.PrivateIdentifier
  /** What is taken out with it. */
  readonly whole: ts.Node
  /** The statements that only set it. */
  readonly sets?: readonly ts.Node[]
  /** A name of an import, or one of those that an answer is taken apart into, where others stay. */
  readonly of?: ts.ImportDeclaration | ts.ObjectBindingPattern
}

/** How a declaration can be taken out; undefined for one that is exported, has an effect, or is declared with others. */
export const candidateFor = (trace: Trace, node: ts.Node): Candidate | undefined => {
  if (compiler.isVariableDeclaration(node)) return variable(trace, node)
  if (compiler.isFunctionDeclaration(node) && node.name) return unlessExported(node.name, node)
  if (compiler.isClassDeclaration(node) && node.name && isPlainClass(node))
    return unlessExported(node.name, node)
  if (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node))
    return unlessExported(node.name, node)
  if (isPrivateMember(node) && !compiler.isComputedPropertyName(node.name)) {
    const isPlain = compiler.isIdentifier(node.name) || compiler.isPrivateIdentifier(node.name)
    const sets = setsOf(trace, node)
    return isPlain && (sets.length === 0 || !isBegun(node))
      ? { name: node.name, whole: node, sets: [...sets, ...fillsOf(node, sets)] }
      : undefined
  }
  return compiler.isBindingElement(node) ? takenOut(node) : imported(node)
}

/** `query` of `const { query, variables } = build()`: what is made stays made, and the others are still taken of it. */
const takenOut = (node: ts.BindingElement): Candidate | undefined => {
  const { name, initializer, propertyName, parent: pattern } = node
  if (!compiler.isIdentifier(name) || initializer || !compiler.isObjectBindingPattern(pattern))
    return undefined
  const list = pattern.parent.parent
  const isPlain =
    (!propertyName || compiler.isIdentifier(propertyName)) &&
    pattern.elements.every(({ dotDotDotToken }) => !dotDotDotToken)
  const isTaken =
    isPlain &&
    compiler.isVariableDeclarationList(list) &&
    compiler.isVariableStatement(list.parent) &&
    !hasModifier(list.parent, compiler.SyntaxKind.ExportKeyword)
  if (!isTaken) return undefined
  const made = pattern.elements.length + list.declarations.length === 2 && list.declarations[0]?.initializer
  // `const { URL } = require('url')`
  return made && isRequire(made) ? { name, whole: list.parent } : { name, whole: node, of: pattern }
}

/** A class of which nothing happens when it is declared. */
const isPlainClass = (node: ts.ClassDeclaration): boolean =>
  (compiler.getDecorators(node) ?? []).length === 0 &&
  (node.heritageClauses ?? []).every(({ types }) =>
    types.every((one) => compiler.isIdentifier(one.expression)),
  ) &&
  node.members.every(
    (member) =>
      !compiler.isClassStaticBlockDeclaration(member) &&
      !hasModifier(member, compiler.SyntaxKind.StaticKeyword) &&
      (!compiler.canHaveDecorators(member) || (compiler.getDecorators(member) ?? []).length === 0),
  )

type Member = ts.MethodDeclaration | ts.GetAccessorDeclaration | ts.PropertyDeclaration

/** A method, a getter, or a field that is set without an effect or later, which only its class can see. */
const isPrivateMember = (node: ts.Node): node is Member =>
  (compiler.isMethodDeclaration(node) ||
    compiler.isGetAccessorDeclaration(node) ||
    (compiler.isPropertyDeclaration(node) && (!node.initializer || doesNothing(node.initializer)))) &&
  (compiler.isPrivateIdentifier(node.name) || hasModifier(node, compiler.SyntaxKind.PrivateKeyword))

/** A field that says what it begins with; one that is set again as well is left as it is. */
const isBegun = (node: Member): boolean =>
  compiler.isPropertyDeclaration(node) && node.initializer !== undefined

/** `this.client = new GraphQLClient(…)`, in a class whose field nobody else sees. */
const setsOf = (trace: Trace, { name, parent }: Member): ts.Statement[] => {
  const found: ts.Statement[] = []
  walk(parent, (node) => {
    if (!compiler.isExpressionStatement(node) || !compiler.isBinaryExpression(node.expression))
      return undefined
    const { left, operatorToken, right } = node.expression
    const isSet = operatorToken.kind === compiler.SyntaxKind.EqualsToken && isOwn(left, name.getText())
    if (isSet && compiler.isBlock(node.parent) && isSilent(trace, right)) found.push(node)
    return undefined
  })
  return found
}

/** `this.name` */
const isOwn = (node: ts.Node, name: string): node is ts.PropertyAccessExpression =>
  compiler.isPropertyAccessExpression(node) &&
  node.expression.kind === compiler.SyntaxKind.ThisKeyword &&
  node.name.text === name

/** `this.url.searchParams.set('key', key)`, where the field holds what the class made for itself. */
const fillsOf = (node: Member, sets: readonly ts.Statement[]): ts.Node[] => {
  const made = [
    (compiler.isPropertyDeclaration(node) && node.initializer) || [],
    sets.map((one) => ((one as ts.ExpressionStatement).expression as ts.BinaryExpression).right),
  ].flat()
  const isOurs = (one: ts.Node): one is ts.PropertyAccessExpression => isOwn(one, node.name.getText())
  return made.every(isFresh) ? nodesIn(node.parent, isOurs).flatMap((one) => fillOf(one) ?? []) : []
}

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  compiler.canHaveModifiers(node) && (compiler.getModifiers(node) ?? []).some((one) => one.kind === kind)

const unlessExported = (name: ts.Identifier, whole: ts.Node): Candidate | undefined =>
  hasModifier(whole, compiler.SyntaxKind.ExportKeyword) ? undefined : { name, whole }

const variable = (trace: Trace, node: ts.VariableDeclaration): Candidate | undefined => {
  const list = node.parent
  if (!compiler.isIdentifier(node.name) || (node.initializer && !isSilent(trace, node.initializer)))
    return undefined
  if (!compiler.isVariableDeclarationList(list) || list.declarations.length !== 1) return undefined
  const found = compiler.isVariableStatement(list.parent) ? unlessExported(node.name, list.parent) : undefined
  return found && node.initializer && isFresh(node.initializer)
    ? { ...found, sets: mentionsOf(trace, node.name).flatMap((use) => fillsBy(trace, use, node)) }
    : found
}

/** What puts something into a variable, also by another name: `const query = url.searchParams`. */
const fillsBy = (trace: Trace, use: ts.Identifier, made: ts.Node): readonly ts.Node[] => {
  const own = fillHere(use, made)
  if (own) return [own]
  const access = accessOn(use)
  const alias = access && accessed(access)?.name === 'searchParams' ? dressed(access).parent : undefined
  if (!alias || !compiler.isVariableDeclaration(alias) || !compiler.isIdentifier(alias.name)) return []
  const list = alias.parent
  const whole = compiler.isVariableDeclarationList(list) && list.declarations.length === 1 && list.parent
  const fills = mentionsOf(trace, alias.name).map((one) => fillHere(one, made))
  const isOnlyFilled = whole && compiler.isVariableStatement(whole) && fills.every((one) => one !== undefined)
  return isOnlyFilled ? [whole, ...fills.flatMap((one) => one ?? [])] : []
}

/** What is put into a variable by the function that made it. */
const fillHere = (use: ts.Identifier, made: ts.Node): ts.Node | undefined =>
  functionAround(use) === functionAround(made) ? fillOf(use) : undefined

const isSilent = (trace: Trace, node: ts.Expression): boolean =>
  doesNothing(node) || isRequestPart(node) || onlyGives(trace, awaited(node))

/** `this.getFetch()`, `makeClient(key)`, where the function does nothing but give what can be made without an effect. */
const onlyGives = (trace: Trace, node: ts.Expression): boolean => {
  if (compiler.isNewExpression(node)) return makesItself(trace, node)
  if (!compiler.isCallExpression(node) || !node.arguments.every(doesNothing)) return false
  const targets = trace.targets(node, undefined).map((target) => target.node)
  return targets.length > 0 && targets.every(isGetter)
}

/** `new Client(key)` of a class of the program that does nothing but keep what it is made of. */
const makesItself = (
  trace: Trace,
  { expression, arguments: given = [] as never }: ts.NewExpression,
): boolean => {
  const declared = compiler.isIdentifier(expression)
    ? symbolBehind(trace, expression)?.valueDeclaration
    : undefined
  return (
    declared !== undefined &&
    compiler.isClassDeclaration(declared) &&
    !declared.heritageClauses &&
    isPlainClass(declared) &&
    given.every(doesNothing) &&
    declared.members.every(
      (one) =>
        !(compiler.isPropertyDeclaration(one) && one.initializer && !doesNothing(one.initializer)) &&
        !(compiler.isConstructorDeclaration(one) && !onlyKeeps(one)),
    )
  )
}

const onlyKeeps = ({ body, parameters }: ts.ConstructorDeclaration): boolean =>
  (body?.statements ?? []).every(keeps) &&
  parameters.every(({ initializer }) => !initializer || doesNothing(initializer))

/** `this.key = key` */
const keeps = (node: ts.Statement): boolean =>
  compiler.isExpressionStatement(node) &&
  isOperation(node.expression, '=') &&
  accessed(node.expression.left)?.of.kind === compiler.SyntaxKind.ThisKeyword &&
  doesNothing(node.expression.right)

const isGetter = (node: ts.Node): boolean => {
  if (!compiler.isFunctionLike(node)) return false
  const { body } = node as ts.FunctionLikeDeclaration
  return body !== undefined && (compiler.isBlock(body) ? givesOnly(body) : doesNothing(body as ts.Expression))
}

/** Statements that do nothing but choose what is given: `if (ready) return a; return b`. */
const givesOnly = (node: ts.Statement): boolean => {
  if (compiler.isBlock(node)) return node.statements.every(givesOnly)
  if (compiler.isReturnStatement(node)) return node.expression !== undefined && doesNothing(node.expression)
  if (compiler.isVariableStatement(node))
    return node.declarationList.declarations.every(({ initializer }) => !initializer || isGot(initializer))
  if (!compiler.isIfStatement(node)) return false
  const { expression, thenStatement, elseStatement } = node
  return doesNothing(expression) && givesOnly(thenStatement) && (!elseStatement || givesOnly(elseStatement))
}

/** What is made without an effect, or waited for to be given on: `await setting('KEY')`, which a moved call waits for itself. */
const isGot = (node: ts.Expression): boolean => {
  const got = bare(node)
  if (!compiler.isAwaitExpression(got)) return doesNothing(got)
  const asked = bare(got.expression)
  return compiler.isCallExpression(asked) && asked.arguments.every(doesNothing)
}

/** A name of an import. */
const imported = (node: ts.Node): Candidate | undefined => {
  let statement: ts.Node = node
  while (!compiler.isImportDeclaration(statement)) {
    if (!statement.parent || compiler.isSourceFile(statement)) return undefined
    statement = statement.parent
  }
  const isNamed =
    compiler.isImportClause(node) || compiler.isImportSpecifier(node) || compiler.isNamespaceImport(node)
  const name = isNamed ? node.name : undefined
  return name && compiler.isIdentifier(name) ? { name, whole: node, of: statement } : undefined
}
