// Rewrites and audits a small program, and keeps what the bundled files and the TypeScript compiler compiled to.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditCommand } from '../dist/src/cli/audit.js'
import { codemod } from '../dist/src/cli/codemod.js'
import { compiledCode, loadBundled } from '../dist/src/cli/load-bundled.js'

const FILES = {
  'pods.ts': `import type { Pod } from './types'
const base = process.env.API ?? 'https://rest.runpod.io/v1'
const headers = (key: string) => ({ authorization: \`Bearer ${'${key}'}\`, 'content-type': 'application/json' })
async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(\`${'${base}${path}'}\`, { ...init, headers: headers('key') })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
export const create = (name: string) =>
  call<Pod>('/pods', { method: 'POST', body: JSON.stringify({ name, imageName: 'a/b:1', gpuTypeIds: ['NVIDIA L4'], gpuCount: 1 }) })
export const names = async () => (await call<Pod[]>('/pods')).map((pod) => ({ name: pod.name, image: pod.imageName }))
`,
  'types.ts': 'export interface Pod { id: string; name: string; imageName: string; gpuCount?: number }\n',
  'templates.js': `const axios = require('axios')
const api = axios.create({ baseURL: 'https://rest.runpod.io/v1' })
exports.list = () => api.get('/templates').then(({ data }) => data.map((one) => one.imageName))
exports.save = (input) => axios.post('https://api.runpod.io/graphql', { query: 'mutation { saveTemplate(input: { name: "a", imageName: "b" }) { id imageName } }' })
`,
}

const folder = mkdtempSync(join(tmpdir(), 'upshift-build-'))
try {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  await codemod([folder])
  await auditCommand([folder])
} finally {
  rmSync(folder, { recursive: true })
}
for (const [file, code] of compiledCode()) writeFileSync(`${file}.code`, code)
const { compilerCache } = loadBundled(join(import.meta.dirname, '../dist/src/cli/bundled-code.compiler.cjs'))
const { file, data } = compilerCache()
writeFileSync(file, data)
