import { ts } from 'ts-morph'
import { type Form, perFile } from '../form.ts'
import { inPlaceOf } from '../hoist.ts'
import { all, isAsync, isTypeScript, namesIn } from '../tree.ts'

/** A loop that fills a list, in the place of `map` and `filter`. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'log(pods.map((pod) => pod.name))',
    after: 'const list = []\nfor (const pod of pods) list.push(pod.name)\nlog(list)',
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return all(file, ts.isCallExpression).flatMap((call) => {
      const { expression } = call
      const [each, ...others] = call.arguments
      if (!ts.isPropertyAccessExpression(expression) || !/^(map|filter)$/.test(expression.name.text))
        return []
      if (!each || others.length > 0 || !ts.isArrowFunction(each) || ts.isBlock(each.body) || isAsync(each))
        return []
      const [one, ...more] = each.parameters
      if (!one || more.length > 0) return []
      const own = name('list')
      const value = one.name.getText()
      const step =
        expression.name.text === 'map'
          ? `${own}.push(${each.body.getText()})`
          : `if (${each.body.getText()}) ${own}.push(${value})`
      if (expression.name.text === 'filter' && !ts.isIdentifier(one.name)) return []
      const type = isTypeScript(file) ? ': any[]' : ''
      const change = inPlaceOf(
        call,
        own,
        `const ${own}${type} = []`,
        `for (const ${value} of ${expression.expression.getText()}) ${step}`,
      )
      return change ? [change] : []
    })
  }),
}
