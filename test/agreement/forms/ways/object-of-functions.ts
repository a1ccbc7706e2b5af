import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isExported, usesOf } from '../tree.ts'

/** Functions gathered in an object, and called through it. */
export const form: Form = {
  example: {
    before: 'const get = (id) => call(id)\nconst remove = (id) => call(id)\nexport const main = () => get(1)',
    after:
      'const get = (id) => call(id)\nconst remove = (id) => call(id)\nconst gathered = { get, remove }\nexport const main = () => gathered.get(1)',
  },
  apply: perFile((file) => {
    const own = functionsOf(file).filter(({ statement }) => !isExported(statement))
    const last = own.at(-1)
    if (!last || own.length < 2 || file.text.includes('gathered')) return []
    const edits = own.flatMap(({ name }) =>
      (usesOf(file, name) ?? [])
        .filter(
          (use) =>
            use.pos > last.statement.end && ts.isCallExpression(use.parent) && use.parent.expression === use,
        )
        .map((use) => replace(use, `gathered.${name}`)),
    )
    if (edits.length === 0) return []
    return [
      [
        insertAfter(last.statement, `\nconst gathered = { ${own.map(({ name }) => name).join(', ')} }`),
        ...edits,
      ],
    ]
  }),
}
