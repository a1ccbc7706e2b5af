import { ts } from 'ts-morph'
import { insertAfter } from '../../../../codemods/rewrite/edit/edit.ts'
import { changed, type Form } from '../form.ts'
import { all } from '../tree.ts'

/** A type for each parameter that says none where nobody else does. */
const typed = (path: string, text: string): string =>
  changed(path, text, (file) =>
    all(file, ts.isParameter)
      .filter(({ type, initializer, parent }) => !type && !initializer && isFirst(parent))
      .map((one) => [insertAfter(one.name, `: any${one.dotDotDotToken ? '[]' : ''}`)]),
  )

const isFirst = ({ parent, parameters }: ts.SignatureDeclaration): boolean =>
  !ts.isCallExpression(parent) && !parameters.some((one) => one.parent.getText().startsWith(one.getText()))

/** JavaScript as TypeScript that knows nothing of its parameters. */
export const form: Form = {
  example: {
    path: 'program.js',
    before: 'const get = (id) => call(id)',
    after: 'const get = (id: any) => call(id)',
  },
  apply: (files) =>
    new Map(
      [...files].map(([path, text]) =>
        path.endsWith('.js') && !/\brequire\(|\bexports\b/.test(text)
          ? [path.replace(/\.js$/, '.ts'), typed(path, text)]
          : [path, text],
      ),
    ),
}
