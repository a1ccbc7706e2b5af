import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { mayReadLost } from '../../rewrite/answer/lost/lost-names.ts'
import { placedAt } from '../../sites/served/placed.ts'
import { readCode } from '../pages/read-code.ts'
import { gate } from '../tree/gate.ts'
import { escaped } from '../tree/holding.ts'
import { few } from './few.ts'
import { namesOf, type Survey } from './imports.ts'

/** What tells a server a path: `app.get('/api/pods', …)`, `app.use('/api', router)`, `url: '/api/pods'`, `=== '/api/pods'`. */
const SAYS_PATH =
  /(?:\.(?:get|post|put|patch|delete|all|route|use|register)\(\s*|\b(?:url|path)\s*:\s*|===?\s*|\bcase\s+|[{,]\s*)['"`](\/[\w./-]+)/g

/** What a file exports that is a route for where it lies. */
const SERVES = /\bexport\b[^;]*\b(GET|POST|PUT|PATCH|DELETE|default|handler|loader|onRequest\w*)\b/

const MOST_HANDS = 2

/**
 * Files that ask for what the program itself serves (`fetch('/api/instances')`) and say nothing of the service, with those that
 * use what they give: where one of them may read what v2 does not say.
 * @param read the program's files that were read
 * @param unread files that were not
 */
export const askersElsewhere = (
  read: readonly ts.SourceFile[],
  unread: readonly string[],
  { importing }: Pick<Survey, 'importing'>,
): readonly string[] => {
  const known = new Set(read.map(({ fileName }) => fileName))
  const mounting = importing(new Set(read.filter(isRouter).flatMap(({ fileName }) => [...namesOf(fileName)])))
    .filter((path) => !known.has(path) && MOUNTS.test(readCode(path) ?? ''))
    .map((path) => ({ fileName: path, text: readCode(path) ?? '' }))
  const paths = [...new Set([...read, ...mounting].flatMap(pathsServed))]
  const isSaid = saying(paths)
  const asking = few(gate(unread, paths).strong.filter((path) => isSaid(readCode(path) ?? '')))
  const leading = read.filter(({ text }) => isSaid(text) || SHARES.test(text))
  const leads = leadsToLost(importing)
  const found = [...asking, ...leading.map(({ fileName }) => fileName)].flatMap((path) => leads(path, 0))
  const all = new Set([...mounting.map(({ fileName }) => fileName), ...found])
  return few([...all].filter((path) => !known.has(path)))
}

/** A file with those that use what it gives, as far as they lead to one that may read what v2 does not say. */
const leadsToLost = (importing: Survey['importing']) => {
  const mayRead = mayReadLost()
  const known = new Map<string, boolean>()
  const readsLost = (path: string): boolean => kept(known, path, () => mayRead(readCode(path) ?? ''))
  const leads = (path: string, depth: number): readonly string[] => {
    const users = depth < MOST_HANDS ? importing(namesOf(path)) : []
    const further = users.flatMap((user) => (user === path ? [] : leads(user, depth + 1)))
    return further.length > 0 || readsLost(path) ? [path, ...further] : []
  }
  return leads
}

/** Whether a text says one of some words in quotes, behind others or not, to its end or to what goes on behind it. */
const saying = (words: readonly string[]): ((text: string) => boolean) => {
  if (words.length === 0) return () => false
  const said = words.map(escaped).join('|')
  const pattern = new RegExp(`['"\`][^'"\`\\s]*(?:${said})(?=['"\`?/#$])`, 'g')
  return (text) => [...text.matchAll(pattern)].some(({ index }) => isSaidToAsk(text, index))
}

/** Not the name of a module, nor said in a comment or in a sentence. */
const isSaidToAsk = (text: string, at: number): boolean => {
  const before = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return !/^\s*(\*|\/[*/])|\b(require|import)\(\s*$|\b(?!(return|case|await|yield|else)\s)\w+\s+$|\bfrom$/.test(
    before,
  )
}

type File = Pick<ts.SourceFile, 'fileName' | 'text'>

/** `router.get('/:id', …)`: below which path, the file says that mounts it. */
const isRouter = ({ text }: File): boolean => /\.(get|post|all|route)\(\s*['"`]/.test(text)

/** What a file keeps for those who import it, and need not say by which function that comes. */
const SHARES =
  /\b(createContext|createStore|defineStore|createSlice|\w*[aA]tom|writable|signal|shallowRef|ref|\w+Subject|makeAutoObservable|makeObservable)\b\s*[(<]|['"]zustand['"]/

/** `app.use('/api', router)` */
const MOUNTS = /\.(use|route|register|mount)\(/

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
