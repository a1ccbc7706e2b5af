import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, isConst, isFunctionValue, isInside, someNode } from '../../sites/program/syntax/nodes.ts'
import { encoderOf } from '../../sites/texts/encoders.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isRepeatable } from '../edit/repeatable.ts'

const CLIENTS =
  /^(?:node:)?(?:https?|url|querystring)$|^(?:axios|node-fetch|cross-fetch|isomorphic-fetch|undici|got|ky|ofetch|superagent|graphql-request|graphql-tag|graphql)$/

/** Whether a module is a library for calls, which does nothing when it is loaded. */
export const isClientLibrary = (name: string): boolean => CLIENTS.test(name)

/** Calls that do nothing, and give something else each time. */
const VARIES =
  /\b(Date|performance)\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bAbortSignal\.timeout\(/

/** Whether a value comes out the same however often it is made, and making it has no effect. */
export const isSteady = (node: ts.Expression): boolean => doesNothing(node) && !VARIES.test(node.getText())

/** Whether a value comes through a getter of the program that does more than to give what is there. */
export const asksGetter = ({ checker }: Trace, node: ts.Node): boolean =>
  someNode(node, (inner) => {
    const isMember = compiler.isPropertyAccessExpression(inner)
    const declared = isMember ? checker.getSymbolAtLocation(inner.name)?.declarations : undefined
    return (declared ?? []).some((one) => compiler.isGetAccessorDeclaration(one) && !onlyGives(one))
  })

const onlyGives = ({ body }: ts.GetAccessorDeclaration): boolean => {
  const [statement, ...others] = body?.statements ?? []
  const given =
    statement && compiler.isReturnStatement(statement) && others.length === 0
      ? statement.expression
      : undefined
  return given !== undefined && isSteady(given)
}

/** Calls that only make something. */
const MAKES =
  /^(JSON\.stringify|axios\.create|Object\.(freeze|keys|values|entries|fromEntries)|String|Number|Boolean|parseInt|parseFloat|Date\.now|performance\.now|AbortSignal\.timeout|(crypto\.)?randomUUID|Math\.(random|abs|ceil|floor|max|min|round|trunc))$/

type Asking = (given: ts.Expression) => boolean

/** Whether making a value has no effect. @param isPure of the calls that are no library's, those that have none either */
const silent = (isPure: (node: ts.CallExpression) => boolean): Asking => {
  const does: Asking = (given) => {
    const node = bare(given)
    if (isFunctionValue(node)) return true
    if (compiler.isArrayLiteralExpression(node)) return node.elements.every(does)
    if (compiler.isObjectLiteralExpression(node)) return node.properties.every((one) => isPlain(one, does))
    if (compiler.isTaggedTemplateExpression(node)) return /^(gql|graphql)$/.test(node.tag.getText())
    if (compiler.isNewExpression(node))
      return (
        /^(GraphQLClient|Date|(Weak)?(Map|Set))$/.test(node.expression.getText()) &&
        (node.arguments ?? []).every(does)
      )
    if (compiler.isCallExpression(node))
      return isRequire(node) || isMaking(node, does) || (isPure(node) && node.arguments.every(does))
    if (compiler.isTemplateExpression(node)) return node.templateSpans.every((one) => does(one.expression))
    if (compiler.isBinaryExpression(node)) return does(node.left) && does(node.right) && !isAssignment(node)
    if (compiler.isConditionalExpression(node))
      return [node.condition, node.whenTrue, node.whenFalse].every(does)
    if (compiler.isPropertyAccessExpression(node)) return does(node.expression)
    if (compiler.isElementAccessExpression(node))
      return does(node.expression) && does(node.argumentExpression)
    if (compiler.isPrefixUnaryExpression(node)) return !isStep(node) && does(node.operand)
    if (compiler.isTypeOfExpression(node) || compiler.isSpreadElement(node)) return does(node.expression)
    return isRepeatable(node) || isWord(node)
  }
  return does
}

/** Whether making a value has no effect, so that one nobody reads can go. */
export const doesNothing: Asking = silent(() => false)

/** The same, where functions of the program may be called that only make one value of another: `quote(text)`. */
export const onlyMakes = (trace: Trace): Asking => silent((node) => isComputing(trace, node, 0))

const isComputing = (trace: Trace, call: ts.CallExpression, depth: number): boolean => {
  if (depth === DEEPEST) return false
  const does = silent((node) => isComputing(trace, node, depth + 1))
  const targets = trace.targets(call, undefined)
  return targets.length > 0 && targets.every(({ node }) => isMaker(trace, node, does))
}

/** Functions that call functions: what goes further is not followed. */
const DEEPEST = 3

/** A function that gives what it makes of its parameters and of constants, and throws nothing of its own. */
const isMaker = (trace: Trace, node: ts.Node, does: Asking): boolean => {
  if (!compiler.isArrowFunction(node) && !compiler.isFunctionDeclaration(node)) return false
  const { body, modifiers, asteriskToken } = node
  if (!body || asteriskToken || modifiers?.some((one) => one.kind === compiler.SyntaxKind.AsyncKeyword))
    return false
  const isMade = compiler.isBlock(body) ? body.statements.every((one) => makes(one, does)) : does(body)
  return isMade && !someNode(body, (inner) => compiler.isIdentifier(inner) && mayChange(trace, inner, node))
}

/** `const words = text.split(' ')`, `if (!text) return ''`, `return words.join('-')`. */
const makes = (node: ts.Statement, does: Asking): boolean => {
  if (compiler.isBlock(node)) return node.statements.every((one) => makes(one, does))
  if (compiler.isReturnStatement(node)) return node.expression === undefined || does(node.expression)
  if (compiler.isVariableStatement(node))
    return node.declarationList.declarations.every(({ initializer }) => !initializer || does(initializer))
  if (!compiler.isIfStatement(node)) return false
  const { expression, thenStatement, elseStatement } = node
  return does(expression) && makes(thenStatement, does) && (!elseStatement || makes(elseStatement, does))
}

/** `let last` around a function, which others set. */
const mayChange = ({ checker }: Trace, name: ts.Identifier, around: ts.Node): boolean => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  return (
    declared !== undefined &&
    compiler.isVariableDeclaration(declared) &&
    !isInside(declared, around) &&
    !isConst(declared)
  )
}

