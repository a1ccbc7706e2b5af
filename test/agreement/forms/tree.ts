import { ts } from 'ts-morph'

/** Visits a node and all that is in it, from the outside in. */
export const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}

/** All nodes of a kind, from the outside in. */
export const all = <T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): T[] => {
  const found: T[] = []
  each(root, (node) => void (is(node) && found.push(node)))
  return found
}

/** Whether anything in a node is so; nested functions are not looked into where that is said. */
export const holds = (node: ts.Node, is: (node: ts.Node) => boolean, isOwnOnly = false): boolean => {
  if (is(node)) return true
  return !!ts.forEachChild(
    node,
    (child) => (!(isOwnOnly && ts.isFunctionLike(child)) && holds(child, is, isOwnOnly)) || undefined,
  )
}

export const isTypeScript = (file: ts.SourceFile): boolean => /\.[cm]?tsx?$/.test(file.fileName)

/** A name that the file says nowhere. */
export const freshName =
  (file: ts.SourceFile) =>
  (base: string): string => {
    const taken = new RegExp(`\\b${base}\\b`)
    return taken.test(file.text) ? `${base}Own` : base
  }

/** Counts up the names that it gives: `body`, `body2`, …, none of them said in the file. */
export const namesIn = (file: ts.SourceFile): ((base: string) => string) => {
  const given = new Map<string, number>()
  return (base) => {
    const start = freshName(file)(base)
    const count = (given.get(start) ?? 0) + 1
    given.set(start, count)
    return count === 1 ? start : `${start}${count}`
  }
}

/** Whether an identifier only says what a member or a property is called. */
export const isMemberName = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  const isNamed =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isEnumMember(parent)
  return isNamed && parent.name === node
}

const isDeclaration = (node: ts.Identifier): boolean => {
  const { parent } = node
  const isNamed =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent)
  return isNamed && parent.name === node
}

/** The uses of a name that its file declares once only; undefined where it is declared again somewhere. */
export const usesOf = (file: ts.SourceFile, name: string): ts.Identifier[] | undefined => {
  const said = all(file, ts.isIdentifier).filter((node) => node.text === name && !isMemberName(node))
  const uses = said.filter((node) => !isDeclaration(node))
  return said.length - uses.length === 1 ? uses : undefined
}

/** Whether a name is set again, or one more or less. */
export const isWritten = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    )
  return (
    ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent)
  )
}

export const isExported = (node: ts.Node): boolean => hasModifier(node, ts.SyntaxKind.ExportKeyword)
export const isAsync = (node: ts.Node): boolean => hasModifier(node, ts.SyntaxKind.AsyncKeyword)

const hasModifier = (node: ts.Node, wanted: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kind === wanted)

/** A function of a file's own, however it is declared at its top. */
export interface Declared {
  readonly name: string
  readonly statement: ts.Statement
  readonly made: ts.FunctionDeclaration | ts.ArrowFunction
}

/** The functions that a file declares at its top by one name each, as declarations or as constants. */
export const functionsOf = (file: ts.SourceFile): Declared[] =>
  file.statements.flatMap((statement): Declared[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body && !statement.asteriskToken)
      return [{ name: statement.name.text, statement, made: statement }]
    if (!ts.isVariableStatement(statement)) return []
    const [one, ...others] = statement.declarationList.declarations
    const isOne = one && others.length === 0 && ts.isIdentifier(one.name) && one.initializer && !one.type
    if (!isOne || !ts.isArrowFunction(one.initializer)) return []
    return [{ name: (one.name as ts.Identifier).text, statement, made: one.initializer }]
  })

/** Whether a function is one of itself: `this`, `arguments`, overloads and generators cannot be said otherwise. */
export const isOfItself = (made: ts.Node): boolean =>
  holds(
    made,
    (node) => node.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(node) && node.text === 'arguments'),
  )

/** What a call calls, as text: `fetch`, `JSON.stringify`. */
export const calleeOf = (node: ts.Node): string =>
  ts.isCallExpression(node) ? node.expression.getText() : ''

/** The object that a call of JSON.stringify makes a text of, where it is written out there. */
export const bodiesIn = (file: ts.SourceFile): ts.ObjectLiteralExpression[] =>
  all(file, ts.isCallExpression).flatMap((call) => {
    const [body, ...others] = call.arguments
    const isBody = calleeOf(call) === 'JSON.stringify' && others.length === 0 && body
    return isBody && ts.isObjectLiteralExpression(body) ? [body] : []
  })

const nameOf = (member: ts.ObjectLiteralElementLike): string => member.name?.getText() ?? ''

/** Objects among the arguments of a call that say how it is sent. */
export const optionsIn = (file: ts.SourceFile): ts.ObjectLiteralExpression[] =>
  all(file, ts.isObjectLiteralExpression).filter(
    (made) =>
      ts.isCallExpression(made.parent) &&
      made.properties.some((member) => /^(method|headers|body)$/.test(nameOf(member))),
  )

/** Addresses and paths that are the first thing that a call is given. */
export const addressesIn = (file: ts.SourceFile): ts.Expression[] =>
  all(file, ts.isCallExpression).flatMap((call) => {
    const [first] = call.arguments
    const isText =
      first &&
      (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first) || ts.isBinaryExpression(first))
    return isText && /^.?(https?:|\/|\$\{)|^\w+ \+ /.test(first.getText()) ? [first] : []
  })

/** Texts and templates that are GraphQL documents. */
export const documentsIn = (file: ts.SourceFile): (ts.StringLiteralLike | ts.TemplateExpression)[] =>
  all(
    file,
    (node): node is ts.StringLiteralLike | ts.TemplateExpression =>
      ts.isStringLiteralLike(node) || ts.isTemplateExpression(node),
  ).filter(
    (text) =>
      /^.\s*(\{|query\b|mutation\b)[\s\S]*\}/.test(text.getText()) &&
      !ts.isTaggedTemplateExpression(text.parent),
  )
