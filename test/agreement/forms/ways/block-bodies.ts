import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** Arrow functions with a block in the place of an expression. */
export const form: Form = {
  example: { before: 'const get = (id) => call(id)', after: 'const get = (id) => { return call(id) }' },
  apply: perFile((file) =>
    all(file, ts.isArrowFunction)
      .filter(({ body }) => !ts.isBlock(body))
      .map(({ body }) => [replace(body, `{ return ${body.getText()} }`)]),
  ),
}
