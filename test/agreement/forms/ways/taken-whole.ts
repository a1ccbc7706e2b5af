import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, namesIn } from '../tree.ts'

/** Answers taken apart a line after they are awaited, member by member. */
export const form: Form = {
  example: {
    before: 'const { name, id: own } = await get(id)',
    after: 'const whole = await get(id)\nconst name = whole.name\nconst own = whole.id',
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    return all(file, ts.isVariableStatement).flatMap((statement) => {
      const [one, ...others] = statement.declarationList.declarations
      if (!one?.initializer || others.length > 0 || !ts.isObjectBindingPattern(one.name) || one.type)
        return []
      if (!ts.isAwaitExpression(one.initializer)) return []
      const { elements } = one.name
      if (elements.some((part) => part.dotDotDotToken || part.initializer || !ts.isIdentifier(part.name)))
        return []
      const own = name('whole')
      const lines = elements.map(
        (part) => `\nconst ${part.name.getText()} = ${own}.${(part.propertyName ?? part.name).getText()}`,
      )
      return [[replace(one.name, own), insertAfter(statement, lines.join(''))]]
    })
  }),
}
