import { dirname, join, relative, resolve } from 'node:path'
import ignore from 'ignore'
import { readText, statOf } from './look.ts'

/** Owners of a path, as told from the directory the reader was made for. Empty where nobody is named. */
export type OwnersOf = (path: string) => readonly string[]

const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']

/** The nearest directory upwards that has a CODEOWNERS file, not past the repository's own. */
const find = (from: string): { readonly root: string; readonly text: string } | undefined => {
  for (let at = from; ; at = dirname(at)) {
    for (const place of PLACES) {
      const text = readText(join(at, place))
      if (text !== undefined) return { root: at, text }
    }
    if (statOf(join(at, '.git')) || dirname(at) === at) return undefined
  }
}

interface Line {
  readonly matches: (path: string) => boolean
  readonly owners: readonly string[]
}

/** `docs/*` owns what lies in docs, not below it: there CODEOWNERS and .gitignore differ. */
const matcher = (pattern: string): Line['matches'] => {
  const rules = ignore().add(pattern)
  if (!pattern.endsWith('/*')) return (path) => rules.ignores(path)
  const depth = pattern.replace(/^\//, '').split('/').length
  return (path) => path.split('/').length === depth && rules.ignores(path)
}

const parse = (text: string): readonly Line[] =>
  text.split(/\r?\n/).flatMap((raw): Line[] => {
    const line = raw.replace(/(^|\s)#.*$/, '').trim()
    // GitLab's sections (`[Documentation] @team`) group lines; their own lines name what they own.
    if (line === '' || /^\^?\[/.test(line)) return []
    const [pattern = '', ...owners] = line.split(/(?<!\\)\s+/)
    return [{ matches: matcher(pattern.replace(/\\ /g, ' ')), owners }]
  })

/** Reads the CODEOWNERS file that speaks for a directory. The last line that matches wins. */
export const codeOwners = (cwd: string): OwnersOf => {
  const found = find(resolve(cwd))
  if (!found) return () => []
  const lines = parse(found.text)
  return (path) => {
    const inside = relative(found.root, resolve(cwd, path)).split('\\').join('/')
    if (inside === '' || inside.startsWith('..')) return []
    return lines.findLast(({ matches }) => matches(inside))?.owners ?? []
  }
}
