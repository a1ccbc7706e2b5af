import type { Command } from './command.ts'

interface Entry {
  /** One line of `upshift --help`. */
  readonly does: string
  /** Loaded only when it is asked for: ts-morph must not cost `upshift --help` its start-up. */
  readonly load: () => Promise<Command>
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    does: 'answers REST v1 and GraphQL by REST v2; passes REST v2 and jobs through',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  sandbox: {
    does: 'a local REST v2, job queue and legacy GraphQL, with no account',
    load: async () => (await import('./sandbox.ts')).sandboxCommand,
  },
  codemod: {
    does: 'rewrites JavaScript and TypeScript to REST v2; says what it left and why',
    load: async () => (await import('./codemod.ts')).codemod,
  },
  audit: {
    does: 'finds legacy use in any language',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  explain: {
    does: 'shows the v2 request that one legacy request becomes; sends nothing',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  replay: {
    does: 'compares a record of calls with what is answered now; sends no write',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  mapping: {
    does: 'prints the reference: every path, field and operation, and what became of it',
    load: async () => (await import('./mapping.ts')).mappingCommand,
  },
}

const usage = (): string => {
  const lines = Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(9)}${does}`)
  return `upshift: keeps programs written for REST v1 and GraphQL working on REST v2, and moves them over.

Usage: upshift COMMAND [options]     (upshift COMMAND --help says more)

${lines.join('\n')}

  --version  prints the version

Exit: 0 done, nothing left; 1 findings or work left; 2 wrong usage or input.`
}

const printVersion = async (): Promise<number> => {
  const { version } = await import('./version.ts')
  console.log(version)
  return 0
}

/** Runs one command line. @returns the exit code. */
export const run = async (argv: readonly string[]): Promise<number> => {
  const [name = '', ...rest] = argv
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (entry) return (await entry.load())(rest)
  if (name === '--version' || name === '-v') return printVersion()
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(usage())
    return 0
  }
  console.error(
    name === '' ? usage() : `upshift: no command "${name.slice(0, 40)}"; upshift --help lists them`,
  )
  return 2
}
