import type { ts } from 'ts-morph'
import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { placedAt } from '../../sites/served/placed.ts'
import { readCode } from '../pages/read-code.ts'
import { namesOf, type Survey, survey } from './imports.ts'

/** What tells a server a path: `app.get('/api/pods', …)`, `app.use('/api', router)`, `url: '/api/pods'`, `=== '/api/pods'`. */
const SAYS_PATH =
  /(?:\.(?:get|post|put|patch|delete|all|route|use|register)\(\s*|\b(?:url|path)\s*:\s*|===?\s*|\bcase\s+|[{,]\s*)['"`](\/[\w./-]+)/g

/** What a file exports that is a route for where it lies. */
const SERVES = /\bexport\b[^;]*\b(GET|POST|PUT|PATCH|DELETE|default|handler|loader|onRequest\w*)\b/

const MOST_HANDS = 2
const MOST_FILES = 200

/**
 * Files that ask for what the program itself serves (`fetch('/api/instances')`) and say nothing of the service, with those that
 * use what they give: where one of them may read what v2 does not say.
 * @param read the program's files that were read
 * @param rest files that may not have been
 */
export const askersElsewhere = (
  read: readonly ts.SourceFile[],
  rest: readonly string[],
  { importing }: Survey,
): readonly string[] => {
  const known = new Set(read.map(({ fileName }) => fileName))
  const mounting = importing(new Set(read.filter(isRouter).flatMap(({ fileName }) => [...namesOf(fileName)])))
    .filter((path) => !known.has(path) && MOUNTS.test(readCode(path) ?? ''))
    .map((path) => ({ fileName: path, text: readCode(path) ?? '' }))
  const paths = [...new Set([...read, ...mounting].flatMap(pathsServed))]
  const unread = rest.filter((path) => !known.has(path))
  const asking = paths.length > 0 ? survey(unread, paths).mentioning : []
  const readsLost = mayReadLost()
  const leads = (path: string, depth: number): readonly string[] => {
    const users = depth < MOST_HANDS ? importing(namesOf(path)) : []
    const further = users.flatMap((user) => (user === path ? [] : leads(user, depth + 1)))
    return further.length > 0 || readsLost(readCode(path) ?? '') ? [path, ...further] : []
  }
  const leading = read.filter((file) => says(file, paths) || SHARES.test(file.text))
  const found = [...asking, ...leading.map(({ fileName }) => fileName)]
  const all = [...mounting.map(({ fileName }) => fileName), ...found.flatMap((path) => leads(path, 0))]
  return [...new Set(all)].filter((path) => !known.has(path)).slice(0, MOST_FILES)
}

type File = Pick<ts.SourceFile, 'fileName' | 'text'>

/** `router.get('/:id', …)`: below which path, the file says that mounts it. */
const isRouter = ({ text }: File): boolean => /\.(get|post|all|route)\(\s*['"`]/.test(text)

/** What a file keeps for those who import it, and need not say by which function that comes. */
const SHARES = /\b(createContext|createStore|defineStore|createSlice)\b/

/** `app.use('/api', router)` */
const MOUNTS = /\.(use|route|register|mount)\(/

const SENDS = /\.emit\(|\.add\(\s*['"`{]|\w*[rR]outer\(\{/
const TAKES = [
  '.on(',
  '.once(',
  '.addListener(',
  '.process(',
  'new Worker(',
  '.useQuery(',
  '.useSuspenseQuery(',
  '.query(',
]

/** Files that take what the program sends under a name (`bus.emit('pod', pod)`, `queue.add('sweep', { pod })`), and may read of it what v2 does not say. */
export const takersElsewhere = (
  read: readonly ts.SourceFile[],
  rest: readonly string[],
): readonly string[] => {
  if (!read.some(({ text }) => SENDS.test(text))) return []
  const known = new Set(read.map(({ fileName }) => fileName))
  const readsLost = mayReadLost()
  return survey(
    rest.filter((path) => !known.has(path)),
    TAKES,
  )
    .mentioning.filter((path) => readsLost(readCode(path) ?? ''))
    .slice(0, MOST_FILES)
}

const says = ({ text }: File, paths: readonly string[]): boolean => paths.some((path) => text.includes(path))

const pathsServed = ({ fileName, text }: File): string[] => {
  const placed = SERVES.test(text) ? placedAt(fileName) : undefined
  const said = [...text.matchAll(SAYS_PATH)].map(([, path = '']) => path)
  const own = placed ? [`/${untilOpen(placed.words).join('/')}`] : []
  return [...own, ...said].map(lastWord).filter((word) => /\w{3}/.test(word))
}

/** What stands before may be a base that is said elsewhere: `/pods` of `/api/pods`. */
const lastWord = (path: string): string => /\/[^/]*$/.exec(path.replace(/\/+$/, ''))?.[0] ?? ''

const untilOpen = (words: readonly string[]): readonly string[] => {
  const at = words.findIndex((word) => word === '\0' || word === '*')
  return at < 0 ? words : words.slice(0, at)
}
