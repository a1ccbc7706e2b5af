/** A command: pure of argv but for what it is handed, and its exit code (0 done, 1 findings left, 2 usage). */
export type Command = (argv: readonly string[]) => Promise<number>

/** Each command is loaded only when it is asked for: ts-morph must not cost `upshift --help` its start-up. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  mapping: async () => (await import('./mapping.ts')).mappingCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand,
  codemod: async () => (await import('./codemod.ts')).codemod,
}

const USAGE = `upshift: keeps REST v1 and GraphQL programs working on REST v2, and moves them over.

Commands: ${Object.keys(COMMANDS).join(', ')}`

/** Runs one command line. @returns the exit code. */
export const run = async (argv: readonly string[]): Promise<number> => {
  const load = argv[0] === undefined ? undefined : COMMANDS[argv[0]]
  if (!load) {
    console.error(USAGE)
    return argv[0] === '--help' ? 0 : 2
  }
  return (await load())(argv.slice(1))
}
