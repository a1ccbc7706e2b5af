import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Edit } from './edit/edit.ts'
import { importLine } from './mapper/module.ts'
import type { Plan } from './plan.ts'

const ADAPTER = 'upshift/fetch'

/** The imports that let calls which stay as they are go through the in-process adapter. */
export const adapterImports = (plans: readonly Plan[]): Edit[] => {
  const files = new Set(plans.filter(({ left, site }) => left && usesGlobalFetch(site.sink.call)).map(fileOf))
  return [...files]
    .filter((file) => !file.text.includes(ADAPTER))
    .map((file) => importLine(file, ['fetch'], ADAPTER))
}

const fileOf = ({ site }: Plan): ts.SourceFile => site.sink.call.getSourceFile()

/** Only a bare `fetch` that nothing in the file declares can be taken over by an import. */
const usesGlobalFetch = (call: ts.CallExpression): boolean => {
  const callee = call.expression
  if (!compiler.isIdentifier(callee) || callee.text !== 'fetch') return false
  return !/\bimport\b[^;\n]*\bfetch\b|\b(const|let|var|function)\s+fetch\b|\brequire\(['"]node-fetch/.test(
    call.getSourceFile().text,
  )
}
