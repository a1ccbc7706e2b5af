import type { CompiledFacet, Resource } from '../../../../mappings/dsl/mapping.ts'
import { isGraphql } from '../../../../mappings/dsl/plan.ts'
import type { RestCall } from '../../../../mappings/graphql/calls.ts'
import { endpoints } from '../../../../mappings/v1/endpoints.ts'
import { workers } from '../../../../mappings/v1/workers.ts'
import { lookupName } from '../../body/tries/lookup-rows.ts'
import { graphqlResource } from '../../graphql/graphql-resources.ts'
import { printAddress } from '../around/mapper-address.ts'
import { LOOKUP_NEEDS, printLookup } from '../around/mapper-lookup.ts'
import { printSchema } from '../around/mapper-schema.ts'
import { printTries, TRIES_NEEDS } from '../around/mapper-tries.ts'
import { printWhole } from '../around/mapper-wholes.ts'
import { printWrap } from '../around/mapper-wrap.ts'
import type { CallNames } from '../graphql/call-text.ts'
import { printCall } from '../graphql/mapper-call.ts'
import { printGraphqlRead } from '../graphql/mapper-graphql-read.ts'
import { type Dialect, helpersText } from '../helpers/mapper-helpers.ts'
import type { Helper } from '../helpers/mapper-printer.ts'
import type { Style } from '../helpers/style.ts'
import { printCrews } from '../lists/mapper-crews.ts'
import { printSources, SOURCES_NEEDS } from '../lists/mapper-sources.ts'
import { type CallMapper, type Mapper, mapperFor, type ShapeMapper, wordsName, wordsOf } from '../mapper.ts'
import { printBody, printList, printLists, printRead, printWords } from '../rows/mapper-shape.ts'

/**
 * Prints the module that holds the mappers given, exported, with what they use, and nothing else.
 * @param isChecked whether it is JavaScript among files whose types are checked
 * @param isWhole whether it is TypeScript whose users can only import it as a whole
 */
export const printModule = (
  mappers: readonly Mapper[],
  dialect: Dialect,
  style: Style,
  isChecked = false,
  isWhole = false,
): string => {
  const wanted = withReads(mappers)
  const used = new Set<Helper>()
  const asked = new Set(mappers.map(({ name }) => name))
  const printed = wanted.map((mapper) => {
    const text = printMapper(mapper, dialect, style, used)
    return asked.has(mapper.name) && !isWhole ? text : text.replace(/^export const/m, 'const')
  })
  const functions = dialect === 'ts' ? printed.map(annotated) : isChecked ? printed.map(anyOf) : printed
  const helpers = helpersText(used, dialect, style)
  const isNamed = [...helpers, ...functions].some((text) => /\bDoc\b/.test(text))
  const blocks = [
    headText(wanted, dialect, isChecked),
    ...(isNamed ? [`type Doc = any${style.semicolon}`] : []),
    ...helpers,
    ...wordTables(wanted, style),
    ...functions,
    ...exportText(
      wanted.map(({ name }) => name).filter((name) => asked.has(name)),
      dialect,
      style,
      isWhole,
    ),
  ]
  return `${blocks.join('\n\n')}\n`.replaceAll('\n', style.newline)
}

const headText = (mappers: readonly Mapper[], dialect: Dialect, isChecked: boolean): string => {
  if (dialect === 'ts')
    return `/* eslint-disable -- plain JSON is moved from one shape to another */\n${header(mappers)}`
  // Checked JavaScript would want a type on every line of what only moves plain JSON; the program's own files stay checked.
  return `/* eslint-disable */\n${isChecked ? '// @ts-nocheck\n' : ''}${header(mappers)}`
}

/** What says the exports all at once, where each does not say its own. */
const exportText = (
  names: readonly string[],
  dialect: Dialect,
  { semicolon }: Style,
  isWhole: boolean,
): readonly string[] => {
  const exports = isWhole ? 'export' : dialect === 'cjs' ? 'module.exports' : undefined
  return exports ? [`${exports} = { ${names.join(', ')} }${semicolon}`] : []
}

/** Users of checked JavaScript are told nothing of a module that has no types: else a parameter would be as its default is. */
const anyOf = (text: string): string => text.replace(/^(?:export )?const/m, '/** @type {any} */\n$&')

