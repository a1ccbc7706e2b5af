import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { inPlaceOf } from '../hoist.ts'
import { bodiesIn, isTypeScript, namesIn } from '../tree.ts'

/** A body, one member set behind the other. */
export const form: Form = {
  example: {
    before: `send(JSON.stringify({ name, imageName: 'a' }))`,
    after: `const body: Record<string, unknown> = { name }\nbody.imageName = 'a'\nsend(JSON.stringify(body))`,
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    const type = isTypeScript(file) ? ': Record<string, unknown>' : ''
    return bodiesIn(file).flatMap((body) => {
      const [first, ...others] = body.properties
      const steps = others.flatMap((one) =>
        ts.isPropertyAssignment(one) && ts.isIdentifier(one.name)
          ? [[one.name.text, one.initializer.getText()] as const]
          : ts.isShorthandPropertyAssignment(one)
            ? [[one.name.text, one.name.text] as const]
            : [],
      )
      if (!first || steps.length === 0 || steps.length < others.length) return []
      const own = name('body')
      const lines = steps.map(([key, value]) => `${own}.${key} = ${value}`)
      const change = inPlaceOf(body, own, `const ${own}${type} = { ${first.getText()} }`, ...lines)
      return change ? [change] : []
    })
  }),
}
