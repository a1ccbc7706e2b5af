import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { inPlaceOf } from '../hoist.ts'
import { isTypeScript, namesIn, optionsIn } from '../tree.ts'

/** The options of a call, one set behind the other. */
export const form: Form = {
  example: {
    before: `call(path, { method: 'POST', body: text })`,
    after: `const init: RequestInit = { method: 'POST' }\ninit.body = text\ncall(path, init)`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    const type = isTypeScript(file) ? ': RequestInit' : ''
    return optionsIn(file).flatMap((options) => {
      const [first, ...others] = options.properties
      const steps = others.flatMap((one) =>
        ts.isPropertyAssignment(one) && ts.isIdentifier(one.name)
          ? [[one.name.text, one.initializer.getText()] as const]
          : ts.isShorthandPropertyAssignment(one)
            ? [[one.name.text, one.name.text] as const]
            : [],
      )
      if (!first || steps.length === 0 || steps.length < others.length) return []
      const own = name('init')
      const lines = steps.map(([key, value]) => `${own}.${key} = ${value}`)
      const change = inPlaceOf(options, own, `const ${own}${type} = { ${first.getText()} }`, ...lines)
      return change ? [change] : []
    })
  }),
}
