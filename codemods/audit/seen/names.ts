import { leafOf } from '../../../mappings/dsl/paths.ts'
import type { Language } from '../text/language.ts'
import type { Stretch } from '../text/lex.ts'
import type { CompiledVocabulary, FieldFact, Weight } from '../words/vocabulary.ts'
import { fold } from '../words/word-gate.ts'
import { inHole, isData, isOwnWord, isParameter, isTag, type Use, useOf } from './name-use.ts'

/** A legacy field name in any naming style. */
export interface NameSite {
  readonly written: string
  readonly folded: string
  readonly rows: readonly FieldFact[]
  readonly weight: Weight
  readonly use: Use
  /** What the name is read off, where it is: `gpu` of `pod.gpu?.displayName`. */
  readonly owner?: string
  readonly quoted: boolean
  /** The wire's name beside a declaration of the program's own. */
  readonly tag: boolean
  /** Where it stands says which row is meant. */
  readonly settled?: boolean
  readonly start: number
  readonly end: number
}

const WORD = /[A-Za-z_$][\w$]*(?:-[A-Za-z]\w*)*/g

/** Letters of a token: no legacy name has more. */
const LONGEST = 40

/** What stands before the dot, or before the bracket of a quoted name. */
const ownerOf = (text: string, start: number): string | undefined =>
  /([A-Za-z_$][\w$]*)(?:\?\.|\.|->|["'`]?\]?\[["'`])$/.exec(text.slice(Math.max(0, start - 50), start))?.[1]

/** Whether a word in a string is no name of a field: prose, or code in a hole of the text. */
const isNoName = (content: string, match: RegExpExecArray, { bareWords }: Language): boolean =>
  (!bareWords && !isData(content, match.index, match[0].length)) ||
  inHole(content, match.index, match[0].length)

/** A word of the text as the name of a legacy field; undefined where it is the program's own. */
const siteOf = (
  text: string,
  kind: 'code' | 'string',
  span: Pick<NameSite, 'written' | 'folded' | 'rows' | 'weight' | 'start' | 'end'>,
  language: Language,
): NameSite | undefined => {
  const { start, end } = span
  if (isOwnWord(text, start, end, kind, language)) return undefined
  const use = useOf(text, start, end)
  if (kind === 'code' && use === 'name' && !language.bareWords) return undefined
  if (kind === 'code' && use === 'key' && isParameter(text, start)) return undefined
  const owner = use === 'read' ? ownerOf(text, start) : undefined
  return {
    ...span,
    use,
    ...(owner === undefined ? {} : { owner }),
    quoted: kind === 'string' || /["'`]$/.test(text.slice(start - 1, start)),
    tag: isTag(text, start),
  }
}

/**
 * The rows that a word may mean. JavaScript reads and writes the wire's own spelling: another style (`gpu_type`, a column
 * of the program's; `GPU_COUNT`; the type `GpuType`) is the program's name for something.
 */
const rowsNamed = (written: string, rows: readonly FieldFact[] | undefined, { name }: Language) => {
  if (name !== 'javascript') return rows
  const exact = rows?.filter(({ path }) => leafOf(path) === written) ?? []
  return exact.length > 0 ? exact : undefined
}

/** Every legacy field name outside comments. */
export const nameSites = (
  text: string,
  stretches: readonly Stretch[],
  vocabulary: CompiledVocabulary,
  language: Language,
): readonly NameSite[] =>
  stretches.flatMap(({ kind, start: from, end: to }) => {
    if (kind === 'comment') return []
    const content = text.slice(from, to)
    return [...content.matchAll(WORD)].flatMap((match) => {
      const written = match[0]
      if (written.length > LONGEST) return []
      const folded = fold(written)
      const rows = rowsNamed(written, vocabulary.fieldsByName.get(folded), language)
      if (!rows || (kind === 'string' && isNoName(content, match, language))) return []
      const start = from + match.index
      const span = {
        written,
        folded,
        rows,
        weight: vocabulary.weightOf(folded),
        start,
        end: start + written.length,
      }
      return siteOf(text, kind, span, language) ?? []
    })
  })

/** The call nearest to a name. */
export interface Near {
  readonly api?: 'v1' | 'graphql'
  readonly resource?: string
  readonly facet?: string
  /** The one old API that the file calls, where it calls one. */
  readonly only?: 'v1' | 'graphql'
  /** Signs between the two. */
  readonly distance?: number
}

/** How far from its call a parameter may stand. */
const PARAMETERS_WITHIN = 250

/** A row can only be meant where the name is used as its facet uses it. */
const isPossible = (row: FieldFact, site: NameSite, near: Near, kept: ReadonlySet<string>): boolean => {
  // What billing calls an id is anybody's word.
  if (row.resource.startsWith('billing') && !near.resource?.startsWith('billing')) return false
  // REST was sent GraphQL's fields at times, and never answered them.
  if (row.facet === 'read' && near.only !== undefined && row.api !== near.only) return false
  if (row.facet === 'query')
    return (
      site.use === 'query' ||
      (site.use === 'key' && near.facet === 'query' && (near.distance ?? 1e9) < PARAMETERS_WITHIN)
    )
  if (row.facet !== 'read') return true
  // A name that writes keep is no trace of reading; one that reads lose must be telling by itself.
  if (site.use === 'key' && kept.has(site.folded)) return false
  const enough = site.tag && near.only !== undefined ? 1 : 2
  return row.v2 !== '' || site.weight >= enough || isOwned(row, site)
}

/** `gpu.displayName`, read off `gpu`. */
const isOwned = ({ path }: FieldFact, { owner }: NameSite): boolean =>
  owner !== undefined && path.split('.').at(-2) === owner

/** Which of the rows that share a name is meant: the resource called nearby, then how the name is used. */
export const rowFor = (site: NameSite, near: Near, kept: ReadonlySet<string>): FieldFact | undefined => {
  if (site.settled) return site.rows[0]
  const wanted = site.use === 'read' ? 'read' : near.facet === 'query' ? 'create' : (near.facet ?? 'create')
  const score = (row: FieldFact): number =>
    (row.api === near.api ? 4 : 0) +
    (row.resource === near.resource ? 8 : 0) +
    (isOwned(row, site) ? 8 : 0) +
    (site.use === 'query' && row.facet === 'query' ? 16 : 0) +
    (row.facet === wanted || (row.facet === 'query' && near.facet === 'query') ? 2 : 0)
  return [...site.rows]
    .filter((row) => isPossible(row, site, near, kept))
    .sort((a, b) => score(b) - score(a))[0]
}
