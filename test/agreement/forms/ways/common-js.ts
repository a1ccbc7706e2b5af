import { ts } from 'ts-morph'
import { insertAt, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Change, changed, type Form } from '../form.ts'
import { isExported } from '../tree.ts'

const required = (one: ts.ImportDeclaration): string => {
  const from = `require(${one.moduleSpecifier.getText()})`
  const bindings = one.importClause?.namedBindings
  const own = one.importClause?.name?.text
  const names =
    bindings && ts.isNamedImports(bindings)
      ? `{ ${bindings.elements.map((part) => (part.propertyName ? `${part.propertyName.getText()}: ${part.name.text}` : part.name.text)).join(', ')} }`
      : bindings?.name.text
  // What stands for these packages says its default as a member
  return [own && `const ${own} = ${from}.default ?? ${from}`, names && `const ${names} = ${from}`]
    .filter(Boolean)
    .join('\n')
}

const exportedBy = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  return (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name
    ? [statement.name.text]
    : []
}

const changesOf = (file: ts.SourceFile): Change[] => {
  const out = file.statements.filter(isExported)
  const names = out.flatMap(exportedBy)
  if (
    names.length === 0 ||
    /^import fetch\b/m.test(file.text) ||
    /\bimport\(|export (\{|\*|default)|import\.meta|^await/m.test(file.text)
  )
    return []
  return [
    [
      ...file.statements.filter(ts.isImportDeclaration).map((one) => replace(one, required(one))),
      ...out.map((one) => ({
        file,
        start: one.getStart(),
        end: one.getStart() + 'export '.length,
        text: '',
      })),
      insertAt(file, file.end, `\nmodule.exports = { ${names.join(', ')} }\n`),
    ],
  ]
}

/** A module as CommonJS says it. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: "import { call } from './call.js'\nexport const main = () => call()",
    after: "const { call } = require('./call.js')\nconst main = () => call()\nmodule.exports = { main }\n",
  },
  apply: (files) => {
    if ([...files.keys()].some((path) => !path.endsWith('.js'))) return files
    return new Map([...files].map(([path, text]) => [path, changed(path, text, changesOf)]))
  },
}
