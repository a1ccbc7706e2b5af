import type { BehaviourName } from '../../../mappings/dsl/behaviour.ts'
import { misfits, missingFrom } from '../../../mappings/dsl/fits.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import type { FieldRow } from '../../../mappings/dsl/row.ts'
import { activeRows, valueAt } from './changes.ts'

type Json = Readonly<Record<string, unknown>>

/** Of GPU types none is ever chosen for the caller: prices differ. */
const NEVER_CHOSEN: readonly BehaviourName[] = ['gpuFallback', 'gpuPools']

/** What has a function in the proxy gets its value there. */
const isFilled = ({ by, old: field }: FieldRow, old: Json): boolean =>
  by !== undefined && (!NEVER_CHOSEN.includes(by) || valueAt(old, field) !== undefined)

/** A rule over the whole document (path: none) may be met by whatever is filled in. */
const touches = (one: string, other: string): boolean =>
  one === '' || one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`)

/** What the proxy refuses of a create before it sends anything, but for what a catalog would have to be asked. */
export const certainRefusals = (facet: CompiledFacet, old: Json, doc: Json): readonly string[] => {
  if (facet.plan.facet !== 'create') return []
  const missing = missingFrom(facet, old)
  if (missing.length > 0) return missing.map((name) => `missing property '${name}'`)
  const filled = activeRows(facet, facet.plan.rows, old).flatMap((row) =>
    row.kind === 'field' && isFilled(row, old) ? [row.v2] : [],
  )
  const certain = misfits(facet, doc).filter(({ path }) => !filled.some((one) => touches(path, one)))
  return [...new Set(certain.map(({ says }) => says))]
}
