import { ts } from 'ts-morph'
import { insertAt, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, isTypeScript } from '../tree.ts'

const isWord = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) &&
  /^[A-Z][A-Z_]+$/.test(node.text) &&
  (ts.isPropertyAssignment(node.parent) || ts.isCaseClause(node.parent) || ts.isCallExpression(node.parent))

/** Words (methods, choices) as members of an enum. */
export const form: Form = {
  example: {
    before: "call(path, { method: 'POST' })",
    after: "enum Word {\nPOST = 'POST',\n}\ncall(path, { method: Word.POST })",
  },
  apply: perFile((file) => {
    const words = isTypeScript(file) ? all(file, isWord) : []
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    if (words.length === 0 || !first || /\bWord\b/.test(file.text)) return []
    const said = [...new Set(words.map(({ text }) => text))].map((text) => `${text} = '${text}',`)
    return [
      [
        insertAt(file, first.getStart(), `enum Word {\n${said.join('\n')}\n}\n`),
        ...words.map((one) => replace(one, `Word.${one.text}`)),
      ],
    ]
  }),
}
