import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'

const ROOT = join(import.meta.dirname, '../../mappings/shared')

/** A function of `mappings/shared` as generated programs get it. */
export interface SharedText {
  readonly name: string
  readonly text: string
  /** The others that it uses. */
  readonly needs: readonly string[]
}

interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Every function and constant of `mappings/shared`, in the order of the files and of their places there. */
export const sharedTexts = (): SharedText[] => {
  const files = readdirSync(ROOT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found = files.sort().flatMap((name) => textsIn(name, readFileSync(join(ROOT, name), 'utf8')))
  const names = found.map(({ name }) => name)
  return found.map(({ name, text }) => ({
    name,
    text,
    needs: names.filter((other) => other !== name && new RegExp(`\\b${other}\\b`).test(codeOf(text))),
  }))
}

const codeOf = (text: string): string => text.replace(/\/\*\*.*?\*\/|\/\/.*$/gms, '')

const textsIn = (path: string, source: string): Omit<SharedText, 'needs'>[] => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  return file.statements.filter(ts.isVariableStatement).map((statement) => {
    const [declared] = statement.declarationList.declarations
    if (!declared || !ts.isIdentifier(declared.name)) throw new Error(`${path}: one name a statement`)
    return { name: declared.name.text, text: untyped(statement, source) }
  })
}

/** The statement with `any` for its types, `¤` for a quote and `§` for the end of a statement. */
const untyped = (statement: ts.Statement, source: string): string => {
  const start =
    source.lastIndexOf('/**', statement.getStart()) >= statement.getFullStart()
      ? source.lastIndexOf('/**', statement.getStart())
      : statement.getStart()
  const changes: Change[] = []
  const visit = (node: ts.Node): void => {
    changes.push(...changesAt(node))
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit)
  }
  visit(statement)
  let text = source.slice(start, statement.getEnd())
  for (const change of changes.sort((a, b) => b.from - a.from || b.to - a.to))
    text = text.slice(0, change.from - start) + change.text + text.slice(change.to - start)
  return text
}

const ends = (node: ts.Node): boolean =>
  ts.isVariableStatement(node) ||
  ts.isExpressionStatement(node) ||
  ts.isReturnStatement(node) ||
  ts.isThrowStatement(node)

const changesAt = (node: ts.Node): Change[] => {
  const changes: Change[] = []
  const say = (from: number, to: number, text: string): void => void changes.push({ from, to, text })
  if (ends(node)) say(node.getEnd(), node.getEnd(), '§')
  if (node.kind === ts.SyntaxKind.ExportKeyword) say(node.getStart(), node.getEnd() + 1, '')
  if (ts.isStringLiteral(node)) say(node.getStart(), node.getEnd(), quoted(node))
  if (ts.isParameter(node)) say(node.name.getEnd(), node.type?.getEnd() ?? node.name.getEnd(), ': any')
  if (ts.isArrowFunction(node) && node.type) say(node.type.getFullStart() - 1, node.type.getEnd(), '')
  if (ts.isVariableDeclaration(node) && node.type) say(node.name.getEnd(), node.type.getEnd(), ': any')
  if (ts.isAsExpression(node)) say(node.expression.getEnd(), node.getEnd(), '')
  if (ts.isParenthesizedExpression(node) && ts.isAsExpression(node.expression)) {
    say(node.getStart(), node.getStart() + 1, '')
    say(node.getEnd() - 1, node.getEnd(), '')
  }
  if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.typeArguments)
    say(node.expression.getEnd(), node.typeArguments.end + 1, '')
  return changes
}

const quoted = (node: ts.StringLiteral): string => {
  const text = node.getText().slice(1, -1)
  if (/["'\\]/.test(text))
    throw new Error(`${node.getText()}: a text without quotes, for either kind of them`)
  return `¤${text}¤`
}

const escaped = (text: string): string => text.replace(/[\\`]|\$\{/g, '\\$&')

/** The file that the codemod takes them from. */
export const sharedFile = (): string => {
  const entries = sharedTexts().map(
    ({ name, text, needs }) =>
      `  ${name}: {\n    needs: [${needs.map((need) => `'${need}'`).join(', ')}],\n    text: \`${escaped(text)}\`,\n  },\n`,
  )
  return `// Written from mappings/shared by \`UPDATE_FIXTURES=1 npx vitest run codemods/rewrite/mapper/helpers/shared-text.test.ts\`.
export const SHARED = {
${entries.join('')}} as const\n`
}
