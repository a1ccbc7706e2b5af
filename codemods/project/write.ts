import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A file as it is to be. */
export interface Written {
  readonly path: string
  readonly after: string
}

interface Staged {
  readonly target: string
  readonly beside: string
}

const stage = ({ path, after }: Written): Staged => {
  const target = existsSync(path) ? realpathSync(path) : path
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.upshift`)
  try {
    writeFileSync(beside, after)
    if (existsSync(target)) chmodSync(beside, statSync(target).mode)
    return { target, beside }
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/**
 * Writes files so that no reader, and no interrupt, ever meets half of one: all of them beside their places first, and
 * into them only when each could be written.
 * @throws what the file system says; as long as no renaming fails, every file is then as it was
 */
export const writeAll = (files: readonly Written[]): void => {
  const staged: Staged[] = []
  try {
    for (const file of files) staged.push(stage(file))
    for (const { target, beside } of staged) renameSync(beside, target)
  } catch (error) {
    for (const { beside } of staged) rmSync(beside, { force: true })
    throw error
  }
}
