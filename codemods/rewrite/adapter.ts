import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { wholeLines } from './dead/whole-lines.ts'
import type { Edit } from './edit/edit.ts'
import { importLine, isImport } from './mapper/module/module-import.ts'
import { withoutMarkers } from './marker.ts'
import type { Plan } from './plan.ts'

const ADAPTER = 'upshift/fetch'

/** The imports that let calls which stay as they are go through the in-process adapter, each said once. */
export const adapterImports = (
  plans: readonly Plan[],
  root: string,
): { readonly edits: readonly Edit[]; readonly notes: readonly Note[] } => {
  const files = new Set(plans.filter(({ left, site }) => left && usesGlobalFetch(site.sink.call)).map(fileOf))
  const pointed = [...files]
  return {
    edits: [
      ...pointed.map((file) => importLine(file, ['fetch'], ADAPTER)),
      ...plans
        .filter((plan) => plan.left && files.has(fileOf(plan)))
        .flatMap(({ site }) => withoutMarkers(site.top, () => false)),
    ],
    notes: pointed.map((file) => noteOf(relative(root, file.fileName))),
  }
}

/** Whether a call goes through the adapter since an earlier run. */
export const isPointed = ({ site }: Plan): boolean =>
  adapterImport(fileOf({ site })) !== undefined && calleeOf(site.sink.call) === 'fetch'

/** The imports of the adapter in files where a call moved and none stays: nothing there needs it any more. */
export const spareAdapters = (plans: readonly Plan[]): ts.Statement[] => {
  const needed = new Set(plans.filter(({ left, kept }) => left || kept).map(fileOf))
  const moved = new Set(plans.filter(({ left, kept }) => !left && !kept).map(fileOf))
  return [...moved].flatMap((file) => (needed.has(file) ? [] : (adapterImport(file) ?? [])))
}

/** The edits that take statements out, each with its line. */
export const withoutStatements = (statements: readonly ts.Statement[]): Edit[] =>
  statements.map((one) => {
    const file = one.getSourceFile()
    return { file, ...wholeLines(file, one), text: '' }
  })

/** `import { fetch } from 'upshift/fetch'`, as an earlier run wrote it. */
const adapterImport = (file: ts.SourceFile): ts.Statement | undefined =>
  file.statements.find((one) => isImport(one) && WRITTEN.test(one.getText()))

const WRITTEN = new RegExp(`^(import|const) \\{ fetch \\} (from |= require\\()['"]${ADAPTER}['"]`)

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

const fileOf = ({ site }: Pick<Plan, 'site'>): ts.SourceFile => site.sink.call.getSourceFile()

const calleeOf = ({ expression }: ts.CallExpression): string | undefined =>
  compiler.isIdentifier(expression) ? expression.text : undefined

/** Only a bare `fetch` that nothing in the file declares can be taken over by an import. */
const usesGlobalFetch = (call: ts.CallExpression): boolean =>
  calleeOf(call) === 'fetch' &&
  !/\bimport\b[^;\n]*\bfetch\b|\b(const|let|var|function)\s+fetch\b|\brequire\(['"](node-fetch|upshift\/fetch)/.test(
    call.getSourceFile().text,
  )
