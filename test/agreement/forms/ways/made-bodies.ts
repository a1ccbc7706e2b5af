import { ts } from 'ts-morph'
import { insertAt, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, bodiesIn, namesIn } from '../tree.ts'

/** A body of constants alone, made by a function of its own. */
export const form: Form = {
  example: {
    before: "send(JSON.stringify({ name: 'a', size: 1 }))",
    after: "const makeBody = () => ({ name: 'a', size: 1 })\nsend(JSON.stringify(makeBody()))",
  },
  apply: perFile((file) => {
    const name = namesIn(file)
    const first = file.statements.find((one) => !ts.isImportDeclaration(one))
    return bodiesIn(file).flatMap((body) => {
      const free = [
        ...new Set(
          all(body, ts.isIdentifier)
            .filter((one) => !ts.isPropertyAssignment(one.parent) || one.parent.name !== one)
            .map(({ text }) => text),
        ),
      ]
      if (free.length > 0 || !first || body.properties.length === 0) return []
      const own = name('makeBody')
      return [
        [
          insertAt(file, first.getStart(), `const ${own} = () => (${body.getText()})\n`),
          replace(body, `${own}()`),
        ],
      ]
    })
  }),
}
