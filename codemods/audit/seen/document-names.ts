import type { CompiledVocabulary, FieldFact, OperationFact } from '../words/vocabulary.ts'
import { fold } from '../words/word-gate.ts'
import type { DocumentField, OperationSite } from './documents.ts'
import type { NameSite } from './names.ts'

/** What the mapping calls the resource of an operation: its own rows where it has some, else those of the v2 call. */
const resourceOfOperation = ({ name, v2 }: OperationFact, { fields, routes }: CompiledVocabulary): string => {
  const named = fields.find(({ api, resource }) => api === 'graphql' && resource === name)
  if (named) return named.resource
  const family = v2[0]?.split(/[ /]+/)[2] ?? ''
  const old = routes.find((route) => route.v2.path.startsWith(`/v2/${family}`))?.id.split('.')[1] ?? family
  return fields.find(({ api, resource }) => api === 'graphql' && fold(resource) === old)?.resource ?? old
}

/** The facets whose fields an operation's arguments are: what only acts on a thing takes none, and what v2 cannot do made one. */
const facetsOf = ({ at, v2 }: OperationFact): readonly string[] => {
  if (at !== 'mutation') return ['query']
  if (v2.length === 0) return ['create']
  const creates = v2.some((call) => /^POST \/v2\/[\w-]+$/.test(call))
  const updates = v2.some((call) => call.startsWith('PATCH '))
  return [...(creates ? ['create'] : []), ...(updates ? ['update'] : [])]
}

/** Below its operation, or in the field that the row says. */
const isThere = ({ path }: FieldFact, parent: string | undefined, argument: boolean): boolean => {
  const above = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .at(-2)
  return above === undefined ? argument || parent === undefined : above === parent
}

/** What a field or an argument of a document is found as: nothing else but it can be meant. */
const found = ({ start, name, argument }: DocumentField, rows: readonly FieldFact[]): NameSite => ({
  written: name,
  folded: fold(name),
  rows,
  weight: 2,
  use: argument ? 'key' : 'read',
  quoted: true,
  tag: false,
  settled: true,
  start,
  end: start + name.length,
})

/** The legacy fields of documents: told by where they stand, so that a plain word is one and a strange word is none. */
export const documentNames = (
  operations: readonly OperationSite[],
  vocabulary: CompiledVocabulary,
): readonly NameSite[] =>
  operations.flatMap(({ operation, fields, sure }) => {
    const resource = sure ? resourceOfOperation(operation, vocabulary) : ''
    const facets = facetsOf(operation)
    return fields.flatMap((field): readonly NameSite[] => {
      const wanted = field.argument ? facets : ['read']
      const rows = (vocabulary.fieldsByName.get(fold(field.name)) ?? []).filter(
        (row) =>
          row.api === 'graphql' &&
          row.resource === resource &&
          wanted.includes(row.facet) &&
          isThere(row, field.parent, field.argument),
      )
      return rows.length === 0 ? [] : [found(field, rows)]
    })
  })
