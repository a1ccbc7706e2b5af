import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const MODULES = resolve(import.meta.dirname, '../../node_modules')

const tsconfig = (lib: readonly string[]) => ({
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    esModuleInterop: true,
    target: 'es2022',
    lib,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
  },
})

/** Packages that programs import, and that are not installed here. */
const STRANGERS = `declare module 'graphql-request' {
  export const gql: (parts: TemplateStringsArray, ...values: unknown[]) => string
  export const request: <T = unknown>(...given: unknown[]) => Promise<T>
  export class GraphQLClient {
    constructor(url: string, options?: unknown)
    request<T = unknown>(document: unknown, variables?: unknown): Promise<T>
    rawRequest<T = unknown>(document: unknown, variables?: unknown): Promise<{ data: T; status: number }>
  }
}
`

/** What a strict compiler says of many files at once, as `path(line,column): message`. */
export const typeErrors = (
  files: ReadonlyMap<string, string>,
  lib: readonly string[] = ['es2023'],
): string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'agreement-types-'))
  try {
    symlinkSync(MODULES, join(directory, 'node_modules'), 'junction')
    const all = new Map([
      ...files,
      ['strangers.d.ts', STRANGERS],
      ['tsconfig.json', JSON.stringify(tsconfig(lib))],
    ])
    for (const [path, text] of all) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    const compiler = join(MODULES, 'typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', directory, '--pretty', 'false'], {
      cwd: directory,
      encoding: 'utf8',
    })
    return stdout.split('\n').filter((line) => line.includes('error TS'))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
