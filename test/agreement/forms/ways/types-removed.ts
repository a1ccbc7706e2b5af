import { ts } from 'ts-morph'
import type { Form } from '../form.ts'

const plain = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, removeComments: false },
  }).outputText

/** TypeScript as JavaScript. */
export const form: Form = {
  example: {
    before: 'export const get = (id: string) => call<Pod>(id)',
    after: 'export const get = (id) => call(id);\n',
  },
  apply: (files) =>
    new Map(
      [...files].map(([path, text]) =>
        path.endsWith('.ts') ? [path.replace(/\.ts$/, '.js'), plain(text)] : [path, text],
      ),
    ),
}
