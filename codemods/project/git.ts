import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { repositoryOf } from './discover.ts'

/** Files among those given that hold changes nobody has committed; empty outside a repository. */
export const uncommitted = (directory: string, paths: readonly string[]): string[] => {
  const top = repositoryOf(directory)
  if (!top || paths.length === 0) return []
  const listed = execFileSync('git', ['-C', top, 'status', '--porcelain=v1', '-z', '--untracked-files=all'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26, // bytes
  })
  const dirty = new Set(listed.split('\0').map((line) => line.slice(3)))
  return paths.filter((path) => dirty.has(relative(top, path)))
}
