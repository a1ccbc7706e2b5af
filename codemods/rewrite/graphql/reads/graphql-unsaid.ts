import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet, Resource } from '../../../../mappings/dsl/mapping.ts'
import type { RestCall } from '../../../../mappings/graphql/calls.ts'
import { kindOfPrice, unsaidOfPrice } from '../../../../mappings/graphql/catalog-rows.ts'
import { unsaidOfItems } from '../../../../mappings/graphql/pod-rows.ts'
import { graphqlVolumes } from '../../../../mappings/graphql/volume-rows.ts'
import { type LostRead, readPathsOf } from '../../answer/reads/read-paths.ts'
import { isExtra } from '../../mapper/graphql/mapper-graphql-read.ts'
import { volumeRow } from '../../mapper/helpers/catalog-names.ts'
import { type Asked, pathsIn } from '../document/graphql-document.ts'
import { graphqlReasons, NO_TYPES } from '../graphql-reasons.ts'
import { TYPE_NAME } from './selection-unread.ts'

/** What is done with a field that is asked for, where v2 does not say it. */
export interface Missed {
  /** Whether all that reads it takes null for a value that is not known. */
  readonly isSpare: (asked: Asked, at: string) => boolean
  /** The places where it hangs on the field what the program does. */
  readonly deciding: (asked: Asked, at: string) => readonly ts.Node[]
  /** The places in other files than the call's that read it. */
  readonly elsewhere: (asked: Asked, at: string) => readonly ts.Node[]
}

/**
 * What is asked for that v2 does not say: a note where it reads as unknown, a refusal where it would pass for a number, or
 * where it hangs on it what the program does.
 * @param missed what the program does with a field; without it, nothing that tells
 */
export const unsaid = (asked: Asked, call: RestCall, resource: Resource, missed?: Missed): Finding[] => {
  const isSpare = (at: string): boolean => missed?.isSpare(asked, at) ?? false
  const { plan } = resource.read
  return pathsIn(asked.selected ?? []).flatMap((path): Finding[] => {
    const finding = { rule: `${plan.id}.read.${path}`, at: path }
    if (path.split('.').at(-1) === TYPE_NAME)
      return [{ code: 'REFUSED', rule: graphqlReasons.typeName().rule, at: path, why: NO_TYPES }]
    const isPrice = call.needsAll && unsaidOfPrice.has(path)
    if (isPrice && isSpare(path)) return [{ ...finding, code: 'DROPPED', why: SPARE }]
    if (isPrice)
      return [{ ...finding, code: 'REFUSED', why: UNSAID[kindOfPrice(path)], fix: numberFix(path) }]
    const near = nearlySaid(plan, path) ?? unsaidOfItems.get(path)
    if (near !== undefined) return [{ ...finding, code: 'DROPPED', why: near }]
    const row = flatRows(plan.rows).find(
      (one) => 'old' in one && one.kind !== 'field' && (one.old === path || path.startsWith(`${one.old}.`)),
    )
    if (!row || !('why' in row) || isExtra(plan.id, path)) return []
    if (row.kind === 'serve') {
      const served = call.serves?.includes(row.by) === true && !isBeyondVolume(path)
      return served ? [] : [{ ...finding, code: 'REFUSED', why: row.why ?? 'v2 does not say it' }]
    }
    if (row.kind !== 'drop' && row.kind !== 'refuse') return []
    if (isSaidElse(plan, path)) return []
    if (call.needsAll && isSpare(path)) return [{ ...finding, code: 'DROPPED', why: SPARE }]
    if (missed && missed.deciding(asked, path).length > 0)
      return [{ ...finding, code: 'REFUSED', why: `${row.why}${DECIDES}` }]
    return [{ ...finding, code: call.needsAll ? 'REFUSED' : 'DROPPED', why: row.why }]
  })
}

/** The reads of what is missed that stand in other files than the call. */
export const lostElsewhere = (
  asked: Asked,
  resource: Resource,
  findings: readonly Finding[],
  { elsewhere }: Missed,
): readonly LostRead[] => {
  const { lossOf, standInOf } = readPathsOf(resource)
  return findings.flatMap(({ code, rule, at, why }) => {
    const path = at.split('.')
    const isOfAnswer = code === 'DROPPED' && rule.includes('.read.')
    // The row is that of all that is asked for a price, or of a list's items, most of which v2 says
    const isOfPart = unsaidOfPrice.has(at) || unsaidOfItems.has(at)
    const own = isOfPart ? { rule, why, isElsewhere: false, isOfSome: false } : undefined
    const loss = isOfAnswer ? (own ?? lossOf(path) ?? standInOf(path)) : undefined
    return loss ? elsewhere(asked, at).map((node) => ({ ...loss, path, node })) : []
  })
}

/** What GraphQL said of a pod's network volume, and the list of volumes does not. */
const isBeyondVolume = (path: string): boolean =>
  path.startsWith(`${volumeRow.old}.`) &&
  !flatRows(graphqlVolumes.read.plan.rows).some(
    (row) => row.kind === 'field' && path === `${volumeRow.old}.${row.old}`,
  )

const UNSAID = {
  price:
    'v2 does not say it, and where it is read, null may pass for a number, or another price be taken for it',
  number: 'v2 does not say it, and where it is read, null may pass for a number',
  neither: 'v2 does not say it, and not all that may read it was seen to take null for not known',
}
const numberFix = (at: string): string => `do without ${at}, or take null for not known where it is read`
const DECIDES = ', and what the program does hangs on it'
const SPARE = 'v2 does not say it: what reads it is given null, and takes that for not known'

/** Why what v2 gives in the place of a field is not quite what it said: the data center, for a country. */
const nearlySaid = ({ rows }: CompiledFacet['plan'], path: string): string | undefined =>
  flatRows(rows)
    .filter((row) => row.kind === 'field')
    .find((row) => row.old === path && row.only === 'down')?.why

/** Whether another case has the field: where it is dropped, its neutral value is all there was. */
const isSaidElse = ({ rows }: CompiledFacet['plan'], path: string): boolean =>
  flatRows(rows).some((row) => row.kind === 'field' && row.old === path && row.only !== 'up')
