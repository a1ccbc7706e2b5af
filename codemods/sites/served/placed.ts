import { type Words, wordsServed } from './path.ts'

/** A path that a file serves, and the one method that its name says. */
export interface Placed {
  readonly words: Words
  readonly method: string | undefined
}

/** Directories below which a file's place is the path that it serves. */
const ROOTS = /^(app|pages|server|routes|functions)$/

/** What a file serves for where it lies: `app/api/pods/[id]/route.ts`, `pages/api/pods.ts`, `server/api/pods.get.ts`. */
export const placedAt = (fileName: string): Placed | undefined => {
  const parts = fileName.replace(/\.[cm]?[jt]sx?$/, '').split('/')
  const last = parts.pop() ?? ''
  const root = parts.findLastIndex((part) => ROOTS.test(part))
  const from = root < 0 ? parts.lastIndexOf('api') : root + 1
  if (from < 0) return undefined
  const below = parts.slice(from).filter((part) => !/^(\(.*\)|@.*)$/.test(part))
  const [stem = '', method] = last.split(/\.(?=(?:get|post|put|patch|delete)$)/)
  // Remix says the directories of a route by dots: `routes/api.pods.$id.ts`
  const own = /^(route|\+server|index)$/.test(stem) ? [] : stem.split('.')
  const words = [...below, ...own].flatMap(wordsServed)
  const isRoute = /^(route|\+server)$/.test(stem) || words[0] === 'api' || parts[root] === 'routes'
  return isRoute && words.length > 0 ? { words, method: method?.toUpperCase() } : undefined
}
