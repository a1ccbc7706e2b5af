import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { FieldRow, Row } from '../../../../mappings/dsl/row.ts'

/** What the proxy looks up in v2's catalog before a call, and a generated function can look up as well. */
export const LOOKUPS: readonly BehaviourName[] = ['gpuPools']

/** Whether a field becomes something that v2's catalog says. */
const isLookup = (row: Row): row is FieldRow =>
  row.kind === 'field' && row.only !== 'down' && LOOKUPS.some((name) => name === row.by)

/** The fields of a plan that are looked up. */
export const lookupRows = (plan: Plan): FieldRow[] => flatRows(plan.rows).filter(isLookup)

/** The generated function that looks something up. */
export const lookupName = (by: string): string => `${by}V2`

/** The generated function that looks up what a whole body needs, or completes it: `withWholeMountV2`. */
export const bodyFunctionName = (by: string): string => `with${by.charAt(0).toUpperCase()}${by.slice(1)}V2`
