import type { CompiledFacet, Resource } from '../../mappings/dsl/mapping.ts'
import type { Plan } from '../../mappings/dsl/plan.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import type { FieldRow } from '../../mappings/dsl/row.ts'
import type { RestCall } from '../../mappings/graphql/calls.ts'
import { routes } from '../../mappings/v1/index.ts'
import { flatRows } from './flat-rows.ts'
import { graphqlResource } from './graphql-resources.ts'
import { bodyLookupName, lookupName } from './lookup.ts'
import { lookupRows } from './lookup-rows.ts'
import { type CallNames, printCall } from './mapper-call.ts'
import { printDown } from './mapper-down.ts'
import { printFilters } from './mapper-filters.ts'
import { printGraphqlRead } from './mapper-graphql-read.ts'
import { type Dialect, helpersText } from './mapper-helpers.ts'
import { type LookupBy, printLookup } from './mapper-lookup.ts'
import type { Helper } from './mapper-printer.ts'
import { printUp } from './mapper-up.ts'
import { printWrap, type Wrap, wrapName } from './mapper-wrap.ts'
import { type Style, valueText } from './style.ts'

/** A function that moves one shape to another. */
export interface ShapeMapper {
  readonly name: string
  readonly use: 'create' | 'update' | 'read' | 'list'
  readonly mapping: Resource
  /** The envelope's key, for lists. */
  readonly key?: string
  /** True where the list is filtered as v1 did. */
  readonly filters?: boolean
  /** For GraphQL answers: the paths that are asked for somewhere. */
  readonly fields?: readonly string[]
  /** Behaviours of rows that the function around it takes care of. */
  readonly served?: readonly string[]
}

/** A function that does a GraphQL field's work by REST v2. */
export interface CallMapper {
  readonly name: string
  readonly use: 'call'
  readonly field: string
  readonly call: RestCall
  /** Left out for calls that answer nothing. */
  readonly mapping?: Resource
  /** The paths that are asked for somewhere. */
  readonly fields?: readonly string[]
}

/** A function that dresses `data` up as the whole answer. */
export interface WrapMapper {
  readonly name: string
  readonly use: 'wrap'
  readonly wrap: Wrap
}

/** A function that looks up, in v2's catalog, what v2 wants said: for one value, or for a whole old body. */
export interface LookupMapper {
  readonly name: string
  readonly use: 'lookup'
  readonly by: LookupBy
  /** The old fields that are looked up, where it works on a whole body. */
  readonly fields?: readonly FieldRow[]
}

/** One function of the generated module. */
export type Mapper = ShapeMapper | CallMapper | WrapMapper | LookupMapper

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** A resource's plural as code spells it: the envelope's key, where that is more than "records". */
const pluralOf = ({ id }: Pick<Resource, 'id'>): string => {
  const key = routes.find((route) => route.mapping.id === id && route.list)?.list
  const [, first = id, second = ''] = id.split('.')
  if (isGraphql({ id })) return `graphql${first.charAt(0).toUpperCase()}${first.slice(1)}`
  if (key && second === '') return key
  return second === '' ? first : `${singular(second)}BillingRecords`
}

const nounOf = (mapping: Pick<Resource, 'id'>): string => singular(pluralOf(mapping))

/** The mapper for one use of a resource, named as one would by hand: `podCreateToV2`, `podFromV2`, `podsFromV2`. */
export const mapperFor = (mapping: Resource, use: ShapeMapper['use'], key?: string): ShapeMapper => {
  const noun = nounOf(mapping)
  const names: Record<'create' | 'update' | 'read' | 'list', string> = {
    create: `${noun}CreateToV2`,
    update: `${noun}UpdateToV2`,
    read: `${noun}FromV2`,
    list: `${pluralOf(mapping)}FromV2`,
  }
  return { name: names[use], mapping, use, ...(key ? { key } : {}) }
}

/** The function for a GraphQL field. */
export const callMapper = (
  field: string,
  call: RestCall,
  mapping: Resource | undefined,
  fields?: readonly string[],
): CallMapper => ({
  name: callName(field),
  use: 'call',
  field,
  call,
  ...(mapping ? { mapping } : {}),
  ...(fields ? { fields } : {}),
})

/** `myself.pods` -> `myselfPodsV2`. */
export const callName = (field: string): string =>
  `${field.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())}V2`

/** The function that dresses `data` up, or puts two parts of it together. */
export const wrapMapper = (wrap: Wrap): WrapMapper => ({ name: wrapName(wrap), use: 'wrap', wrap })

/** The functions that look up single values of a facet's fields. */
export const lookupMappers = (plan: Plan): LookupMapper[] => {
  const names = new Set(lookupRows(plan).map(({ by }) => by as LookupBy))
  return [...names].map((by) => ({ name: lookupName(by), use: 'lookup', by }))
}

