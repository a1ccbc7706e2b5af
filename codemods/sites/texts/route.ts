import { kept } from '../../../mappings/dsl/once.ts'
import type { Route } from '../../../mappings/dsl/route.ts'

/** What stands between the slashes of a path. */
export const segmentsOf = (path: string): string[] => path.replace(/^\//, '').split('/')

/** The words of a path template after its version segment; undefined for its parameters. */
export const wordsOf = (path: string): readonly (string | undefined)[] =>
  kept(known, path, () =>
    segmentsOf(path)
      .slice(1)
      .map((word) => (word.startsWith('{') ? undefined : word)),
  )

/** There are some seventy templates, and each call is held against all of them. */
const known = new Map<string, readonly (string | undefined)[]>()

/** Whether a path has the words of a template. */
export const fits = (words: readonly (string | undefined)[], segments: readonly string[]): boolean =>
  words.length === segments.length &&
  words.every((word, index) => {
    const segment = segments[index] ?? ''
    return word === undefined ? segment !== '' : segment === word
  })

/**
 * The route of a method and a path below `/v1` (`\0` marks what is not known).
 * @returns undefined where the old API had no such operation
 */
export const matchRoute = (routes: readonly Route[], method: string, path: string): Route | undefined => {
  const segments = segmentsOf(path.replace(/\/$/, ''))
  return routes.find(({ old }) => old.method === method && fits(wordsOf(old.path), segments))
}

/** The routes of a path that says v2's words already, below whatever version. */
export const newRoutes = (routes: readonly Route[], method: string, path: string): Route[] => {
  const segments = segmentsOf(path.replace(/\/$/, ''))
  return routes.filter(
    ({ old, v2, gone }) =>
      !gone && v2.method === method && fits(wordsOf(v2.path), segments) && !fits(wordsOf(old.path), segments),
  )
}

/** Whether a path may turn out to be an operation once its unknown parts (`\0`) are known. */
export const couldMatch = (routes: readonly Route[], method: string, path: string): boolean => {
  const segments = segmentsOf(path.replace(/\/$/, ''))
  if (!segments.some((one) => one.includes('\0'))) return false
  return routes.some(({ old }) => {
    const words = wordsOf(old.path)
    return (
      old.method === method &&
      words.length === segments.length &&
      words.every((word, index) => word === undefined || word === segments[index] || segments[index] === '\0')
    )
  })
}

/** Whether some operation's path begins with this word: `pods`, `networkvolumes`, … */
export const isResource = (routes: readonly Route[], word: string): boolean =>
  routes.some(({ old }) => wordsOf(old.path)[0] === word)

/** Whether what follows the beginning of a path is a word wherever the old API has such a path: `/billing/`, and no id. */
export const isWordBehind = (routes: readonly Route[], beginning: string): boolean => {
  const begun = segmentsOf(beginning.replace(/\/$/, ''))
  const next = routes
    .map(({ old }) => wordsOf(old.path))
    .filter((words) => words.length > begun.length && begun.every((word, index) => word === words[index]))
    .map((words) => words[begun.length])
  return next.length > 0 && next.every((word) => word !== undefined)
}

/** The methods the old API had on a path. */
export const methodsOn = (routes: readonly Route[], path: string): string[] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => matchRoute(routes, method, path))
