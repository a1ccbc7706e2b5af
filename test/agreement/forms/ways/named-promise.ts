import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { all, namesIn } from '../tree.ts'

/** What is awaited under a name of its own. */
export const form: Form = {
  example: {
    before: `const pod = await call('/pods/x')`,
    after: `const promise = call('/pods/x')\nconst pod = await promise`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return all(file, ts.isAwaitExpression)
      .filter(({ expression }) => ts.isCallExpression(expression))
      .flatMap(({ expression }) => named(expression, name('promise')))
  }),
}
