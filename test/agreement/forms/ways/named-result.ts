import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { named } from '../hoist.ts'
import { all, namesIn } from '../tree.ts'

/** What a function gives under a name of its own. */
export const form: Form = {
  example: {
    before: `const all = async () => await call('/pods')`,
    after: `const all = async () => {\nconst result = await call('/pods')\nreturn result\n}`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    const given = [
      ...all(file, ts.isReturnStatement).map(({ expression }) => expression),
      ...all(file, ts.isArrowFunction).map(({ body }) => body),
    ].filter((one) => one && (ts.isCallExpression(one) || ts.isAwaitExpression(one)))
    return given.flatMap((one) => named(one as ts.Expression, name('result')))
  }),
}
