import type { ts } from 'ts-morph'
import { v2Base } from '../../mappings/hosts.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { identifiersNamed } from '../sites/program/names/names-used.ts'

/** Types generated from v1's OpenAPI document name v1's paths and bodies. */
export const typesBehind = (paths: ts.Node, place: Pick<Note, 'file' | 'line' | 'column'>): Note => {
  const names = namesBeside(paths)
  const beside = names.join(', ')
  return {
    ...place,
    rule: 'codemod.beside-types',
    class: 'follow-up',
    fix: `generate them from ${v2Base}/openapi.json${beside && `, and keep v1's for ${beside}`}`,
    confidence: 'high',
    why: `${paths.getText()} describes v1, and the calls say v2's paths and bodies now${
      beside &&
      `; ${beside} ${names.length > 1 ? 'describe' : 'describes'} what the program says in v1's words, as before`
    }`,
  }
}

/** What else a file takes of the same types and says something by: `components`. */
const namesBeside = (paths: ts.Node): string[] => {
  const file = paths.getSourceFile()
  const lists = file.statements.flatMap((one) => {
    const bindings = compiler.isImportDeclaration(one) ? one.importClause?.namedBindings : undefined
    return bindings && compiler.isNamedImports(bindings)
      ? [bindings.elements.map(({ name }) => name.text)]
      : []
  })
  const names = lists.find((one) => one.includes(paths.getText())) ?? []
  return names.filter((name) => name !== paths.getText() && identifiersNamed(file, name).length > 1)
}
