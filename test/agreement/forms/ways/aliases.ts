import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isExported, usesOf } from '../tree.ts'

/** A function under a second name. */
export const form: Form = {
  example: {
    before: 'const call = (path) => fetch(path)\nconst get = () => call(1)',
    after: 'const call = (path) => fetch(path)\nconst callAlias = call\nconst get = () => callAlias(1)',
  },
  apply: perFile((file) =>
    functionsOf(file).flatMap(({ name, statement }) => {
      const uses = (usesOf(file, name) ?? []).filter((use) => use.pos > statement.end)
      if (isExported(statement) || uses.length === 0 || uses.some(({ parent }) => parent.getText() === name))
        return []
      return [
        [
          insertAfter(statement, `\nconst ${name}Alias = ${name}`),
          ...uses.map((use) => replace(use, `${name}Alias`)),
        ],
      ]
    }),
  ),
}
