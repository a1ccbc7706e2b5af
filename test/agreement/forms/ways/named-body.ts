import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { bodiesIn, namesIn } from '../tree.ts'

/** A body under a name of its own. */
export const form: Form = {
  example: {
    before: `send(JSON.stringify({ name, imageName }))`,
    after: `const payload = { name, imageName }\nsend(JSON.stringify(payload))`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return bodiesIn(file).flatMap((body) => named(body, name('payload')))
  }),
}