/** The same for whole bodies. */
export const bodyLookupMappers = (plan: Plan): LookupMapper[] =>
  lookupMappers(plan).map(({ by, use }) => ({
    name: bodyLookupName(by),
    use,
    by,
    fields: lookupRows(plan).filter((row) => row.by === by),
  }))

/** Prints the module that holds the mappers given, and nothing else. */
export const printModule = (mappers: readonly Mapper[], dialect: Dialect, style: Style): string => {
  const wanted = withReads(mappers)
  const used = new Set<Helper>()
  const printed = wanted.map((mapper) => printMapper(mapper, dialect, style, used))
  const functions = dialect === 'ts' ? printed.map(annotated) : printed
  const helpers = helpersText(used, dialect, style)
  const exported =
    dialect === 'cjs'
      ? [
          `module.exports = { ${wanted
            .filter(isPublic)
            .map(({ name }) => name)
            .join(', ')} }${style.semicolon}`,
        ]
      : []
  const typed = dialect === 'ts' ? [`type Doc = any${style.semicolon}`] : []
  const blocks = [
    dialect === 'ts'
      ? `/* eslint-disable -- plain JSON is moved from one shape to another */\n${HEADER}`
      : `/* eslint-disable */\n${HEADER}`,
    ...typed,
    ...helpers,
    ...functions,
    ...exported,
  ]
  return `${blocks.join('\n\n')}\n`.replaceAll('\n', style.newline)
}

