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
