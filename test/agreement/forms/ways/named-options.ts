import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { namesIn, optionsIn } from '../tree.ts'

/** The options of a call under a name of their own. */
export const form: Form = {
  example: {
    before: `const stop = (id) => call(path(id), { method: 'POST' })`,
    after: `const stop = (id) => {\n  const options = { method: 'POST' }\n  return call(path(id), options)\n}`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return optionsIn(file).flatMap((options) => named(options, name('options')))
  }),
}
