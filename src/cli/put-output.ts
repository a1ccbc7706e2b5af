import { writeFileSync } from 'node:fs'
import { UsageError } from './usage.ts'

/**
 * Puts a report where `--output` says, on standard output where it says nothing.
 * @throws {UsageError} when the file cannot be written
 */
export const putOutput = (text: string, file: string | undefined, flag = '--output'): void => {
  if (file === undefined) {
    process.stdout.write(text)
    return
  }
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
