import type { CompiledFacet, Resource } from '../../../mappings/dsl/mapping.ts'
import type { Plan } from '../../../mappings/dsl/plan.ts'
import { isGraphql } from '../../../mappings/dsl/plan.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { FieldRow } from '../../../mappings/dsl/row.ts'
import type { RestCall } from '../../../mappings/graphql/calls.ts'
import type { Words } from '../../../mappings/shared/words.ts'
import { routes } from '../../../mappings/v1/index.ts'
import { V1_ADDRESS } from '../../sites/texts/v1-address.ts'
import { bodyFunctionName, lookupName, lookupRows } from '../body/tries/lookup-rows.ts'
import type { LookupBy } from './around/mapper-lookup.ts'
import { type Whole, wholesOf } from './around/mapper-wholes.ts'
import { type Wrap, wrapName } from './around/mapper-wrap.ts'

/** A function that moves one shape to another. */
export interface ShapeMapper {
  readonly name: string
  readonly use: 'create' | 'update' | 'read' | 'list'
  readonly mapping: Resource
  /** The envelope's key, for lists. */
  readonly key?: string
  /** True where the list is filtered as v1 did. */
  readonly filters?: boolean
  /** True where an item may come with what was asked for apart. */
  readonly crewed?: true
  /** For GraphQL answers: the paths that are asked for somewhere. */
  readonly fields?: readonly string[]
  /** Behaviours of rows that the function around it takes care of. */
  readonly served?: readonly string[]
  /** For bodies: the fields that callers say, where that is known of all of them. */
  readonly says?: readonly string[]
}

/** A function that does a GraphQL field's work by REST v2. */
export interface CallMapper {
  readonly name: string
  readonly use: 'call'
  readonly field: string
  readonly call: RestCall
  /** Left out for calls that answer nothing. */
  readonly mapping?: Resource
  /** Set where a program says more for its requests than the key. */
  readonly carries?: true
  /** The paths that are asked for somewhere. */
  readonly fields?: readonly string[]
  /** The fields of its body that are said somewhere, where that is known of all calls. */
  readonly says?: readonly string[]
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
  readonly byClient?: true
}

/** A function around a call that makes something: v2 takes one choice where the old API took several. */
export interface TriesMapper {
  readonly name: string
  readonly use: 'tries'
  readonly mapping: Resource
  /** Set where a call cannot say the API key, so that the catalog stays unasked. */
  readonly keyless?: boolean
  readonly byClient?: true
}

/** A function that reads, before an update, the half of something that v2 takes whole. */
export interface WholeMapper {
  readonly name: string
  readonly use: 'whole'
  readonly whole: Whole
  readonly byClient?: true
}

/** A function that adds to a list what the old API listed with it on request, and v2 has elsewhere. */
export interface SourcesMapper {
  readonly name: 'withPublicTemplatesV2'
  readonly use: 'sources'
  readonly byClient?: true
}

/** A function that asks v2 for something by itself: with the API key, or, `byClient`, by the program's own client. */
export type AskingMapper = LookupMapper | TriesMapper | WholeMapper | SourcesMapper

/** A function that asks, by the program's own call, for what the old API said of an item on request, and v2 has elsewhere. */
export interface CrewsMapper {
  readonly name: 'withWorkersV2'
  readonly use: 'crews'
}

/** A function that takes a list out of its envelope, whichever of several it is, in the old words. */
export interface ListsMapper {
  readonly name: 'listFromV2'
  readonly use: 'lists'
  /** Those that it knows. */
  readonly lists: readonly ShapeMapper[]
}

/** A function that says where a call goes which stays on v1. */
export interface AddressMapper {
  readonly name: typeof V1_ADDRESS
  readonly use: 'address'
}

/** A function that gives a schema of the old words v2's answers to check. */
export interface SchemaMapper {
  readonly name: 'schemaFromV2'
  readonly use: 'schema'
}

/** One function of the generated module. */
export type Mapper =
  | ShapeMapper
  | CallMapper
  | WrapMapper
  | LookupMapper
  | TriesMapper
  | WholeMapper
  | SourcesMapper
  | CrewsMapper
  | ListsMapper
  | AddressMapper
  | SchemaMapper

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '')

