import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { documentsIn, namesIn } from '../tree.ts'

/** A GraphQL document under a name of its own. */
export const form: Form = {
  example: {
    before: "gql('{ myself { pods { id } } }')",
    after: "const question = '{ myself { pods { id } } }'\ngql(question)",
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return documentsIn(file)
      .filter((text) => !ts.isVariableDeclaration(text.parent))
      .flatMap((text) => named(text, name('question')))
  }),
}
