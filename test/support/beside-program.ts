import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Note } from '../../codemods/project/note.ts'
import { runCodemod } from '../../codemods/project/run.ts'

/** The call that the program makes. */
export const CLIENT = `const base = process.env.POD_API_URL ?? 'https://rest.runpod.io/v1'
export const halt = (id: string) => fetch(\`\${base}/pods/\${id}\`, { method: 'DELETE' })
`

const made: string[] = []
let root = ''

/** A program with one legacy call in a directory of its own, made anew for each test of the file that asks for it. */
export const newProgramEach = (): void => {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'beside-'))
    made.push(root)
    put('src/api.ts', CLIENT)
  })
  afterAll(() => {
    for (const path of made) rmSync(path, { recursive: true, force: true })
  })
}

/** A path of the program's, absolute. */
export const within = (name: string): string => join(root, name)

/** Writes a file of the program. */
export const put = (name: string, text: string): void => {
  const path = within(name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs the codemod over the program, or a part of it. */
export const codemod = (path = root): ReturnType<typeof runCodemod> => runCodemod({ paths: [path], root })

/** What it lists to be changed as well. */
export const run = async (path?: string): Promise<Note[]> =>
  (await codemod(path)).notes.filter(({ class: is }) => is === 'follow-up')

/** The same in a line each. */
export const said = async (path?: string): Promise<string[]> =>
  (await run(path)).map(({ file, line, rule, why }) => `${file}:${line} ${rule} ${why}`)
