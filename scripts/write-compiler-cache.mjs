// Compiles the TypeScript compiler once, so that a run of the codemod need not. The cache is V8's own: another version of
// Node refuses it, and then compiles as if there were none.
import { rmSync, writeFileSync } from 'node:fs'

rmSync(new URL('../dist/codemods/project/compiler.cache', import.meta.url), { force: true })
const { compilerCache } = await import('../dist/codemods/project/compiler.js')
const { loadSources, noAlias } = await import('../dist/codemods/project/parse/program.js')
const text = 'export const a = async (id: string) => (await fetch(`https://example.com/${id}`)).json()\n'
loadSources(['/sample.ts'], noAlias, () => text).checker
const { file, data } = compilerCache()
writeFileSync(file, data)
