import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/**
 * Compiles source files and what they import, so that a test can run them in a process of its own and kill that.
 * @param sources paths from the project's root, e.g. `src/sandbox/clock.ts`
 * @returns a new directory that mirrors the project (`<directory>/src/sandbox/clock.js`); the caller removes it
 */
export const compile = (...sources: string[]): string => {
  const directory = mkdtempSync(join(tmpdir(), 'compiled-'))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      rootDir: root,
      outDir: directory,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: sources.map((source) => join(root, source)),
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(process.execPath, [compiler, '-p', directory], { stdio: 'inherit' })
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction')
  return directory
}
