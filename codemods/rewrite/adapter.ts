import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import type { Edit } from './edit/edit.ts'
import { importLine } from './mapper/module/module-import.ts'
import type { Plan } from './plan.ts'

const ADAPTER = 'upshift/fetch'

/** The imports that let calls which stay as they are go through the in-process adapter, each said once. */
export const adapterImports = (
  plans: readonly Plan[],
  root: string,
): { readonly edits: readonly Edit[]; readonly notes: readonly Note[] } => {
  const files = new Set(plans.filter(({ left, site }) => left && usesGlobalFetch(site.sink.call)).map(fileOf))
  const pointed = [...files].filter((file) => !file.text.includes(ADAPTER))
  return {
    edits: pointed.map((file) => importLine(file, ['fetch'], ADAPTER)),
    notes: pointed.map((file) => noteOf(relative(root, file.fileName))),
  }
}

const noteOf = (file: string): Note => ({
  rule: 'codemod.adapter',
  file,
  line: 1,
  column: 1,
  class: 'follow-up',
  fix: 'install the package upshift with the program',
  confidence: 'high',
  why: 'the calls of this file that stay go through upshift/fetch now, which answers them by REST v2 where it can',
})

const fileOf = ({ site }: Plan): ts.SourceFile => site.sink.call.getSourceFile()

/** Only a bare `fetch` that nothing in the file declares can be taken over by an import. */
const usesGlobalFetch = (call: ts.CallExpression): boolean => {
  const callee = call.expression
  if (!compiler.isIdentifier(callee) || callee.text !== 'fetch') return false
  return !/\bimport\b[^;\n]*\bfetch\b|\b(const|let|var|function)\s+fetch\b|\brequire\(['"]node-fetch/.test(
    call.getSourceFile().text,
  )
}
