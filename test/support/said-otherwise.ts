import { ts } from 'ts-morph'
import { applyEdits, type Edit, replace } from '../../codemods/rewrite/edit/edit.ts'

/** What every name of a program's own ends in, once it is called otherwise. */
export const OTHER = 'Qq'

/** Names that the compiler declares by itself are nobody's to change. */
const RENAMED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
])

const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}

const has = (node: ts.Node, ...kinds: ts.SyntaxKind[]): boolean =>
  ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some(({ kind }) => kinds.includes(kind))

/** Whether nobody outside of the file knows a declaration by its name. */
const isOwn = (declared: ts.Declaration): boolean => {
  const file = declared.getSourceFile()
  const isModule = ts.isExternalModule(file) || /\bmodule\.exports\b|\bexports\./.test(file.text)
  if (!RENAMED.has(declared.kind) || ts.getJSDocParameterTags(declared as never).length > 0) return false
  if (ts.isParameter(declared) && (declared.modifiers || declared.name.getText() === 'this')) return false
  let isInFunction = false
  for (let at: ts.Node = declared; at !== file; at = at.parent) {
    if (has(at, ts.SyntaxKind.DeclareKeyword) || ts.isModuleDeclaration(at)) return false
    if (!isInFunction && has(at, ts.SyntaxKind.ExportKeyword) && (at === declared || !ts.isFunctionLike(at)))
      return false
    isInFunction ||= ts.isFunctionLike(at) && at !== declared
  }
  return isModule || isInFunction
}

/** Variables, parameters, functions, classes and types that are not exported go by other names. */
export const renamed = (file: ts.SourceFile, checker: ts.TypeChecker): string => {
  const edits: Edit[] = []
  each(file, (node) => {
    if (!ts.isIdentifier(node) || isMemberName(node)) return
    const { parent } = node
    const symbol = ts.isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node)
    const declared = symbol?.declarations ?? []
    if (declared.length === 0 || !declared.every((one) => one.getSourceFile() === file && isOwn(one))) return
    edits.push(replace(node, renaming(node, `${node.text}${OTHER}`)))
  })
  return applyEdits(file.text, edits)
}

const isMemberName = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node
  return ts.isBindingElement(parent) && parent.propertyName === node
}

const renaming = (node: ts.Identifier, name: string): string => {
  const { parent } = node
  const isShort =
    ts.isShorthandPropertyAssignment(parent) ||
    (ts.isBindingElement(parent) &&
      ts.isObjectBindingPattern(parent.parent) &&
      parent.name === node &&
      !parent.propertyName &&
      !parent.dotDotDotToken)
  if (isShort) return `${node.text}: ${name}`
  return ts.isExportSpecifier(parent) && !parent.propertyName ? `${name} as ${node.text}` : name
}

/** `{ 'name': one }` for `{ name: one }`. */
export const quoted = (file: ts.SourceFile): string => {
  const edits: Edit[] = []
  each(file, (node) => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
      edits.push(replace(node.name, `'${node.name.text}'`))
  })
  return applyEdits(file.text, edits)
}

/** `one['name']` for `one.name`, but for what is called, which nobody says so. */
export const bracketed = (file: ts.SourceFile): string => {
  const edits: Edit[] = []
  each(file, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.name) || isSaidByDot(node)) return
    const { questionDotToken, name } = node
    const dot = name.getFullStart() - 1
    if (!questionDotToken) edits.push({ file, start: dot, end: dot + 1, text: '' })
    edits.push(replace(name, `['${name.text}']`))
  })
  return applyEdits(file.text, edits)
}

/** Modules, what Node and the language themselves give, and names of types are said by a dot. */
const isSaidByDot = (node: ts.PropertyAccessExpression): boolean => {
  const { parent } = node
  const isCallee = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node
  const isTag = ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)
  if (isCallee || isTag || ts.isExpressionWithTypeArguments(parent)) return true
  return /^(module|exports|Object|JSON|process|Promise|jest|vi|import\.meta|Deno)\b(?!\.env\.)/.test(
    node.getText(),
  )
}

/** Texts put together by `+` as templates. */
export const asTemplates = (file: ts.SourceFile): string => {
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    const terms = ts.isBinaryExpression(node) ? termsOf(node) : []
    const isText = terms.slice(0, 2).some(ts.isStringLiteral) && !/[`\n]/.test(node.getText())
    if (isText) edits.push(replace(node, templateOf(terms)))
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return applyEdits(file.text, edits)
}

const templateOf = (terms: readonly ts.Expression[]): string => {
  const said = terms.map((one) =>
    ts.isStringLiteral(one)
      ? one
          .getText()
          .slice(1, -1)
          .replace(/\$\{/g, '\\${')
          .replace(/\\(["'])/g, '$1')
      : `\${${one.getText()}}`,
  )
  return `\`${said.join('')}\``
}

/** What is added up, from the left. */
const termsOf = (node: ts.Expression): ts.Expression[] => {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return [node]
  return [...termsOf(node.left), node.right]
}
