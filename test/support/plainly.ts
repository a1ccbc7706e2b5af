import { ts } from 'ts-morph'
import { OTHER } from './said-otherwise.ts'

const { factory } = ts

/** A program in the one form that all its forms come to: names, quotes, brackets, short members, templates, layout. */
export const plainly = (path: string, text: string): string => {
  const file = ts.createSourceFile(path, text.replaceAll(OTHER, ''), ts.ScriptTarget.ESNext, true)
  const { transformed } = ts.transform(file, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node =>
        ts.isParenthesizedExpression(node)
          ? visit(node.expression)
          : plain(node, ts.visitEachChild(node, visit, context))
      return ts.visitNode(root, visit) as ts.SourceFile
    },
  ])
  const printed = ts.createPrinter({ removeComments: true }).printFile(transformed[0] as ts.SourceFile)
  return printed.replace(/\s+/g, ' ').replace(/(?<=[{[(]) | (?=[}\])])| (?=\??\.\w)|,(?= ?[}\])])/g, '')
}

const plain = (given: ts.Node, node: ts.Node): ts.Node => {
  if (given.parent && ts.isTaggedTemplateExpression(given.parent)) return node
  if (ts.isShorthandPropertyAssignment(node) && !node.objectAssignmentInitializer)
    return factory.createPropertyAssignment(node.name, node.name)
  if (
    ts.isPropertyAssignment(node) &&
    ts.isStringLiteral(node.name) &&
    /^[a-z_$][\w$]*$/i.test(node.name.text)
  )
    return factory.createPropertyAssignment(node.name.text, node.initializer)
  if (ts.isExportSpecifier(node) && node.propertyName?.text === node.name.text)
    return factory.createExportSpecifier(node.isTypeOnly, undefined, node.name)
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(given.parent) && !node.dotDotDotToken)
    return factory.createBindingElement(
      undefined,
      node.propertyName ?? (node.name as ts.Identifier),
      node.name,
      node.initializer,
    )
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return byDot(node)
  if (ts.isNoSubstitutionTemplateLiteral(node)) return factory.createStringLiteral(node.text)
  return ts.isStringLiteral(node) ? factory.createStringLiteral(node.text) : inOnePiece(node)
}

const byDot = (node: ts.ElementAccessExpression): ts.Node => {
  const { text } = node.argumentExpression as ts.StringLiteral
  if (!/^[a-z_$][\w$]*$/i.test(text)) return node
  return ts.isOptionalChain(node)
    ? factory.createPropertyAccessChain(node.expression, node.questionDotToken, text)
    : factory.createPropertyAccessExpression(node.expression, text)
}

/** `'/pods/' + id` and its template, as a call of nobody's function. */
const inOnePiece = (node: ts.Node): ts.Node => {
  const parts = ts.isExpression(node) && (ts.isTemplateExpression(node) || isSum(node)) ? partsOf(node) : []
  if (!parts.some(ts.isStringLiteral)) return node
  const whole: ts.Expression[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last && ts.isStringLiteral(last) && ts.isStringLiteral(part))
      whole.splice(-1, 1, factory.createStringLiteral(last.text + part.text))
    else if (!ts.isStringLiteral(part) || part.text !== '') whole.push(part)
  }
  const [only, ...others] = whole
  // `'https://…' + '/pods'` is one text, however it is said
  if (only && others.length === 0 && ts.isStringLiteral(only)) return only
  return factory.createCallExpression(factory.createIdentifier('TEXT'), undefined, whole)
}

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken

const partsOf = (node: ts.Expression): ts.Expression[] => {
  // put around a part by the compiler as it makes the sum anew
  if (ts.isParenthesizedExpression(node)) return partsOf(node.expression)
  if (isSum(node)) return [...partsOf(node.left), ...partsOf(node.right)]
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'TEXT')
    return [...node.arguments]
  if (!ts.isTemplateExpression(node)) return [node]
  return [
    factory.createStringLiteral(node.head.text),
    ...node.templateSpans.flatMap(({ expression, literal }) => [
      ...partsOf(expression),
      factory.createStringLiteral(literal.text),
    ]),
  ]
}
