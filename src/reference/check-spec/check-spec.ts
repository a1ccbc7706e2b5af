import type { ContractSide } from '../../../mappings/schemas/operations.ts'
import { openApiDocument } from '../openapi.ts'
import { callsOf, type SpecCall } from './calls.ts'
import type { SpecDifference, SpecDifferenceCode } from './difference.ts'
import type { SpecField, SpecFields } from './fields.ts'
import { asRecord } from './resolve.ts'

/**
 * Holds the schemas here against a published OpenAPI document and names every difference: calls, statuses, query parameters,
 * fields of requests and answers, whether they must be there, and the values and limits they may have.
 *
 * Fields marked as beyond the spec may be missing there; values of sets left open on purpose are not compared.
 * @param document a parsed OpenAPI 3.0 or 3.1 document
 * @throws TypeError when it is none
 */
export const checkSpec = (side: ContractSide, document: unknown): SpecDifference[] => {
  if (typeof asRecord(document).openapi !== 'string' || asRecord(document).paths === undefined)
    throw new TypeError('not an OpenAPI document: it has no "openapi" version or no "paths"')
  const published = callsOf(document)
  const ours = ourCalls(side)
  const names = [...new Set([...published.keys(), ...ours.keys()])]
  return names.flatMap((name) => compareCalls(name, published.get(name), ours.get(name)))
}

const known = new Map<ContractSide, ReadonlyMap<string, SpecCall>>()

const ourCalls = (side: ContractSide): ReadonlyMap<string, SpecCall> => {
  const calls = known.get(side) ?? callsOf(openApiDocument(side))
  known.set(side, calls)
  return calls
}

const compareCalls = (operation: string, published?: SpecCall, ours?: SpecCall): SpecDifference[] => {
  if (ours === undefined)
    return [{ code: 'OPERATION_NEW', operation, at: '', published: 'listed', ours: 'unknown' }]
  if (published === undefined)
    return [{ code: 'OPERATION_GONE', operation, at: '', published: 'not listed', ours: 'listed' }]
  return [
    ...compareStatuses(published, ours),
    ...compareListStyles(published, ours),
    ...compareFields('query', published.parameters, ours.parameters),
    ...compareFields('request', published.request, ours.request),
    ...(ours.beyondSpec ? [] : compareFields('response', published.response, ours.response)),
    ...(published.error.size === 0 ? [] : compareFields('error', published.error, ours.error)),
  ].map((difference) => ({ ...difference, operation }))
}

type Difference = Omit<SpecDifference, 'operation'>

const compareStatuses = (published: SpecCall, ours: SpecCall): Difference[] => {
  const [theirs, own] = [published.statuses.join(), ours.statuses.join()]
  if (theirs === own || ours.beyondSpec) return []
  return [{ code: 'STATUS', at: '', published: theirs, ours: own }]
}

const compareListStyles = (published: SpecCall, ours: SpecCall): Difference[] =>
  [...new Set([...published.commaLists, ...ours.commaLists])]
    .filter((name) => isList(name, published) && isList(name, ours))
    .filter((name) => published.commaLists.has(name) !== ours.commaLists.has(name))
    .map((name) => ({
      code: 'LIST_STYLE',
      at: `query ${name}`,
      published: style(name, published),
      ours: style(name, ours),
    }))

const isList = (name: string, call: SpecCall): boolean => call.parameters.get(name)?.type === 'array'

const style = (name: string, call: SpecCall): string =>
  call.commaLists.has(name) ? 'comma-separated' : 'repeated'

const compareFields = (part: string, published: SpecFields, ours: SpecFields): Difference[] => {
  const paths = [...new Set([...published.keys(), ...ours.keys()])]
  return paths.flatMap((path) => {
    const at = path === '' ? part : `${part} ${path}`
    return compareField(published.get(path), ours.get(path)).map((difference) => ({ ...difference, at }))
  })
}

const compareField = (published?: SpecField, ours?: SpecField): Omit<Difference, 'at'>[] => {
  if (ours === undefined) return [differs('FIELD_NEW', published?.type, 'unknown')]
  if (published === undefined) return ours.beyondSpec ? [] : [differs('FIELD_GONE', 'not listed', ours.type)]
  return [
    ...unless(published.required === ours.required, 'REQUIRED', published.required, ours.required),
    ...unless(published.nullable === ours.nullable, 'NULLABLE', published.nullable, ours.nullable),
    ...unless(published.type === ours.type, 'TYPE', published.type, ours.type),
    ...compareValues(published, ours),
    ...compareLimits(published.limits, ours.limits),
  ]
}

const compareValues = (published: SpecField, ours: SpecField): Omit<Difference, 'at'>[] => {
  if (ours.open) return []
  const theirs = [...(published.values ?? [])].sort().join()
  const own = [...(ours.values ?? [])].sort().join()
  return unless(theirs === own, 'VALUES', theirs || 'any', own || 'any')
}

const compareLimits = (published: SpecField['limits'], ours: SpecField['limits']): Omit<Difference, 'at'>[] =>
  [...new Set([...Object.keys(published), ...Object.keys(ours)])].flatMap((name) =>
    unless(
      published[name] === ours[name],
      'LIMIT',
      `${name} ${published[name] ?? 'none'}`,
      `${name} ${ours[name] ?? 'none'}`,
    ),
  )

const unless = (
  same: boolean,
  code: SpecDifferenceCode,
  published: unknown,
  ours: unknown,
): Omit<Difference, 'at'>[] => (same ? [] : [differs(code, published, ours)])

const differs = (code: SpecDifferenceCode, published: unknown, ours: unknown) => ({
  code,
  published: String(published),
  ours: String(ours),
})
