import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { isGraphql } from '../../../../mappings/dsl/plan.ts'
import type { FieldRow } from '../../../../mappings/dsl/row.ts'
import type { Dialect } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import { type Style, valueText } from '../helpers/style.ts'
import { crewLines } from '../lists/mapper-crews.ts'
import { printFilters } from '../lists/mapper-filters.ts'
import {
  aWord,
  facetOf,
  filtersName,
  type ListsMapper,
  mapperFor,
  nounOf,
  type ShapeMapper,
  wordFor,
  wordsName,
  wordsOf,
} from '../mapper.ts'
import { printDown } from './mapper-down.ts'
import { printUp } from './mapper-up.ts'

/** Prints what makes a body of v2 out of an old one. */
export const printBody = (mapper: ShapeMapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  const { served, says } = mapper
  const printed = printUp(facetOf(mapper).plan, style, {
    ...(served ? { served } : {}),
    ...(says ? { says } : {}),
  })
  for (const helper of printed.used) used.add(helper)
  const { indent, semicolon } = style
  const typed = dialect === 'ts'
  const head = isGraphql(mapper.mapping)
    ? [
        `/** GraphQL's input for ${aWord(wordFor(mapper.mapping))} (${mapper.use}) as REST v2 takes it${saidHere(mapper)}. */`,
        `${dialect === 'cjs' ? '' : 'export '}const ${mapper.name} = (old${typed ? ': any' : ''}) => {`,
      ]
    : [
        `/** An old ${wordFor(mapper.mapping)} body (${mapper.use}) as REST v2 takes it${saidHere(mapper)}; typed as what went in, so that callers keep their types. */`,
        signature(mapper.name, 'body', dialect),
        `${indent}const old${typed ? ': Doc = body as Doc' : ' = body'}${semicolon}`,
      ]
  return [
    ...head,
    `${indent}const v2${typed ? ': Doc' : ''} = {}${semicolon}`,
    ...printed.lines,
    `${indent}return v2${typed && !isGraphql(mapper.mapping) ? ' as T' : ''}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}

const SAID = ', for callers that say '

const saidHere = ({ says }: ShapeMapper): string => (says ? `${SAID}${says.join(', ') || 'nothing'}` : '')

/** What a module of an earlier run says that the callers of a body's function say. */
export const saysIn = (text: string, name: string): readonly string[] | undefined => {
  const head = new RegExp(`^.*${SAID}([\\w, ]+?)(?:; .*)?\\. \\*/\\r?\\n(?:export )?const ${name} =`, 'm')
  return head.exec(text)?.[1]?.split(', ')
}

/** Prints v2's names for the fields of a body, where they are others: for what it refuses of one. */
export const printWords = (mapper: ShapeMapper, style: Style): string => {
  const about = `/** What REST v2 calls the fields of ${aWord(wordFor(mapper.mapping))}, and what GraphQL called them. */`
  const lines = wordsOf(mapper).map((pair) => `${style.indent}${valueText(pair, style)},`)
  return [about, `const ${wordsName(mapper)} = [`, ...lines, `]${style.semicolon}`].join('\n')
}

const signature = (name: string, parameter: string, dialect: Dialect, more = ''): string => {
  if (dialect === 'ts') return `export const ${name} = <T>(${parameter}: T${more}): T => {`
  return `${dialect === 'esm' ? 'export ' : ''}const ${name} = (${parameter}${more}) => {`
}

/** Prints what says an answer of v2 in the old words. */
export const printRead = (mapper: ShapeMapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  const printed = printDown(facetOf(mapper).plan, style)
  for (const helper of [...printed.used, 'problem' as const]) used.add(helper)
  const { indent, semicolon } = style
  const cast = dialect === 'ts'
  return [
    `/** A v2 ${nounOf(mapper.mapping)} in the old words; anything else (null, an error) as the old API would have said it. */`,
    signature(mapper.name, 'answer', dialect),
    `${indent}const v2${cast ? ': Doc' : ''} = ${cast ? 'answer as Doc' : 'answer'}${semicolon}`,
    `${indent}if (typeof v2 !== ${style.quote}object${style.quote} || v2 === null) return answer${semicolon}`,
    `${indent}if (${style.quote}detail${style.quote} in v2) return problem(v2)${cast ? ' as T' : ''}${semicolon}`,
    ...otherLine(mapper, style),
    ...oldWordsLine(mapper, style),
    `${indent}const old${cast ? ': Doc' : ''} = {}${semicolon}`,
    ...printed.lines,
    ...(mapper.crewed ? crewLines(style) : []),
    `${indent}return ${cast ? 'old as T' : 'old'}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}

/** A few names that only the old shape has: what holds one was translated already (or is a test's mock). */
const oldWords = (mapper: ShapeMapper): string[] => {
  const { rows, v2 } = facetOf(mapper).plan
  const shared = new Set(v2.map((path) => path.split('.')[0]))
  const renamed = flatRows(rows).filter(
    (row): row is FieldRow =>
      row.kind === 'field' && row.old !== row.v2 && !`${row.old}${row.v2}`.includes('.'),
  )
  return [...new Set(renamed.map(({ old }) => old))]
    .filter((name) => !shared.has(name) && !name.endsWith('Id'))
    .slice(0, 4)
}

const oldWordsLine = (mapper: ShapeMapper, style: Style): string[] => {
  const words = oldWords(mapper)
  const line = `if (${valueText(words, style)}.some((word) => word in v2)) return answer${style.semicolon} // in the old words already`
  return words.length === 0 ? [] : [style.indent + line]
}

/** What a program gives in the place of an answer (`{ error }`, `[]`) has no name of its own. */
const otherLine = (mapper: ShapeMapper, { indent, quote, semicolon }: Style): string[] =>
  facetOf(mapper).plan.v2.includes('id')
    ? [`${indent}if (!(${quote}id${quote} in v2)) return answer${semicolon} // something else`]
    : []

/** Prints the same for a list, filtered as the old API did where that is wanted. */
export const printList = (mapper: ShapeMapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  used.add('problem')
  const { indent, semicolon, quote } = style
  const cast = dialect === 'ts'
  const item = mapperFor(mapper.mapping, 'read').name
  const filter = mapper.filters
    ? `.filter((item${cast ? ': Doc' : ''}) => matches(item, where, ${filtersName(mapper.mapping)}))`
    : ''
  if (mapper.filters) used.add('matches')
  return [
    ...(mapper.filters ? [printFilters(filtersName(mapper.mapping), mapper.mapping, style, cast), ''] : []),
    `/** A v2 list, which comes wrapped under ${quote}${mapper.key}${quote}, as the bare array that the old API answered. */`,
    signature(mapper.name, 'answer', dialect, mapper.filters ? `, where${cast ? '?: object' : ''}` : ''),
    `${indent}const v2${cast ? ': Doc' : ''} = ${cast ? 'answer as Doc' : 'answer'}${semicolon}`,
    `${indent}if (typeof v2 !== ${quote}object${quote} || v2 === null) return answer${semicolon}`,
    `${indent}if (${quote}detail${quote} in v2) return problem(v2)${cast ? ' as T' : ''}${semicolon}`,
    `${indent}if (!Array.isArray(v2.${mapper.key})) return answer${semicolon} // unwrapped already, or something else`,
    `${indent}return v2.${mapper.key}.map(${item})${filter}${cast ? ' as T' : ''}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}

/** Prints what takes a list of v2 out of its envelope for a helper that gives several: an item has an id, and is none. */
export const printLists = (
  mapper: ListsMapper,
  dialect: Dialect,
  style: Style,
  used: Set<Helper>,
): string => {
  used.add('problem')
  const { indent, semicolon, quote } = style
  const cast = dialect === 'ts'
  const lists = [...mapper.lists].sort((a, b) => a.name.localeCompare(b.name))
  return [
    '/** A v2 list, whichever of these it is, as the bare array that the old API answered; anything else as it is. */',
    signature(mapper.name, 'answer', dialect),
    `${indent}const v2${cast ? ': Doc' : ''} = ${cast ? 'answer as Doc' : 'answer'}${semicolon}`,
    `${indent}if (typeof v2 !== ${quote}object${quote} || v2 === null || ${quote}id${quote} in v2) return answer${semicolon}`,
    `${indent}if (${quote}detail${quote} in v2) return problem(v2)${cast ? ' as T' : ''}${semicolon}`,
    ...lists.map(
      ({ key, name }) => `${indent}if (Array.isArray(v2.${key})) return ${name}(answer)${semicolon}`,
    ),
    `${indent}return answer${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}
