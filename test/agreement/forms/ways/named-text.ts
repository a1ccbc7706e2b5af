import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { all, calleeOf, namesIn } from '../tree.ts'

/** The text of a body under a name of its own. */
export const form: Form = {
  example: {
    before: `call('/pods', { body: JSON.stringify({ name }) })`,
    after: `const text = JSON.stringify({ name })\ncall('/pods', { body: text })`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return all(file, ts.isCallExpression)
      .filter((call) => calleeOf(call) === 'JSON.stringify' && !ts.isVariableDeclaration(call.parent))
      .flatMap((call) => named(call, name('text')))
  }),
}
