import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import { UpstreamError } from '../../../upstream/contract.ts'
import { type Behaviour, type Context, type Json, type Result, V2Refusal } from '../context.ts'
import { servedBy, valueAt } from './rows-by.ts'

const POD = '/v2/pods/{id}'

const lock = async (context: Context, result: Result): Promise<void> => {
  const id = encodeURIComponent(String(result.v2[0]?.id))
  const path = POD.replace('{id}', id)
  const locked: Json = await context.read({ method: 'PATCH', path, route: POD, body: { locked: true } })
  result.v2[0] = locked
  result.old[0] = context.route.mapping.read.down(locked)
}

/** The pod exists by now: a lock that failed is a note, never an error that would make the caller create again. */
export const lockAfterCreate: Behaviour = {
  after: async (context, result) => {
    const facet = context.route.mapping.create
    const row = servedBy(facet, 'lockAfterCreate')[0]
    if (!facet || !row || valueAt(context.body, row.old) !== true) return
    try {
      await lock(context, result)
    } catch (error) {
      if (!(error instanceof V2Refusal || error instanceof UpstreamError)) throw error
      const why = 'the pod was made, but v2 did not lock it: lock it with an update'
      context.notes.push({ code: 'DROPPED', rule: ruleOf(facet.plan, row.old), at: row.old, why })
    }
  },
}
