import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { functionsOf, isAsync, isExported } from '../tree.ts'

const headOf = ({ typeParameters, parameters, type, equalsGreaterThanToken }: ts.ArrowFunction): string => {
  const start = (typeParameters ?? parameters).pos
  const file = equalsGreaterThanToken.getSourceFile()
  const said = file.text.slice(start - 1, equalsGreaterThanToken.getStart()).trim()
  return /^[(<]/.test(said)
    ? said
    : `(${parameters.map((one) => one.getText()).join(', ')})${type ? `: ${type.getText()}` : ''}`
}

/** Function declarations for constants that hold arrow functions. */
export const form: Form = {
  example: {
    before: 'export const stop = async (id: string) => call(id)',
    after: 'export async function stop(id: string) { return call(id) }',
  },
  apply: perFile((file) =>
    functionsOf(file).flatMap(({ name, statement, made }) => {
      if (!ts.isArrowFunction(made)) return []
      const words = `${isExported(statement) ? 'export ' : ''}${isAsync(made) ? 'async ' : ''}function ${name}`
      const body = ts.isBlock(made.body) ? made.body.getText() : `{ return ${made.body.getText()} }`
      return [[replace(statement, `${words}${headOf(made)} ${body}`)]]
    }),
  ),
}
