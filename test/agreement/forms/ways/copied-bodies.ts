import { type Form, perFile } from '../form.ts'
import { wrapped } from '../hoist.ts'
import { bodiesIn } from '../tree.ts'

/** Bodies as copies. */
export const form: Form = {
  example: { before: 'send(JSON.stringify({ name }))', after: 'send(JSON.stringify({ ...{ name } }))' },
  apply: perFile((file) => bodiesIn(file).map((body) => wrapped(body, '{ ...', ' }'))),
}
