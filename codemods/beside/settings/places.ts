import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isSource, repositoryOf } from '../../project/tree/discover.ts'
import { walk } from '../../project/tree/walk.ts'

/** Directories next to or above the code that say how it is built and deployed. */
const DEPLOYING = new Set([
  '.circleci',
  '.github',
  '.gitlab',
  'bin',
  'charts',
  'config',
  'deploy',
  'deployment',
  'docker',
  'docs',
  'helm',
  'infra',
  'infrastructure',
  'k8s',
  'kubernetes',
  'ops',
  'scripts',
  'terraform',
])

const SETTINGS =
  /\.(ya?ml|json[c5]?|toml|ini|conf|cfg|properties|tf|tfvars|hcl|xml|html?|service|http|rest|sh|bash|zsh|fish|ps1|bat|cmd|mdx?|rst|txt|adoc|env|har|snap)$/i
const NAMED =
  /^(Dockerfile|Containerfile|Makefile|GNUmakefile|Caddyfile|Procfile|Jenkinsfile|Justfile|_headers|_redirects)/i
const ENVIRONMENT = /^(\.env(\.|$|rc$)|\.dev\.vars|env\.(example|sample|template|dist))|\.env$/i
const LOCKED = /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|composer\.lock)$/

/** Whether a file holds environment variables, a line each. */
export const isEnvironmentFile = (path: string): boolean => ENVIRONMENT.test(basename(path))

const isSettings = (path: string): boolean => {
  const name = basename(path)
  if (isSource(name) || LOCKED.test(name)) return false
  return SETTINGS.test(name) || NAMED.test(name) || isEnvironmentFile(path)
}

/**
 * Files that are not JavaScript or TypeScript and may name what the code calls: all below the paths given and, up to
 * the repository's root, those that lie in the directories above or in the directories there that deploy it.
 */
export const settingsBeside = (paths: readonly string[]): string[] => {
  const found = new Set<string>()
  for (const path of paths) collect(path, found)
  for (const directory of directoriesAbove(paths)) {
    for (const { name, file } of entriesOf(directory)) {
      const path = join(directory, name)
      if (file && isSettings(path)) found.add(path)
      else if (!file && DEPLOYING.has(name)) collect(path, found)
    }
  }
  return [...found].sort()
}

/** Environment files count where git ignores them, too: what runs is told by them. */
const collect = (path: string, found: Set<string>): void => {
  const skipped = walk([path], ({ absolute }) => void (isSettings(absolute) && found.add(absolute)), {
    cwd: '/',
  })
  for (const one of skipped)
    if (one.why === 'GIT_IGNORED' && isEnvironmentFile(one.path)) found.add(resolve('/', one.path))
}

/** The directories above some paths, up to the root of their repository. */
export const directoriesAbove = (paths: readonly string[]): Set<string> => {
  const found = new Set<string>()
  for (const path of paths) {
    const top = repositoryOf(path)
    if (!top) continue
    for (let at = path; at !== top && at !== dirname(at); at = dirname(at)) found.add(dirname(at))
  }
  return found
}

const entriesOf = (directory: string): { name: string; file: boolean }[] => {
  try {
    return readdirSync(directory, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      file: entry.isFile(),
    }))
  } catch {
    return []
  }
}
