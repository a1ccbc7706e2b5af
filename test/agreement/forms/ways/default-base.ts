import { ts } from 'ts-morph'
import { insertAfter } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, usesOf } from '../tree.ts'

/** The base of an address as a last parameter with a default. */
export const form: Form = {
  example: {
    before: "const BASE = 'https://a.b'\nconst call = (path) => fetch(BASE + path)",
    after: "const BASE = 'https://a.b'\nconst call = (path, base = BASE) => fetch(base + path)",
  },
  apply: perFile((file) => {
    const bases = file.statements
      .filter(ts.isVariableStatement)
      .flatMap((one) => [...one.declarationList.declarations])
      .filter(
        ({ name, initializer }) =>
          ts.isIdentifier(name) &&
          initializer &&
          ts.isStringLiteral(initializer) &&
          /^https?:/.test(initializer.text),
      )
    if (/\bbase\b/.test(file.text)) return []
    return bases.flatMap(({ name }) =>
      functionsOf(file).flatMap(({ made }) => {
        const last = made.parameters.at(-1)
        const uses = (usesOf(file, name.getText()) ?? []).filter(
          (use) => use.pos >= (made.body?.pos ?? 0) && use.end <= made.end,
        )
        if (!last || last.dotDotDotToken || uses.length === 0 || made.getText().startsWith(last.getText()))
          return []
        return [
          [
            insertAfter(last, `, base = ${name.getText()}`),
            ...uses.map((use) => ({ file, start: use.getStart(), end: use.end, text: 'base' })),
          ],
        ]
      }),
    )
  }),
}
