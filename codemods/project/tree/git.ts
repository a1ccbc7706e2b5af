import { execFileSync } from 'node:child_process'
import { dirname, join, relative, sep } from 'node:path'
import { repositoryOf } from './discover.ts'

/**
 * A file's path as git writes it: from the root of the repository that holds the file, wherever the command was
 * started; from `otherwise` outside of one.
 */
export const pathInRepository = (path: string, otherwise: string): string =>
  relative(repositoryOf(dirname(path)) ?? otherwise, path).replaceAll(sep, '/')

/**
 * What in the repositories of these files nobody has committed: every changed file, so that what a rewrite did can be
 * seen and taken back alone, and those of the given files that git does not know. Empty outside a repository.
 */
export const uncommitted = (paths: readonly string[]): string[] => {
  const tops = new Set(paths.flatMap((path) => repositoryOf(dirname(path)) ?? []))
  return [...tops].flatMap((top) =>
    statusOf(top)
      .filter(({ state, path }) => state !== UNTRACKED || paths.includes(path))
      .map(({ path }) => path),
  )
}

const UNTRACKED = '??'

const statusOf = (top: string): readonly { readonly state: string; readonly path: string }[] => {
  const listed = execFileSync(
    'git',
    ['-C', top, 'status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 26, // bytes
    },
  )
  return listed
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => ({ state: line.slice(0, 2), path: join(top, line.slice(3)) }))
}
