import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, isFunctionValue, someNode } from '../../sites/program/syntax/nodes.ts'
import { encoderOf } from '../../sites/texts/encoders.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isRepeatable } from '../edit/repeatable.ts'

const CLIENTS =
  /^(?:node:)?https?$|^(?:axios|node-fetch|cross-fetch|isomorphic-fetch|undici|got|ky|ofetch|superagent|graphql-request|graphql-tag|graphql)$/

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

/** Whether making a value has no effect, so that one nobody reads can go. */
export const doesNothing = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (isFunctionValue(node)) return true
  if (compiler.isArrayLiteralExpression(node)) return node.elements.every(doesNothing)
  if (compiler.isObjectLiteralExpression(node)) return node.properties.every(isPlain)
  if (compiler.isTaggedTemplateExpression(node)) return /^(gql|graphql)$/.test(node.tag.getText())
  if (compiler.isNewExpression(node))
    return (
      /^(GraphQLClient|Date|(Weak)?(Map|Set))$/.test(node.expression.getText()) &&
      (node.arguments ?? []).every(doesNothing)
    )
  if (compiler.isCallExpression(node)) return isRequire(node) || isMaking(node)
  if (compiler.isTemplateExpression(node))
    return node.templateSpans.every((one) => doesNothing(one.expression))
  if (compiler.isBinaryExpression(node))
    return doesNothing(node.left) && doesNothing(node.right) && !isAssignment(node)
  if (compiler.isConditionalExpression(node))
    return [node.condition, node.whenTrue, node.whenFalse].every(doesNothing)
  if (compiler.isPropertyAccessExpression(node)) return doesNothing(node.expression)
  if (compiler.isElementAccessExpression(node))
    return doesNothing(node.expression) && doesNothing(node.argumentExpression)
  if (compiler.isPrefixUnaryExpression(node)) return !isStep(node) && doesNothing(node.operand)
  if (compiler.isTypeOfExpression(node) || compiler.isSpreadElement(node)) return doesNothing(node.expression)
  return isRepeatable(node) || isWord(node)
}

const isMaking = (node: ts.CallExpression): boolean =>
  ((MAKES.test(node.expression.getText()) || encoderOf(node.expression) !== undefined) &&
    node.arguments.every(doesNothing)) ||
  isReading(node)

/** Methods of texts and lists that give a new value. */
const READS =
  /^(map|filter|join|trim|trimStart|trimEnd|slice|substring|split|replace|replaceAll|repeat|padStart|padEnd|charAt|toFixed|toString|toISOString|toUpperCase|toLowerCase|entries|keys)$/

/** `list.map((one) => …).join(', ')`. */
const isReading = ({ expression, arguments: given }: ts.CallExpression): boolean =>
  compiler.isPropertyAccessExpression(expression) &&
  READS.test(expression.name.text) &&
  doesNothing(expression.expression) &&
  given.every((one) => {
    const inner = bare(one)
    if (!compiler.isArrowFunction(inner))
      return (
        compiler.isRegularExpressionLiteral(inner) || (!compiler.isIdentifier(inner) && doesNothing(inner))
      )
    return !compiler.isBlock(inner.body) && doesNothing(inner.body)
  })

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment

const isStep = ({ operator }: ts.PrefixUnaryExpression): boolean =>
  operator === compiler.SyntaxKind.PlusPlusToken || operator === compiler.SyntaxKind.MinusMinusToken

const isWord = ({ kind }: ts.Node): boolean =>
  kind === compiler.SyntaxKind.TrueKeyword ||
  kind === compiler.SyntaxKind.FalseKeyword ||
  kind === compiler.SyntaxKind.NullKeyword

const isPlain = (property: ts.ObjectLiteralElementLike): boolean =>
  compiler.isShorthandPropertyAssignment(property) ||
  compiler.isMethodDeclaration(property) ||
  (compiler.isPropertyAssignment(property) &&
    !compiler.isComputedPropertyName(property.name) &&
    doesNothing(property.initializer)) ||
  (compiler.isSpreadAssignment(property) && doesNothing(property.expression))

const isRequire = (node: ts.CallExpression): boolean => {
  const [first] = node.arguments
  return (
    node.expression.getText() === 'require' &&
    first !== undefined &&
    compiler.isStringLiteralLike(first) &&
    isClientLibrary(first.text)
  )
}