/** The codecs' source forms are plain JavaScript; a strict compiler wants the parameters of their callbacks typed. */
const annotated = (text: string): string =>
  text
    .replace(/\((?!value\)|item\b|input\))(\w+|\{ [\w, ]+ \})\) =>/g, '($1: any) =>')
    .replace(/\((\{[^{}]*\})\)\[/g, '($1 as Doc)[')

/** Every mapper that a route can call for. */
export const mappersOf = ({ mapping, body, answer, list }: Route): Mapper[] => [
  ...(body ? [mapperFor(mapping, body), ...lookupsOf(mapping, body)] : []),
  ...(answer === 'list' ? [mapperFor(mapping, 'list', list)] : []),
  ...(answer === 'one' ? [mapperFor(mapping, 'read')] : []),
]

const lookupsOf = (mapping: Resource, body: 'create' | 'update'): Mapper[] => {
  const { plan } = facetOf(mapperFor(mapping, body))
  return [...lookupMappers(plan), ...bodyLookupMappers(plan)]
}

/** What moves shapes for GraphQL calls is called by those alone. */
const isPublic = (mapper: Mapper): boolean =>
  !('mapping' in mapper) || mapper.use === 'call' || !isGraphql(mapper.mapping)

const HEADER = `// Translates between the shapes of the retired REST v1, which the code around still speaks, and REST v2's.
// Written by upshift from its mapping; yours to edit, and to delete once your own code speaks v2.`

/** A list is read item by item, and a call moves shapes: what they use comes along. */
const withReads = (mappers: readonly Mapper[]): Mapper[] => {
  const byName = new Map<string, Mapper>()
  for (const mapper of mappers.flatMap(withUsed))
    byName.set(mapper.name, joined(byName.get(mapper.name), mapper))
  const rank = { create: 0, update: 1, read: 2, list: 3, wrap: 4, call: 5, lookup: 6 }
  const group = (mapper: Mapper): string =>
    mapper.use !== 'call' && 'mapping' in mapper ? mapper.mapping.id : ''
  return [...byName.values()].sort((a, b) => {
    const late = Number(rank[a.use] > 3) - Number(rank[b.use] > 3)
    return late || group(a).localeCompare(group(b)) || rank[a.use] - rank[b.use]
  })
}

const withUsed = (mapper: Mapper): Mapper[] => {
  if (mapper.use === 'list') return [mapperFor(mapper.mapping, 'read'), mapper]
  if (mapper.use === 'lookup' && mapper.fields)
    return [{ name: lookupName(mapper.by), use: 'lookup', by: mapper.by }, mapper]
  return mapper.use === 'call' ? [...usedBy(mapper), mapper] : [mapper]
}

/** The same function for two users: it filters if one wants that, and knows what both ask for. */
const joined = (before: Mapper | undefined, mapper: Mapper): Mapper => {
  if (!before) return mapper
  const filters = [before, mapper].some((one) => 'filters' in one && one.filters)
  const [old, more] = [before, mapper].map((one) => ('fields' in one ? one.fields : undefined))
  const fields = old && more ? { fields: [...new Set([...old, ...more])] } : {}
  return { ...mapper, ...fields, ...(filters ? { filters } : {}) } as Mapper
}

const usedBy = ({ call, mapping, fields }: CallMapper): Mapper[] => {
  if (!mapping) return []
  const served = call.serves ? { served: call.serves } : {}
  const bodies = [call, call.whenId].flatMap((one) =>
    one?.body ? [{ ...mapperFor(mapping, one.body.facet), ...served }] : [],
  )
  if (call.answer === 'none') return bodies
  const read = mapperFor(readMapping(call, mapping), 'read')
  return [...bodies, { ...read, ...(fields ? { fields } : {}) }]
}

const readMapping = (call: RestCall, mapping: Resource): Resource =>
  (call.reads ? graphqlResource(call.reads) : undefined) ?? mapping

const namesFor = ({ call, mapping }: CallMapper): CallNames => {
  const name = (use: 'create' | 'update'): string => (mapping ? mapperFor(mapping, use).name : '')
  const read = mapping ? mapperFor(readMapping(call, mapping), 'read').name : ''
  return { create: name('create'), update: name('update'), read }
}

const facetOf = (mapper: ShapeMapper): CompiledFacet => {
  const name = mapper.use === 'list' ? 'read' : mapper.use
  return (mapper.mapping as unknown as Record<string, CompiledFacet>)[name] as CompiledFacet
}

const printMapper = (mapper: Mapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  const add = ({ text, helpers }: { text: string; helpers: readonly Helper[] }): string => {
    for (const helper of helpers) used.add(helper)
    return text
  }
  if (mapper.use === 'wrap') return add(printWrap(mapper.wrap, dialect, style))
  if (mapper.use === 'lookup') return add({ text: printLookup(mapper, dialect, style), helpers: ['send'] })
  if (mapper.use === 'call') return add(printCall(mapper, namesFor(mapper), dialect, style))
  if (mapper.use === 'list') return printList(mapper, dialect, style, used)
  if (mapper.use === 'read' && isGraphql(mapper.mapping))
    return add(printGraphqlRead(mapper, nounOf(mapper.mapping), dialect, style))
  if (mapper.use === 'read') return printRead(mapper, dialect, style, used)
  const printed = printUp(facetOf(mapper).plan, style, mapper.served ? { served: mapper.served } : {})
  for (const helper of printed.used) used.add(helper)
  const { indent, semicolon } = style
  const noun = nounOf(mapper.mapping)
  const about = `/** An old ${noun} body (${mapper.use}) as REST v2 takes it; typed as what went in, so that callers keep their types. */`
  return [
    about,
    signature(mapper.name, 'body', dialect),
    `${indent}const old${dialect === 'ts' ? ': Doc' : ''} = ${dialect === 'ts' ? 'body as Doc' : 'body'}${semicolon}`,
    `${indent}const v2${dialect === 'ts' ? ': Doc' : ''} = {}${semicolon}`,
    ...printed.lines,
    `${indent}return ${dialect === 'ts' ? 'v2 as T' : 'v2'}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}

const signature = (name: string, parameter: string, dialect: Dialect, more = ''): string => {
  if (dialect === 'ts') return `export const ${name} = <T>(${parameter}: T${more}): T => {`
  return `${dialect === 'esm' ? 'export ' : ''}const ${name} = (${parameter}${more}) => {`
}

const printRead = (mapper: ShapeMapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
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
    ...oldWordsLine(mapper, style),
    `${indent}const old${cast ? ': Doc' : ''} = {}${semicolon}`,
    ...printed.lines,
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

const isGraphql = ({ id }: Pick<Resource, 'id'>): boolean => id.startsWith('graphql.')

const printList = (mapper: ShapeMapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  used.add('problem')
  const { indent, semicolon, quote } = style
  const cast = dialect === 'ts'
  const item = mapperFor(mapper.mapping, 'read').name
  const filter = mapper.filters
    ? `.filter((item${cast ? ': Doc' : ''}) => matches(item, where, ${nounOf(mapper.mapping)}Filters))`
    : ''
  if (mapper.filters) used.add('matches')
  return [
    ...(mapper.filters
      ? [printFilters(`${nounOf(mapper.mapping)}Filters`, mapper.mapping, style, cast), '']
      : []),
    `/** A v2 list, which comes wrapped under ${quote}${mapper.key}${quote}, as the bare array that the old API answered. */`,
    signature(mapper.name, 'answer', dialect, mapper.filters ? `, where${cast ? '?: object' : ''}` : ''),
    `${indent}const v2${cast ? ': Doc' : ''} = ${cast ? 'answer as Doc' : 'answer'}${semicolon}`,
    `${indent}if (typeof v2 !== ${quote}object${quote} || v2 === null) return answer${semicolon}`,
    `${indent}if (${quote}detail${quote} in v2) return problem(v2)${cast ? ' as T' : ''}${semicolon}`,
    `${indent}if (Array.isArray(v2)) return answer${semicolon} // unwrapped already`,
    `${indent}return v2.${mapper.key}.map(${item})${filter}${cast ? ' as T' : ''}${semicolon}`,
    `}${semicolon}`,
  ].join('\n')
}