/** The codecs' source forms are plain JavaScript; a strict compiler wants the parameters of their callbacks typed. */
const annotated = (text: string): string =>
  text
    .replace(/\((?!value\)|item\b|input\))(\w+|\{ [\w, ]+ \})\) =>/g, '($1: any) =>')
    .replace(/\((\w+(?:, \w+)+)\) =>/g, (_, names: string) => `(${names.replaceAll(',', ': any,')}: any) =>`)
    .replace(/\((\{[^{}]*\})\)\[/g, '($1 as Doc)[')

const header = (mappers: readonly Mapper[]): string => {
  const kinds = [
    mappers.some((mapper) => !isOfGraphql(mapper)) ? 'the retired REST v1' : '',
    mappers.some(isOfGraphql) ? 'the retiring GraphQL API' : '',
  ].filter((kind) => kind !== '')
  return `// Translates between the shapes of ${kinds.join(' and ')}, which the code around still speaks, and REST v2's.
// Written by upshift from its mapping; yours to edit, and to delete once your own code speaks v2.`
}

const isOfGraphql = (mapper: Mapper): boolean =>
  mapper.use === 'call' ||
  mapper.use === 'wrap' ||
  ('mapping' in mapper && isGraphql(mapper.mapping as Resource))

/** A list is read item by item, and a call moves shapes: what they use comes along. */
const withReads = (mappers: readonly Mapper[]): Mapper[] => {
  const byName = new Map<string, Mapper>()
  for (const mapper of mappers.flatMap(withUsed))
    byName.set(mapper.name, joined(byName.get(mapper.name), mapper))
  const rank = {
    create: 0,
    update: 1,
    read: 2,
    list: 3,
    wrap: 4,
    call: 5,
    lookup: 6,
    whole: 7,
    sources: 7,
    crews: 7,
    lists: 4,
    tries: 8,
    address: 9,
    schema: 4,
  }
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
  if (mapper.use === 'tries') return [mapperFor(mapper.mapping, 'create'), mapper]
  if (mapper.use === 'lists') return [...mapper.lists.flatMap(withUsed), mapper]
  if (mapper.use === 'crews')
    return [mapperFor(workers, 'read'), { ...mapperFor(endpoints, 'read'), crewed: true }, mapper]
  return mapper.use === 'call' ? [...usedBy(mapper), mapper] : [mapper]
}

/** The same function for two users: it filters if one wants that, and knows what both ask for. */
const joined = (before: Mapper | undefined, mapper: Mapper): Mapper => {
  if (!before) return mapper
  const filters = [before, mapper].some((one) => 'filters' in one && one.filters)
  const [old, more] = [before, mapper].map((one) => ('fields' in one ? one.fields : undefined))
  const fields = old && more ? { fields: [...new Set([...old, ...more])] } : {}
  const carries = [before, mapper].some((one) => 'carries' in one && one.carries)
  const lists = [before, mapper].flatMap((one) => ('lists' in one ? one.lists : []))
  const crewed = [before, mapper].some((one) => 'crewed' in one && one.crewed)
  const byClient = [before, mapper].some((one) => 'byClient' in one && one.byClient)
  const marks = {
    ...(carries ? { carries } : {}),
    ...(filters ? { filters } : {}),
    ...(crewed ? { crewed } : {}),
    ...(byClient ? { byClient } : {}),
    ...(lists.length > 0 ? { lists: [...new Map(lists.map((one) => [one.name, one])).values()] } : {}),
  }
  return { ...withoutSays(mapper), ...fields, ...marks, ...saidByBoth(before, mapper) } as Mapper
}

const saysOf = (mapper: Mapper): readonly string[] | undefined => ('says' in mapper ? mapper.says : undefined)

const withoutSays = ({ says: _, ...mapper }: Mapper & { says?: unknown }): object => mapper

const saidByBoth = (a: Mapper, b: Mapper): { says?: readonly string[] } => {
  const [one, other] = [saysOf(a), saysOf(b)]
  return one && other ? { says: [...new Set([...one, ...other])] } : {}
}

const usedBy = ({ call, mapping, fields, says }: CallMapper): Mapper[] => {
  if (!mapping) return []
  const served = { ...(call.serves ? { served: call.serves } : {}), ...(says ? { says } : {}) }
  const bodies = [call, call.whenId].flatMap((one) =>
    one?.body ? [{ ...mapperFor(mapping, one.body.facet), ...served }] : [],
  )
  bodies.push(...Object.values(innerOf(call, says)))
  if (call.answer === 'none') return bodies
  const read = mapperFor(readMapping(call, mapping), 'read')
  return [...bodies, { ...read, ...(fields ? { fields } : {}) }]
}

/** The mappers of fields that another mapping takes up, where the body may say them. */
const innerOf = (
  { inner = {} }: RestCall,
  says: readonly string[] | undefined,
): Record<string, ShapeMapper> =>
  Object.fromEntries(
    Object.entries(inner).flatMap(([name, id]) => {
      const mapping = says && !says.includes(name) ? undefined : graphqlResource(id)
      return mapping ? [[name, mapperFor(mapping, 'create')]] : []
    }),
  )

const readMapping = (call: RestCall, mapping: Resource): Resource =>
  (call.reads ? graphqlResource(call.reads) : undefined) ?? mapping

const namesFor = ({ call, mapping, says }: CallMapper): CallNames => {
  const name = (use: 'create' | 'update'): string => (mapping ? mapperFor(mapping, use).name : '')
  const read = mapping ? mapperFor(readMapping(call, mapping), 'read').name : ''
  const mappers = innerOf(call, says)
  const inner = Object.fromEntries(Object.entries(mappers).map(([at, one]) => [at, one.name]))
  const worded = wordedBy(mapping, Object.values(mappers))
  return { create: name('create'), update: name('update'), read, inner, worded }
}

/** The words for what GraphQL's bodies are refused for, each table once. */
const wordTables = (mappers: readonly Mapper[], style: Style): string[] => {
  const tables = mappers.flatMap((mapper): [string, string][] =>
    (mapper.use === 'create' || mapper.use === 'update') &&
    isGraphql(mapper.mapping) &&
    wordsOf(mapper).length > 0
      ? [[wordsName(mapper), printWords(mapper, style)]]
      : [],
  )
  return [...new Map(tables).values()]
}

const wordedBy = (mapping: Resource | undefined, inner: readonly ShapeMapper[]): CallNames['worded'] => {
  const text = (use: 'create' | 'update'): string => {
    const mapper = mapping && use in mapping ? mapperFor(mapping, use) : undefined
    if (!mapper) return ''
    const [first = '[]', ...more] = [mapper, ...inner].filter((one) => wordsOf(one).length > 0).map(wordsName)
    const words = more.length > 0 ? `[${[first, ...more].map((one) => `...${one}`).join(', ')}]` : first
    return `.catch(worded(${words}))`
  }
  return { create: text('create'), update: text('update') }
}

const printMapper = (mapper: Mapper, dialect: Dialect, style: Style, used: Set<Helper>): string => {
  const add = ({ text, helpers }: { text: string; helpers: readonly Helper[] }): string => {
    for (const helper of helpers) used.add(helper)
    return text
  }
  if ('byClient' in mapper && mapper.byClient) used.add('asked')
  if (mapper.use === 'address') return printAddress(dialect, style)
  if (mapper.use === 'sources') return add({ text: printSources(dialect, style), helpers: SOURCES_NEEDS })
  if (mapper.use === 'crews') return printCrews(dialect, style)
  if (mapper.use === 'lists') return printLists(mapper, dialect, style, used)
  if (mapper.use === 'schema') return printSchema(dialect, style)
  if (mapper.use === 'wrap') return add(printWrap(mapper.wrap, dialect, style))
  if (mapper.use === 'lookup')
    return add({ text: printLookup(mapper, dialect, style), helpers: mapper.fields ? [] : LOOKUP_NEEDS })
  if (mapper.use === 'whole')
    return add({ text: printWhole(mapper.whole, dialect, style), helpers: ['send'] })
  if (mapper.use === 'tries') {
    const { plan } = mapper.mapping.create as CompiledFacet
    const body = mapperFor(mapper.mapping, 'create').name
    return add({ text: printTries(mapper.name, body, plan, dialect, style), helpers: TRIES_NEEDS })
  }
  if (mapper.use === 'call') return add(printCall(mapper, namesFor(mapper), dialect, style))
  if (mapper.use === 'list') return printList(mapper, dialect, style, used)
  if (mapper.use === 'read' && isGraphql(mapper.mapping)) return add(printGraphqlRead(mapper, dialect, style))
  if (mapper.use === 'read') return printRead(mapper, dialect, style, used)
  return printBody(mapper, dialect, style, used)
}
