import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isExported, usesOf } from '../tree.ts'

/** A constant that holds the address of a service. */
const baseIn = (file: ts.SourceFile) =>
  file.statements.flatMap((statement) => {
    const [one, ...others] =
      ts.isVariableStatement(statement) && !isExported(statement)
        ? statement.declarationList.declarations
        : []
    const value = one?.initializer
    const isBase =
      one && others.length === 0 && ts.isIdentifier(one.name) && value && ts.isStringLiteral(value)
    return isBase && /^https?:/.test(value.text)
      ? [{ statement, name: (one.name as ts.Identifier).text, value }]
      : []
  })

/** A function that is made with the base that it uses. */
export const form: Form = {
  example: {
    before: "const BASE = 'https://a.b'\nconst call = (path) => fetch(BASE + path)",
    after:
      "const makeCall = (BASE) => {\nconst call = (path) => fetch(BASE + path)\nreturn call\n}\nconst call = makeCall('https://a.b')",
    path: 'program.js',
  },
  apply: perFile((file) =>
    baseIn(file).flatMap(({ statement, name, value }) => {
      const uses = usesOf(file, name) ?? []
      const user = functionsOf(file).find(
        (one) =>
          uses.length > 0 &&
          uses.every((use) => use.pos >= one.statement.pos && use.end <= one.statement.end),
      )
      if (!user || isExported(user.statement)) return []
      const made = `make${user.name[0]?.toUpperCase()}${user.name.slice(1)}`
      const type = /\.ts$/.test(file.fileName) ? `${name}: string` : name
      const text = `const ${made} = (${type}) => {\n${user.statement.getText()}\nreturn ${user.name}\n}\nconst ${user.name} = ${made}(${value.getText()})`
      return [
        [
          { file, start: statement.getStart(), end: statement.end + 1, text: '' },
          replace(user.statement, text),
        ],
      ]
    }),
  ),
}
