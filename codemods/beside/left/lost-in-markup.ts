import { relative } from 'node:path'
import { lineTable } from '../../audit/text/lines.ts'
import type { Note } from '../../project/note.ts'
import { aliasFrom } from '../../project/packages/alias.ts'
import { isPageBeside } from '../../project/pages/page-beside.ts'
import { scriptsOf } from '../../project/parse/embedded.ts'
import { resolveImport } from '../../project/parse/resolve-import.ts'
import { chainFrom } from '../../project/sight/chain.ts'
import { specifiersIn, survey } from '../../project/sight/imports.ts'
import { readText } from '../../project/tree/look.ts'
import type { MemberLost } from '../../rewrite/answer/lost/lost-reads.ts'

/** What markup is looked through with. */
export interface MarkupOptions {
  readonly root: string
  /** The files of code. */
  readonly sources: readonly string[]
  readonly components: readonly string[]
  /** Files where an answer that moved is parsed, or asked for. */
  readonly answering: ReadonlySet<string>
  /** What v2 does not say of it. */
  readonly lost: readonly MemberLost[]
}

/**
 * Markup that names what v2 does not say, in components that have something of a call which moved, or are given it by such
 * a component or a loader: what it does with a value nobody follows.
 */
export const lostInMarkup = ({ root, sources, components, answering, lost }: MarkupOptions): Note[] => {
  if (lost.length === 0 || components.length === 0) return []
  const names = new RegExp(
    `[\\w\\])]\\??\\.(${[...new Set(lost.map(({ name }) => name))].join('|')})\\b`,
    'g',
  )
  const saying = components.filter((path) => markupOf(path).search(names) >= 0)
  if (saying.length === 0) return []
  const alias = aliasFrom()
  const chain = chainFrom(answering, survey([...sources, ...components], [], alias))
  const loaded = saying.filter((page) => [...chain].some((path) => isPageBeside(path, page)))
  const having = [...components.filter((path) => chain.has(path)), ...loaded]
  const given = new Set([...loaded, ...having.flatMap((path) => withinOf(path, alias))])
  return saying
    .filter((path) => chain.has(path) || given.has(path))
    .flatMap((path) => notesIn(path, root, names, lost))
}

/** The components that a component puts into its markup, which are given what it has. */
const withinOf = (path: string, alias: ReturnType<typeof aliasFrom>): string[] =>
  [...specifiersIn(Buffer.from(readText(path) ?? ''))].flatMap(
    (specifier) => resolveImport(specifier, path, alias) ?? [],
  )

const notesIn = (path: string, root: string, names: RegExp, lost: readonly MemberLost[]): Note[] => {
  const text = markupOf(path)
  const lines = lineTable(text)
  return [...text.matchAll(names)].flatMap(({ index, 0: all, 1: name = '' }): Note[] => {
    const found = lost.find((one) => one.name === name)
    if (!found) return []
    return [
      {
        rule: found.rule,
        file: relative(root, path),
        ...lines.at(index + all.length - name.length),
        class: 'follow-up',
        fix: `do without ${name}, where it is read of an answer`,
        confidence: 'medium',
        why: `${name} is read here in markup, which is not followed: ${found.why}`,
      },
    ]
  })
}

/** A component without its scripts, its styles and what is commented out: every line and column is where it was. */
const markupOf = (path: string): string => {
  const text = readText(path) ?? ''
  const code = scriptsOf(path, text)
  return text
    .replace(/\S/g, (letter, at: number) => (code[at]?.trim() ? ' ' : letter))
    .replace(/<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>/gi, (all) => all.replace(/\S/g, ' '))
}
