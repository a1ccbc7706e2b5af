import { basename, sep } from 'node:path'

/** Generated code says so: by its name, its directory, or in its first lines. */
export const isGenerated = (path: string, text: string): boolean =>
  /(^|[./_-])(generated|__generated__)([./_-]|$)/.test(basename(path)) ||
  path.split(sep).some((part) => part === 'generated' || part === '__generated__') ||
  SAYS.test(headOf(text))

const SAYS =
  /@generated\b|DO NOT EDIT|auto(matically)?[- ]?generated|\b(file|class|code) (was |is )?generated (by|from|via|with|using)\b/i

/** Licenses and descriptions may stand before it. */
const headOf = (text: string): string => text.slice(0, Math.max(600, COMMENTS.exec(text)?.[0].length ?? 0))

const COMMENTS = /^(\s+|\/\/.*|\/\*[\s\S]{0,4000}?\*\/)*/
