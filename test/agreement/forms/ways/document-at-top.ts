import { ts } from 'ts-morph'
import { insertAt, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { documentsIn, namesIn } from '../tree.ts'

/** GraphQL documents as constants at the top of their file. */
export const form: Form = {
  example: {
    before: "const URL = 'u'\nconst all = () => gql('{ myself { pods { id } } }')",
    after: "const DOCUMENT = '{ myself { pods { id } } }'\nconst URL = 'u'\nconst all = () => gql(DOCUMENT)",
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    return documentsIn(file)
      .filter((text) => ts.isStringLiteralLike(text) && !ts.isVariableDeclaration(text.parent))
      .map((text) => {
        const own = name('DOCUMENT')
        return [
          insertAt(file, first?.getStart() ?? 0, `const ${own} = ${text.getText()}\n`),
          replace(text, own),
        ]
      })
  }),
}
