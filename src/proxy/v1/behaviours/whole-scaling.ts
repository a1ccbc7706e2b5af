import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import { withoutIdleTime } from '../../../../mappings/shared/endpoints.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { ownCall, valueAt } from './rows-by.ts'

interface Scaling {
  readonly type?: string
  readonly queueDelay?: number
  readonly requestCount?: number
}

const numberOf = ({ queueDelay, requestCount }: Scaling): number | undefined => queueDelay ?? requestCount

/** A v1 caller may change the kind of scaling, its value or the idle time alone; the endpoint says what v2 takes then. */
export const wholeScaling: Behaviour = {
  before: async (context) => {
    const given = context.doc?.scaling as Scaling | undefined
    const isHalf = given !== undefined && (given.type === undefined || numberOf(given) === undefined)
    const unsure = given?.type === undefined ? mayBeRefused(context) : undefined
    if (!isHalf && !unsure) return
    const endpoint = (await context.read(ownCall(context))) as { scaling?: Scaling }
    if (isHalf) context.doc = { ...context.doc, scaling: completed(given, endpoint.scaling ?? {}) }
    const kept = withoutIdleTime(context.doc ?? {}, endpoint)
    if (!unsure || kept === context.doc) return
    context.doc = kept as Json
    context.notes.push(unsure)
  },
}

/** What was given and v2 takes of some endpoints alone; the note that says so where it is left out. */
const mayBeRefused = ({ route, doc }: Context): Context['notes'][number] | undefined => {
  const plan = route.facet?.plan
  if (!plan) return undefined
  for (const row of flatRows(plan.rows))
    if (row.kind === 'field' && row.mayRefuse && valueAt(doc, row.v2) !== undefined)
      return { code: 'DROPPED', rule: ruleOf(plan, row.old), at: row.old, why: row.mayRefuse }
  return undefined
}

const completed = (given: Scaling, present: Scaling): Json => {
  const type = given.type ?? present.type
  const value = numberOf(given) ?? numberOf(present)
  // A delay may be a fraction of a second, a number of requests may not.
  return type === 'REQUEST_COUNT'
    ? { type, requestCount: value === undefined ? value : Math.max(1, Math.round(value)) }
    : { type, queueDelay: value }
}
