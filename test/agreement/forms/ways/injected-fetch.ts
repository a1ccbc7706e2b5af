import { ts } from 'ts-morph'
import { insertAfter, replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, functionsOf } from '../tree.ts'

/** The fetch that a function calls as a last parameter with a default. */
export const form: Form = {
  example: {
    before: 'const call = (path, init = {}) => fetch(path, init)',
    after: 'const call = (path, init = {}, send = fetch) => send(path, init)',
  },
  apply: perFile((file) =>
    functionsOf(file).flatMap(({ made }) => {
      const last = made.parameters.at(-1)
      if (
        !last ||
        last.dotDotDotToken ||
        /\bsend\b/.test(made.getText()) ||
        made.getText().startsWith(last.getText())
      )
        return []
      const uses = all(made, ts.isIdentifier).filter(
        (node) =>
          node.text === 'fetch' && ts.isCallExpression(node.parent) && node.parent.expression === node,
      )
      return uses.length > 0
        ? [[insertAfter(last, ', send = fetch'), ...uses.map((use) => replace(use, 'send'))]]
        : []
    }),
  ),
}
