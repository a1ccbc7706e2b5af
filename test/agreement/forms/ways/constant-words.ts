import { ts } from 'ts-morph'
import { insertAt, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

const isWord = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) && /^[A-Z][A-Z_]+$/.test(node.text) && !ts.isLiteralTypeNode(node.parent)

const isValue = ({ parent }: ts.StringLiteral): boolean =>
  ts.isBinaryExpression(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isCallExpression(parent) ||
  ts.isCaseClause(parent)

/** Words (methods, states) as members of a constant. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: "call(path, { method: 'POST' })",
    after: "const WORDS = { POST: 'POST' }\ncall(path, { method: WORDS.POST })",
  },
  apply: perFile((file) => {
    const words = all(file, isWord).filter(isValue)
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    if (words.length === 0 || !first || /\bWORDS\b/.test(file.text)) return []
    const said = [...new Set(words.map(({ text }) => text))].map((text) => `${text}: '${text}'`)
    const own = `const WORDS = { ${said.join(', ')} }${/\.ts$/.test(file.fileName) ? ' as const' : ''}\n`
    return [[insertAt(file, first.getStart(), own), ...words.map((one) => replace(one, `WORDS.${one.text}`))]]
  }),
}
