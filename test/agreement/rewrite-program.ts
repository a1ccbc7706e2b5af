import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Note } from '../../codemods/project/note.ts'
import { runCodemod } from '../../codemods/project/run.ts'

/** A program as the codemod leaves it. */
export interface Rewritten {
  readonly files: ReadonlyMap<string, string>
  readonly notes: readonly Note[]
  /** Paths that a second run would change again. */
  readonly again: readonly string[]
}

const writeAll = (directory: string, files: ReadonlyMap<string, string>): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
}

/** Runs the codemod over a copy of a program, and then over what it made of it. */
export const rewriteProgram = async (files: ReadonlyMap<string, string>): Promise<Rewritten> => {
  const directory = mkdtempSync(join(tmpdir(), 'agreement-'))
  const run = () => runCodemod({ paths: [directory], root: directory })
  try {
    writeAll(directory, files)
    const { changes, notes } = await run()
    const changed = new Map(changes.map(({ path, after }) => [relative(directory, path), after]))
    writeAll(directory, changed)
    const second = await run()
    return {
      files: new Map([...files, ...changed]),
      notes,
      again: second.changes.map(({ path }) => relative(directory, path)),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
