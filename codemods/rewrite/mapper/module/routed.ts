import { dirname, join, sep } from 'node:path'
import { isFile } from '../../../project/tree/look.ts'

/** Directories in which a framework answers requests with every file, by the names that end their paths. */
const ROUTED = [
  ['pages'],
  ['netlify', 'functions'],
  ['app', 'routes'],
  ...['api', 'routes', 'middleware', 'plugins'].map((last) => ['server', last]),
]

/** Where a module may lie that is for a directory: beside the one that a framework makes routes of. */
export const outOfRoutes = (directory: string): string => {
  const parts = directory.split(sep)
  const at = parts.findIndex((_, index) => isRouted(parts.slice(0, index + 1)))
  return at < 0 ? directory : parts.slice(0, at).join(sep) || sep
}

const isRouted = (parts: readonly string[]): boolean =>
  ROUTED.some((names) => names.every((name, index) => parts.at(index - names.length) === name)) ||
  (parts.at(-1) === 'api' && isDeployed(parts.slice(0, -1).join(sep)))

/** `api` beside the package: every file in it is a function of its own there. */
const isDeployed = (directory: string): boolean =>
  ['package.json', 'vercel.json'].some((name) => isFile(join(directory, name))) &&
  dirname(directory) !== directory
