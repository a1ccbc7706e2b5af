import { type Form, perFile } from '../form.ts'
import { wrapped } from '../hoist.ts'
import { bodiesIn } from '../tree.ts'

/** Bodies that nobody can change. */
export const form: Form = {
  example: {
    before: 'send(JSON.stringify({ name }))',
    after: 'send(JSON.stringify(Object.freeze({ name })))',
  },
  apply: perFile((file) => bodiesIn(file).map((body) => wrapped(body, 'Object.freeze(', ')'))),
}
