import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { flatText } from '../syntax/flat-text.ts'
import { bare } from '../syntax/nodes.ts'

/** `process.env`, `import.meta.env`, `Bun.env`. */
export const isEnvironment = (node: ts.Node): boolean => {
  const inner = compiler.isExpression(node) ? bare(node) : node
  // Told before its text is read: what is asked may be a whole program long.
  if (!compiler.isPropertyAccessExpression(inner) || inner.name.text !== 'env') return false
  const text = flatText(inner).replace(/\s+|\(|\)|as\s.*$/g, '')
  return /^(process\.env|globalThis\.process\??\.env|import\.meta\.env|Bun\.env)$/.test(text)
}

/** The variable that `object.name` reads from the environment. */
export const environmentVariable = (object: ts.Expression, name: string): string | undefined =>
  isEnvironment(bare(object)) ? name : undefined

/** What an option is called that a caller out of sight may give: of an environment that is handed in, the variable. */
export const optionName = (option: ts.Node): string => {
  const text = flatText(option)
  return /(?:^|\.)env\??\.([A-Z][A-Z0-9_]*)$/.exec(text)?.[1] ?? text
}

/** The module of `require('…')`. */
export const requiredModule = (call: ts.CallExpression): string | undefined => {
  const first = call.arguments[0]
  const requires = compiler.isIdentifier(call.expression) && call.expression.text === 'require'
  return requires && first && compiler.isStringLiteralLike(first) ? first.text : undefined
}

/** The module and the name that an import declares. */
export const importedFrom = (declaration: ts.Declaration): { module: string; name: string } | undefined => {
  let at: ts.Node = declaration
  while (at && !compiler.isImportDeclaration(at) && !compiler.isSourceFile(at)) at = at.parent
  if (!compiler.isImportDeclaration(at) || !compiler.isStringLiteral(at.moduleSpecifier)) return undefined
  const module = at.moduleSpecifier.text
  if (compiler.isImportSpecifier(declaration))
    return { module, name: (declaration.propertyName ?? declaration.name).text }
  return { module, name: compiler.isNamespaceImport(declaration) ? '*' : 'default' }
}
