import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readText } from './look.ts'

/** A file as it is to be. */
export interface Written {
  readonly path: string
  /** What was read of it; undefined for a file that is not there. */
  readonly before: string | undefined
  readonly after: string
}

interface Staged extends Written {
  readonly target: string
  readonly beside: string
}

const stage = (file: Written): Staged => {
  const { path, before, after } = file
  if (readText(path) !== before) throw new Error(`${path} changed since it was read`)
  const target = existsSync(path) ? realpathSync(path) : path
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.upshift`)
  try {
    writeFileSync(beside, after)
    if (existsSync(target)) chmodSync(beside, statSync(target).mode)
    return { ...file, target, beside }
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

const takeBack = ({ target, before }: Staged): void => {
  if (before === undefined) rmSync(target, { force: true })
  else writeFileSync(target, before)
}

/**
 * Writes files so that no reader, and no interrupt, ever meets half of one: all of them beside their places first, and
 * into them only when each could be written.
 * @throws what the file system says, or that somebody else changed a file; every file is then as it was
 */
export const writeAll = (files: readonly Written[]): void => {
  const staged: Staged[] = []
  const done: Staged[] = []
  try {
    for (const file of files) staged.push(stage(file))
    for (const one of staged) {
      renameSync(one.beside, one.target)
      done.push(one)
    }
  } catch (error) {
    for (const { beside } of staged) rmSync(beside, { force: true })
    for (const one of done) takeBack(one)
    throw error
  }
}
