import { ts } from 'ts-morph'
import { insertBefore } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all } from '../tree.ts'

/** A base that the environment may say otherwise. */
export const form: Form = {
  example: {
    before: "const BASE = 'https://a.b'",
    after: "const BASE = process.env.API_BASE || 'https://a.b'",
  },
  apply: perFile((file) =>
    all(file, ts.isVariableDeclaration).flatMap(({ initializer }) =>
      initializer && ts.isStringLiteral(initializer) && /^https?:/.test(initializer.text)
        ? [[insertBefore(initializer, 'process.env.API_BASE || ')]]
        : [],
    ),
  ),
}
