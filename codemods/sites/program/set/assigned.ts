import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { symbolAt } from '../names/symbol.ts'
import { bare, eachNode, isInside, nodesIn } from '../syntax/nodes.ts'
import { changedBy } from './steady.ts'

/** What is set, and to what. */
interface Setting {
  readonly left: ts.Expression
  readonly right: ts.Expression
}

/**
 * What is set within a node, also by patterns (`[init.method] = …`), loops (`for (path of …)`) and steps
 * (`settings.base += …`), which say no value that counts.
 */
export const settingsIn = (within: ts.Node): Setting[] => {
  const found: Setting[] = []
  eachNode(within, (node) => {
    if (isAssignment(node) && !isPattern(node.left)) found.push(node)
    else if (isStep(node)) found.push({ left: node.left, right: unsaid(node.left, node) })
    else if (takesApart(node))
      found.push(...changedBy(node).map((left) => ({ left, right: unsaid(left, node) })))
  })
  return found
}

const isPattern = (left: ts.Expression): boolean =>
  compiler.isArrayLiteralExpression(left) || compiler.isObjectLiteralExpression(left)

/** `settings.base += path`; what is added to a name of its own is told with the text (`texts/appended.ts`). */
const isStep = (node: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) &&
  node.operatorToken.kind === compiler.SyntaxKind.PlusEqualsToken &&
  !compiler.isIdentifier(node.left)

const takesApart = (node: ts.Node): boolean =>
  (compiler.isBinaryExpression(node) && setsAnew(node)) ||
  compiler.isForOfStatement(node) ||
  compiler.isForInStatement(node)

/** Stands, where something is set, for a value that nobody says there: a name that nothing declares. */
const unsaid = (target: ts.Expression, parent: ts.Node): ts.Expression =>
  Object.assign(compiler.setTextRange(compiler.factory.createIdentifier(target.getText()), target), {
    parent,
  })

/** What a file sets, by the name before the sign: `base`, `options.body`. Files never change while a run lasts. */
const byName = once((file: ts.SourceFile) => groupBy(settingsIn(file), ({ left }) => nameOf(left)))

const assignmentsNamed = (file: ts.SourceFile, name: string): readonly Setting[] =>
  byName(file).get(name) ?? []

/** `x = y`, and `x ??= y` of what is set when it is first asked for. */
export const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && SETS.has(node.operatorToken.kind)

const { EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken } = compiler.SyntaxKind
const SETS: ReadonlySet<ts.SyntaxKind> = new Set([
  EqualsToken,
  QuestionQuestionEqualsToken,
  BarBarEqualsToken,
])

/** `x = y` alone. */
export const setsAnew = ({ operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === compiler.SyntaxKind.EqualsToken

const nameOf = (left: ts.Expression): string | undefined => {
  if (compiler.isIdentifier(left)) return left.text
  const key = keyOf(left)
  const isOfName = key !== undefined && compiler.isIdentifier((left as Access).expression)
  return isOfName ? `${(left as Access).expression.getText()}.${key}` : undefined
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression

/** `body` of `init.body` and of `init['body']`. */
export const keyOf = (left: ts.Expression): string | undefined => {
  if (compiler.isPropertyAccessExpression(left)) return left.name.text
  const isNamed =
    compiler.isElementAccessExpression(left) && compiler.isStringLiteralLike(left.argumentExpression)
  return isNamed ? left.argumentExpression.text : undefined
}

/** What is assigned to a member of a variable after it was made (`options.body = …`). */
export const assignedMembers = (
  checker: ts.TypeChecker,
  object: ts.Expression,
  name: string,
): ts.Expression[] => {
  const node = bare(object)
  if (!compiler.isIdentifier(node)) return []
  const written = assignmentsNamed(node.getSourceFile(), `${node.text}.${name}`)
  const set = ofVariable(checker, node, written, ({ left }) => (left as Access).expression)
  return [...set.map(({ right }) => right), ...givenTo(checker, node).flatMap((one) => memberIn(one, name))]
}

/** What `Object.assign(options, …)` gives a variable after it was made. */
export const givenTo = (checker: ts.TypeChecker, object: ts.Expression): ts.Expression[] => {
  const node = bare(object)
  if (!compiler.isIdentifier(node)) return []
  const written = assignsTo(node.getSourceFile(), node.text)
  const calls = ofVariable(checker, node, written, ({ arguments: [first] }) => first as ts.Expression)
  return calls.flatMap((call) => call.arguments.slice(1))
}

/** What an object literal says for a member; nothing where it is another expression. */
const memberIn = (given: ts.Expression, name: string): ts.Expression[] => {
  const object = bare(given)
  if (!compiler.isObjectLiteralExpression(object)) return []
  return object.properties.flatMap((one) => {
    if (!one.name || one.name.getText().replace(/['"]/g, '') !== name) return []
    if (compiler.isPropertyAssignment(one)) return [one.initializer]
    return compiler.isShorthandPropertyAssignment(one) ? [one.name] : []
  })
}

/** Of what a file does to a name, that which is done to this variable, in the function that declares it. */
const ofVariable = <T>(
  checker: ts.TypeChecker,
  node: ts.Identifier,
  written: readonly T[],
  ownerOf: (one: T) => ts.Expression,
): readonly T[] => {
  if (written.length === 0) return []
  const symbol = checker.getSymbolAtLocation(node)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration || !isLocal(declaration)) return []
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  return written.filter((one) => {
    const owner = ownerOf(one)
    return isInside(owner, block) && checker.getSymbolAtLocation(owner) === symbol
  })
}

/** A variable, a parameter, and what a pattern takes of either. */
const isLocal = (declaration: ts.Declaration): boolean =>
  compiler.isVariableDeclaration(declaration) ||
  compiler.isParameter(declaration) ||
  compiler.isBindingElement(declaration)

const allAssigns = once((file: ts.SourceFile): readonly ts.CallExpression[] =>
  file.text.includes('Object.assign(')
    ? nodesIn(file, compiler.isCallExpression).filter((one) => one.expression.getText() === 'Object.assign')
    : [],
)

/** The calls of `Object.assign` in a file that change what a name stands for. */
const assignsTo = (file: ts.SourceFile, name: string): readonly ts.CallExpression[] =>
  allAssigns(file).filter(({ arguments: [first] }) => first?.getText() === name)

/** What a name is set to after its declaration. */
export const writesTo = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Expression[] => {
  const file = symbol.valueDeclaration?.getSourceFile()
  const written = file ? assignmentsNamed(file, symbol.name) : []
  return written
    .filter(({ left }) => symbolAt({ checker }, left as ts.Identifier) === symbol)
    .map(({ right }) => right)
}

/** The values assigned to a variable, or a parameter, behind the one it was declared with (`let base; base = …`). */
export const assignmentsTo = (
  checker: ts.TypeChecker,
  { name }: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
): ts.Expression[] => {
  const symbol = compiler.isIdentifier(name) ? checker.getSymbolAtLocation(name) : undefined
  return symbol ? writesTo(checker, symbol) : []
}

/** What a variable is given where it is declared, and later. */
export const valuesOf = (checker: ts.TypeChecker, name: ts.Identifier): ts.Expression[] => {
  const symbol = symbolAt({ checker }, name)
  const declared = symbol?.valueDeclaration
  if (!symbol || !declared || !compiler.isVariableDeclaration(declared)) return []
  return [declared.initializer ?? [], writesTo(checker, symbol)].flat()
}
