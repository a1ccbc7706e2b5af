import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import { UpstreamError } from '../../../upstream/contract.ts'
import { ProxyError } from '../../errors.ts'
import { type Behaviour, type Context, type Result, V2Refusal } from '../context.ts'
import { converted } from '../v2-calls.ts'
import { servedBy, valueAt } from './rows-by.ts'

const lock = async (context: Context, result: Result, field: string): Promise<void> => {
  const { mapping, v2 } = context.route
  const id = encodeURIComponent(String(result.v2[0]?.id))
  const body = mapping.update?.up({ [field]: true }).doc ?? {}
  const locked = await context.read({
    method: 'PATCH',
    path: `${v2.path}/${id}`,
    route: `${v2.path}/{id}`,
    body,
  })
  result.old[0] = converted(() => mapping.read.down(locked))
  result.v2[0] = locked
}

/** What may go wrong upstream; a mistake of ours is none of these. */
const isUpstream = (error: unknown) =>
  error instanceof V2Refusal || error instanceof UpstreamError || error instanceof ProxyError

/** The pod exists by now: a lock that failed is a note, never an error that would make the caller create again. */
const lockOrNote = async (context: Context, result: Result, facet: CompiledFacet, field: string) => {
  try {
    await lock(context, result, field)
  } catch (error) {
    if (!isUpstream(error)) throw error
    const why = 'the pod was made, but v2 did not lock it: lock it with an update'
    context.notes.push({ code: 'DROPPED', rule: ruleOf(facet.plan, field), at: field, why })
  }
}

/** v2 makes a pod unlocked: it is locked once it is there, or a note says that it is not. */
export const lockAfterCreate: Behaviour = {
  after: (context, result) => {
    const facet = context.route.mapping.create
    const row = servedBy(facet, 'lockAfterCreate')[0]
    if (!facet || !row || valueAt(context.body, row.old) !== true) return
    return lockOrNote(context, result, facet, row.old)
  },
}
