// A generated source tree: ordinary code, and here and there a file that calls the retired API.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ordinary = (number) => `import { readFile } from 'node:fs/promises'
import { format } from './part${number % 7}'

export interface Row${number} { readonly id: string; readonly size: number }

/** Reads the rows of a file and keeps those that are large enough. */
export async function load${number}(file: string, least: number): Promise<Row${number}[]> {
  const rows = JSON.parse(await readFile(file, 'utf8')) as Row${number}[]
  return rows.filter((row) => row.size >= least).map((row) => ({ ...row, id: format(row.id) }))
}
${Array.from(
  { length: 24 },
  (_unused, line) => `
export const step${line} = (value: number, factor = ${line}): number => {
  const limited = Math.min(value * factor, ${number + line})
  return limited > ${line} ? limited : -1
}`,
).join('\n')}
`

const legacy = (number) => `const base = 'https://rest.runpod.io/v1'
export const create${number} = (key: string) =>
  fetch(\`\${base}/templates\`, {
    method: 'POST',
    headers: { authorization: \`Bearer \${key}\`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'worker ${number}', imageName: 'example/worker:2', containerDiskInGb: 10 }),
  })
`

const client = `const base = 'https://rest.runpod.io/v1'
const headers = () => ({ authorization: \`Bearer \${process.env.KEY}\`, 'content-type': 'application/json' })
export const client = {
  get: async (path: string) => (await fetch(\`\${base}\${path}\`, { headers: headers() })).json(),
  post: async (path: string, body?: unknown) =>
    (await fetch(\`\${base}\${path}\`, { method: 'POST', headers: headers(), body: JSON.stringify(body) })).json(),
}
`

/** What calls the client by names that every such file has, beside what is called alike and is the file's own. */
const service = (number) => `import { client } from '../client.ts'

export async function list() {
  const pods = await client.get('/pods')
  return pods.map((pod) => pod.name)
}

export async function find(id: string) {
  const pod = await client.get(\`/pods/\${id}\`)
  return pod.imageName
}

export async function create(name: string) {
  const made = await client.post('/templates', { name, imageName: 'example/worker:${number}', containerDiskInGb: 10 })
  return made.id
}
${Array.from(
  { length: 20 },
  (_unused, line) => `
export const image${line} = async (id: string) => (await client.get(\`/pods/\${id}\`)).imageName
const kept${line} = new Map<string, { name: string }>()
export const named${line} = (key: string) => kept${line}.get(key)?.name ?? 'none${line}'`,
).join('\n')}
`

const view = (number) => `import { create, find, list } from '../services/service${number}.ts'

export const show = async (id: string) => [...(await list()), await find(id), await create(id)].join(' ')
`

/** Writes a program whose services share one client: up to 80, as a call has 2,000 callers at most. @returns its folder, for the caller to remove */
export const makeShared = (services) => {
  const root = mkdtempSync(join(tmpdir(), 'bench-shared-'))
  for (const folder of ['services', 'views']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'client.ts'), client)
  for (let number = 0; number < services; number += 1) {
    writeFileSync(join(root, 'services', `service${number}.ts`), service(number))
    writeFileSync(join(root, 'views', `view${number}.ts`), view(number))
  }
  return root
}

const FOLDER = 100 // files

/** Writes a tree. @returns its folder, for the caller to remove */
export const makeTree = (files, legacyFiles) => {
  const root = mkdtempSync(join(tmpdir(), 'bench-tree-'))
  for (let number = 0; number < files; number += 1) {
    const folder = join(root, `folder${Math.floor(number / FOLDER)}`)
    if (number % FOLDER === 0) mkdirSync(folder)
    // Spread evenly, so that no worker has them all.
    const isLegacy =
      Math.floor((number * legacyFiles) / files) !== Math.floor(((number + 1) * legacyFiles) / files)
    writeFileSync(join(folder, `file${number}.ts`), isLegacy ? legacy(number) : ordinary(number))
  }
  return root
}