/** A resource's plural as code spells it: the envelope's key, where that is more than "records". */
const pluralOf = ({ id }: Pick<Resource, 'id'>): string => {
  const key = routes.find((route) => route.mapping.id === id && route.list)?.list
  const [, first = id, second = ''] = id.split('.')
  if (isGraphql({ id })) return `graphql${[second ? singular(first) : first, second].map(capital).join('')}`
  if (key && second === '') return key
  return second === '' ? first : `${singular(second)}BillingRecords`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** What one item is called: `pod`. */
export const nounOf = (mapping: Pick<Resource, 'id'>): string => singular(pluralOf(mapping))

/** What the table of a list's filters is called. */
export const filtersName = (mapping: Pick<Resource, 'id'>): string => `${nounOf(mapping)}Filters`

/** What a sentence calls one item: "pod", "gpuType". */
export const wordFor = (mapping: Pick<Resource, 'id'>): string =>
  nounOf(mapping)
    .replace(/^graphql/, '')
    .replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())

/** A noun with its article. */
export const aWord = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

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
const callName = (field: string): string =>
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
    name: bodyFunctionName(by),
    use,
    by,
    fields: lookupRows(plan).filter((row) => row.by === by),
  }))

/** The function that makes something with one choice after the other: `tryPodCreateV2`. */
export const triesMapper = (mapping: Resource): TriesMapper => {
  const noun = nounOf(mapping)
  return { name: `try${noun.charAt(0).toUpperCase()}${noun.slice(1)}CreateV2`, use: 'tries', mapping }
}

/** The function that completes a body. */
export const wholeMapper = (whole: Whole): WholeMapper => ({
  name: bodyFunctionName(whole.by),
  use: 'whole',
  whole,
})

/** The function that says where a call goes which stays on v1. */
export const addressMapper: AddressMapper = { name: V1_ADDRESS, use: 'address' }

/** The function that adds public templates to a list of them. */
export const sourcesMapper: SourcesMapper = { name: 'withPublicTemplatesV2', use: 'sources' }

/** The function that a helper of several lists takes each out of its envelope with. */
export const listsMapper = (lists: readonly ShapeMapper[]): ListsMapper => ({
  name: 'listFromV2',
  use: 'lists',
  lists,
})

/** The function that asks for the workers of endpoints. */
export const crewsMapper: CrewsMapper = { name: 'withWorkersV2', use: 'crews' }

/** Every mapper that a route can call for. */
export const mappersOf = (route: Route): Mapper[] => [
  ...wholesOf(route).map(wholeMapper),
  ...(route.does.includes('templateSources') ? [sourcesMapper] : []),
  ...(route.does.includes('expandWorkers') ? [crewsMapper] : []),
  ...shapesOf(route),
]

const shapesOf = ({ mapping, body, answer, list }: Route): Mapper[] => [
  ...(body ? [mapperFor(mapping, body), ...lookupsOf(mapping, body)] : []),
  ...(body === 'create' ? [triesMapper(mapping)] : []),
  ...(answer === 'list' ? [mapperFor(mapping, 'list', list)] : []),
  ...(answer === 'one' ? [mapperFor(mapping, 'read')] : []),
]

const lookupsOf = (mapping: Resource, body: 'create' | 'update'): Mapper[] => {
  const { plan } = facetOf(mapperFor(mapping, body))
  return [...lookupMappers(plan), ...bodyLookupMappers(plan)]
}

/** The rows that a mapper's function says. */
export const facetOf = (mapper: ShapeMapper): CompiledFacet => {
  const name = mapper.use === 'list' ? 'read' : mapper.use
  return mapper.mapping[name] as CompiledFacet
}

/** v2's names for the fields of a body, with the old ones, where they differ. */
export const wordsOf = (mapper: ShapeMapper): Words =>
  facetOf(mapper).wording.words.filter(
    ([v2, old], index, all) =>
      v2 !== old && all.findIndex(([path, name]) => path === v2 && name === old) === index,
  )

/** What the table of them is called: where creates and updates call all fields alike, one table does for both. */
export const wordsName = (mapper: ShapeMapper): string => {
  const other = mapper.use === 'create' ? 'update' : 'create'
  const twin = other in mapper.mapping ? wordsOf(mapperFor(mapper.mapping, other)) : undefined
  const isShared = JSON.stringify(twin) === JSON.stringify(wordsOf(mapper))
  return mapper.name.replace(isShared ? /(Create|Update)ToV2$/ : /ToV2$/, 'Words')
}

/** The function that gives a schema v2's answers. */
export const schemaMapper: SchemaMapper = { name: 'schemaFromV2', use: 'schema' }
