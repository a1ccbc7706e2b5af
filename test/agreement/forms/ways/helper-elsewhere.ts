import { ts } from 'ts-morph'
import { changed, type Files, type Form } from '../form.ts'
import { all, holds, isExported, isMemberName, isTypeScript } from '../tree.ts'

const namesOf = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

/** What sends, and all that it needs of the file. */
const moving = (file: ts.SourceFile): ts.Statement[] => {
  const declared = new Map(file.statements.flatMap((one) => namesOf(one).map((name) => [name, one] as const)))
  const found = new Set<ts.Statement>()
  const take = (statement: ts.Statement): void => {
    if (found.has(statement)) return
    found.add(statement)
    for (const { text } of all(statement, ts.isIdentifier).filter((node) => !isMemberName(node))) {
      const needed = declared.get(text)
      if (needed) take(needed)
    }
  }
  const sends = (node: ts.Node): boolean =>
    ts.isCallExpression(node) && /^fetch$/.test(node.expression.getText())
  file.statements.filter((one) => namesOf(one).length > 0 && holds(one, sends)).forEach(take)
  return [...found].sort((a, b) => a.pos - b.pos)
}

/** The two modules that one becomes. */
export const split = (
  path: string,
  text: string,
): { readonly rest: string; readonly moved: string } | undefined => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const own = moving(file)
  const isWhole =
    own.some((one) => namesOf(one).includes('main')) ||
    own.some((one) => ts.isVariableStatement(one) && !(one.declarationList.flags & ts.NodeFlags.Const))
  if (own.length === 0 || isWhole || /\brequire\(|\bexports\b/.test(text)) return undefined
  const imports = file.statements.filter(ts.isImportDeclaration).map((one) => one.getText())
  const said = own.map((one) => `${isExported(one) ? '' : 'export '}${one.getText()}`)
  const rest = changed(path, text, (whole) =>
    whole.statements
      .filter((_, index) => own.includes(file.statements[index] as ts.Statement))
      .map((one) => [{ file: whole, start: one.pos, end: one.end, text: '' }]),
  )
  const types = own
    .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
    .flatMap(namesOf)
  const used = own.flatMap(namesOf).filter((name) => new RegExp(`\\b${name}\\b`).test(rest))
  const names = used.map((name) => (types.includes(name) ? `type ${name}` : name)).join(', ')
  const specifier = isTypeScript(file) ? './remote' : './remote.js'
  return {
    rest: `import { ${names} } from '${specifier}'\n${rest.trimStart()}`,
    moved: `${[...imports, ...said].join('\n\n')}\n`,
  }
}

const apply = (files: Files): Files => {
  const path = [...files.keys()].find((name) => /^program\.[jt]s$/.test(name))
  const parts = path ? split(path, files.get(path) as string) : undefined
  if (!path || !parts) return files
  return new Map([...files, [path, parts.rest], [path.replace('program', 'remote'), parts.moved]])
}

/** What sends in a module of its own. */
export const form: Form = {
  example: {
    before:
      "const BASE = 'a'\nconst call = (p) => fetch(BASE + p)\nexport const main = () => call('/pods')\n",
    after: "import { call } from './remote'\nexport const main = () => call('/pods')\n",
  },
  apply,
}
