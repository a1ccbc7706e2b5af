import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Command } from './command.ts'

/** A mistake of the caller: said in one line, with where the options stand; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What a failure says of itself. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Reads options and what stands between them.
 * @throws {UsageError} where they are not those of the command
 */
export const parseOptions = <const T extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: T,
  allowPositionals: boolean,
) => {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals })
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** One of the words that an option takes. @param flag without its dashes @throws {UsageError} */
export const oneOf = <T extends string>(flag: string, text: string, allowed: readonly T[]): T => {
  const found = allowed.find((one) => one === text)
  if (found === undefined)
    throw new UsageError(`--${flag} must be one of ${allowed.join(', ')}, not "${text}"`)
  return found
}

/** Tells of a mistake last on the terminal, where it is seen. @returns the exit code, 2 */
export const sayUsage = (name: string, message: string): number => {
  console.error(`upshift ${name}: ${message}\nupshift ${name} --help shows the options.`)
  return 2
}

/** Says a usage error; anything else is ours and is thrown on. */
export const usageGuard =
  (name: string, command: Command): Command =>
  async (argv) => {
    try {
      return await command(argv)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return sayUsage(name, error.message)
    }
  }
