import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Libraries that programs here call with. Only some of them are dependencies: UPSHIFT_CLIENTS names a directory with all. */
const NAMES = [
  'axios',
  'got',
  'graphql-request',
  'ky',
  'node-fetch',
  'ofetch',
  'openapi-fetch',
  'superagent',
  'undici',
]

const folder = process.env.UPSHIFT_CLIENTS ?? process.cwd()
const { resolve } = createRequire(join(folder, 'package.json'))

const found = async (name: string): Promise<Record<string, unknown> | undefined> => {
  try {
    return (await import(pathToFileURL(resolve(name)).href)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A namespace as `require` gives it to code that was compiled from `import`. */
const required = (module: Record<string, unknown>): Record<string, unknown> => ({
  ...module,
  __esModule: true,
})

/** The libraries themselves, as far as they are installed. */
export const realClients = async (): Promise<ReadonlyMap<string, Record<string, unknown>>> => {
  const all = await Promise.all(NAMES.map(async (name) => [name, await found(name)] as const))
  return new Map(all.flatMap(([name, module]) => (module ? [[name, required(module)] as const] : [])))
}

/** The libraries that a program's files import. */
export const importedBy = (files: ReadonlyMap<string, string>): string[] =>
  NAMES.filter((name) =>
    [...files.values()].some((text) => new RegExp(`(from|require\\(|import\\() ?['"]${name}['"]`).test(text)),
  )
