import { dirname, join } from 'node:path'
import { parsed } from '../../../mappings/dsl/json.ts'
import { isFile, membersOf, readText } from '../tree/look.ts'
import { above, configAt } from './alias.ts'
import { isBundled, packageType } from './module-kind.ts'

const DENO = ['deno.json', 'deno.jsonc']

/**
 * How a TypeScript file's relative imports must end for what runs it, as far as its package says: `.ts` for Deno and for
 * Node where it runs the sources, `.js` for Node where it runs what the compiler made of ES modules, else nothing.
 */
export const endingToRun = (path: string): '.ts' | '.js' | '' => {
  const [nearest] = above(dirname(path)).filter((one) =>
    [...DENO, 'tsconfig.json'].some((name) => isFile(join(one, name))),
  )
  if (nearest !== undefined && DENO.some((name) => isFile(join(nearest, name)))) return '.ts'
  const scripts = scriptsOf(dirname(path))
  if (scripts.some(runsSources) || (nearest !== undefined && rewritesEndings(join(nearest, 'tsconfig.json'))))
    return '.ts'
  return packageType(dirname(path)) === 'module' && !isBundled(path) && runsWhatCompiles(scripts) ? '.js' : ''
}

const rewritesEndings = (config: string): boolean =>
  configAt(config).options.rewriteRelativeImportExtensions === true

/** `node --watch src/main.ts`, and not by way of something that finds files itself. */
const runsSources = (script: string): boolean =>
  script
    .split(/[&|;]+/)
    .some(
      (one) =>
        /^\s*(\w+=\S* +)*node\s(.*\s)?[\w./@-]+\.m?ts\b/.test(one) &&
        !/tsx|ts-node|swc|esbuild|jiti|--loader|register/.test(one),
    )

const runsWhatCompiles = (scripts: readonly string[]): boolean =>
  scripts.some((one) => /\btsc\b(?!.*--noEmit)/.test(one)) &&
  scripts.some((one) => /\bnode\s([^&|;]*\s)?(\.\/)?(dist|build|lib|out)\//.test(one))

/** The commands that the nearest package gives names. */
const scriptsOf = (directory: string): string[] => {
  const [text] = above(directory).flatMap((one) => readText(join(one, 'package.json')) ?? [])
  const { scripts } = membersOf(parsed(text ?? ''))
  return Object.values(membersOf(scripts)).filter((one) => typeof one === 'string')
}
