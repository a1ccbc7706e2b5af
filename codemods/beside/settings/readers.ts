import { basename, dirname, extname, relative } from 'node:path'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { gate } from '../../project/tree/gate.ts'
import { readText } from '../../project/tree/look.ts'

/** What the environment is asked by: `API_URL`. */
const VARIABLE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/

/** Where what is said beside a name ends: at a line that does not go on with it. */
const END = /\n(?!\s*[.?|:)\]'"`])/

const { v1, v2 } = hostProfiles.runpod.is
const ADDRESS = new RegExp([v1, v2].map((one) => new URL(one).host.replace(/\./g, '\\.')).join('|'))

/** `?? DEFAULT_URL`, `|| …`, and the second of what a function is asked with (not the next member of an object). */
const FALLBACK = /^['"\])!]*\s*(\?\?|\|\|)|^['"]\s*,/

/**
 * Finds the first place at which code reads a setting that alone says where its calls go: nowhere does an address stand
 * beside it, so that no call could be followed to the old API. Undefined where one does, or where nobody reads it.
 */
export const readerAlone =
  (sources: readonly string[], root: string): ((key: string) => string | undefined) =>
  (key) => {
    const isVariable = VARIABLE.test(key)
    const name = isVariable ? key : nameIn(key)
    if (name === undefined) return undefined
    const named = gate(sources, [name])
      .strong.flatMap((path) => placesIn(path, name, isVariable ? ASKED : GOT))
      .filter(({ isRead }) => isVariable || isRead)
    const first = named.find(({ isRead }) => isRead)
    const fallback = isVariable ? FALLBACK : GIVEN
    return first && !named.some(({ behind }) => fallback.test(behind) || ADDRESS.test(behind))
      ? `${relative(root, first.path)}:${first.line}`
      : undefined
  }

/**
 * Finds the first place at which code reads a file of settings by its name (`import config from './config.json'`,
 * `readFileSync('settings.yaml')`), or, where it lies in `config`, by the package that reads what lies there.
 */
export const readerOfFile = (sources: readonly string[], root: string, path: string): string | undefined => {
  const name = basename(path)
  const stem = name.slice(0, name.length - extname(name).length)
  const named = literally(name)
  const asked = extname(path) === '.json' ? `${named}|\\.{1,2}/(?:.*/)?${literally(stem)}` : named
  const isOfPackage = basename(dirname(path)) === 'config'
  const reads = new RegExp(
    isOfPackage ? `${LOADS}['"]config['"]|(?<![\\w.-])(?:${asked})['"\`]` : `(?<![\\w.-])(?:${asked})['"\`]`,
  )
  for (const source of gate(sources, isOfPackage ? [stem, 'config'] : [stem]).strong) {
    const text = readText(source) ?? ''
    const at = text.search(reads)
    // Where the code says an address beside it, its calls were followed to that
    if (at >= 0 && !ADDRESS.test(text))
      return `${relative(root, source)}:${text.slice(0, at).split('\n').length}`
  }
  return undefined
}

const LOADS = String.raw`(?:from|require\(|import\()\s*`

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What code gets a setting by: `base-url`, `apiUrl` of `pods.apiUrl`. A plain word may be asked for anywhere. */
const nameIn = (key: string): string | undefined => {
  const name = key.split('.').at(-1) ?? key
  return /[-_A-Z]/.test(name) || name !== key ? name : undefined
}

/** Before a variable: `env.API_URL`, `env['API_URL']`, `env.get('API_URL')`. */
const ASKED = /\.$|[[(]['"]$/

/** Before the name of another setting: `getInput('base-url')`, `settings.get<string>('apiUrl')`. */
const GOT = /\bget\w*\s*(<[\w\s|]*>)?\(\s*['"`]$/

/** Behind such a name: what is given where it is not set, or stands in for it. */
const GIVEN = /^['"`]\s*(,|\)\s*!?\s*(\?\?|\|\|))/

interface Place {
  readonly path: string
  readonly line: number
  /** Whether it is asked for there (`env.API_URL`, `env.get('API_URL')`), and not set, typed or told of. */
  readonly isRead: boolean
  readonly behind: string
}

const placesIn = (path: string, key: string, asked: RegExp): Place[] => {
  const text = readText(path) ?? ''
  return [...text.matchAll(new RegExp(`(?<![\\w-])${key}(?![\\w-])`, 'g'))].map(({ index }) => {
    const [behind = ''] = text.slice(index + key.length).split(END, 1)
    const before = text.slice(Math.max(0, index - 60), index)
    return {
      path,
      line: text.slice(0, index).split('\n').length,
      isRead: asked.test(before) && !/^['"\]]*\s*=[^=]/.test(behind),
      behind,
    }
  })
}
