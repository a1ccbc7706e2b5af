import { chmodSync, existsSync, realpathSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes a file so that no reader, and no interrupt, ever meets half of it: beside it first, then into its place. */
export const writeWhole = (path: string, text: string): void => {
  const target = existsSync(path) ? realpathSync(path) : path
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.upshift`)
  try {
    writeFileSync(beside, text)
    if (existsSync(target)) chmodSync(beside, statSync(target).mode)
    renameSync(beside, target)
  } catch (error) {
    if (existsSync(beside)) unlinkSync(beside)
    throw error
  }
}
