import type { Command } from './command.ts'

/** A mistake of the caller: said in one line above the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Says a usage error and the usage; anything else is ours and is thrown on. */
export const usageGuard =
  (name: string, usage: string, command: Command): Command =>
  async (argv) => {
    try {
      return await command(argv)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(`upshift ${name}: ${error.message}\n\n${usage}`)
      return 2
    }
  }
