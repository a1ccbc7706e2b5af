import { ts } from 'ts-morph'
import { insertBefore } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isAsync, isExported, isOfItself } from '../tree.ts'

/** Constants that hold arrow functions for function declarations. */
export const form: Form = {
  example: {
    before: 'export async function stop(id: string) { return call(id) }',
    after: 'export const stop = async (id: string) => { return call(id) }',
  },
  apply: perFile((file) =>
    functionsOf(file).flatMap(({ name, statement, made }) => {
      if (!ts.isFunctionDeclaration(made) || !made.name || !made.body || isOfItself(made)) return []
      const words = `${isExported(statement) ? 'export ' : ''}const ${name} = ${isAsync(made) ? 'async ' : ''}`
      const start = statement.getStart()
      return [[{ file, start, end: made.name.end, text: words }, insertBefore(made.body, '=> ')]]
    }),
  ),
}
