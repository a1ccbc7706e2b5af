import type { Command } from './command.ts'

/** A mistake of the caller: said in one line, with where the options stand; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Says a usage error last on the terminal, where it is seen; anything else is ours and is thrown on. */
export const usageGuard =
  (name: string, command: Command): Command =>
  async (argv) => {
    try {
      return await command(argv)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(`upshift ${name}: ${error.message}\nupshift ${name} --help shows the options.`)
      return 2
    }
  }
