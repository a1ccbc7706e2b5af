import type { Route } from '../../mappings/dsl/route.ts'
import { restCalls } from '../../mappings/graphql/calls.ts'

/** More names than these, equally near, are no guess. */
const MOST = 3

/** Names that are guessed, where they are few enough to guess by. */
export const fewOf = <T>(found: readonly T[]): readonly T[] => (found.length > MOST ? [] : found)

const wordsOf = (name: string): string[] =>
  name
    .split(/(?=[A-Z])|[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

/** What the old API calls what others call so: it saves what is made or changed, deploys and ends pods. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  add: ['save', 'create'],
  create: ['save', 'deploy'],
  delete: ['terminate'],
  remove: ['delete', 'terminate'],
  start: ['resume'],
  update: ['save', 'edit'],
}

/** The names that share most words with one that nobody has; none where they share little of it. */
export const nearestNames = (name: string, known: readonly string[]): readonly string[] => {
  const own = wordsOf(name)
  const shared = (other: string): number => {
    const words = wordsOf(other)
    return own.filter((word) => [word, ...(ALSO[word] ?? [])].some((one) => words.includes(one))).length
  }
  const best = Math.max(0, ...known.map(shared))
  if (best === 0 || (own.length > 2 && best * 2 <= own.length)) return []
  return fewOf(known.filter((one) => one !== name && shared(one) === best))
}

/** A path in one spelling: without hyphens, capitals, the names of its parameters, and of one or of several. */
const plain = (path: string): string[] =>
  path
    .toLowerCase()
    .replace(/\{[^}]*\}/g, '{}')
    .split('/')
    .map((part) => part.replace(/[-_]/g, '').replace(/s$/, ''))
    .filter((part) => part !== '' && part !== 'v1')

/** What the old API said as a method, or in another word: `POST /pods/{podId}/terminate`, `…/resume`. */
const SAID_AS: Readonly<Record<string, string>> = {
  delete: 'DELETE',
  destroy: 'DELETE',
  remove: 'DELETE',
  resume: 'start',
  terminate: 'DELETE',
}

const isSaidAs = (own: readonly string[], { old }: Route): boolean => {
  const as = SAID_AS[own.at(-1) ?? '']
  const before = own.slice(0, -1)
  const parts = plain(old.path).join('/')
  return as === old.method
    ? parts === before.join('/')
    : as !== undefined && parts === [...before, as].join('/')
}

/**
 * Operations that REST v1 had where it never had one: at the same path, else beside it; or the call of v2 for what GraphQL
 * called as the path does (`/gputypes`).
 */
export const nearestRoutes = (method: string, path: string, routes: readonly Route[]): readonly string[] => {
  const own = plain(path)
  const same = routes.filter(({ old }) => plain(old.path).join('/') === own.join('/'))
  const alike = same.filter(({ old }) => old.method === method)
  const beside = routes.filter(({ old }) => {
    const parts = plain(old.path)
    return own.length > 1 && parts.slice(0, own.length - 1).join('/') === own.slice(0, -1).join('/')
  })
  const other = routes.filter((one) => isSaidAs(own, one))
  const [found = []] = [alike, same, other, beside].filter((some) => some.length > 0)
  return found.length > 0
    ? fewOf(found).map(({ old }) => `${old.method} ${old.path}`)
    : calledInGraphql(method, own)
}

const calledInGraphql = (asked: string, path: readonly string[]): string[] =>
  Object.entries(restCalls).flatMap(([name, call]) =>
    call.method === asked && plain(name).join('/') === path.join('/') ? [`${asked} ${call.path}`] : [],
  )

/** Names that the old API never had, and what may have been meant by them. */
export interface Meant {
  readonly names: string
  readonly nearest: readonly string[]
}

/** What to do about something that the old API never had. */
export const meantBy = (nearest: readonly string[]): string =>
  nearest.length === 0
    ? 'look up in the v2 reference what was meant'
    : `see whether ${nearest.join(' or ')} was meant, and say that, or look it up in the v2 reference`