const isMaking = (node: ts.CallExpression, does: Asking): boolean =>
  ((MAKES.test(node.expression.getText()) || encoderOf(node.expression) !== undefined) &&
    node.arguments.every(does)) ||
  isReading(node, does)

/** Methods of texts and lists that give a new value. */
const READS =
  /^(map|filter|join|trim|trimStart|trimEnd|slice|substring|split|replace|replaceAll|repeat|padStart|padEnd|charAt|toFixed|toString|toISOString|toUpperCase|toLowerCase|entries|keys)$/

/** `list.map((one) => …).join(', ')`. */
const isReading = ({ expression, arguments: given }: ts.CallExpression, does: Asking): boolean =>
  compiler.isPropertyAccessExpression(expression) &&
  READS.test(expression.name.text) &&
  does(expression.expression) &&
  given.every((one) => {
    const inner = bare(one)
    if (!compiler.isArrowFunction(inner))
      return compiler.isRegularExpressionLiteral(inner) || (!compiler.isIdentifier(inner) && does(inner))
    return !compiler.isBlock(inner.body) && does(inner.body)
  })

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment

const isStep = ({ operator }: ts.PrefixUnaryExpression): boolean =>
  operator === compiler.SyntaxKind.PlusPlusToken || operator === compiler.SyntaxKind.MinusMinusToken

const isWord = ({ kind }: ts.Node): boolean =>
  kind === compiler.SyntaxKind.TrueKeyword ||
  kind === compiler.SyntaxKind.FalseKeyword ||
  kind === compiler.SyntaxKind.NullKeyword

const isPlain = (property: ts.ObjectLiteralElementLike, does: Asking): boolean =>
  compiler.isShorthandPropertyAssignment(property) ||
  compiler.isMethodDeclaration(property) ||
  (compiler.isPropertyAssignment(property) &&
    !compiler.isComputedPropertyName(property.name) &&
    does(property.initializer)) ||
  (compiler.isSpreadAssignment(property) && does(property.expression))

/** `require('https')` */
export const isRequire = (node: ts.Expression): boolean => {
  if (!compiler.isCallExpression(node)) return false
  const [first] = node.arguments
  return (
    node.expression.getText() === 'require' &&
    first !== undefined &&
    compiler.isStringLiteralLike(first) &&
    isClientLibrary(first.text)
  )
}
