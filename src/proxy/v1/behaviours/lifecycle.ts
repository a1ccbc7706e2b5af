import { satisfies } from '../../../../mappings/dsl/facts.ts'
import type { UpstreamAnswer } from '../../../upstream/contract.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context } from '../context.ts'
import { converted, readJsonObject } from '../v2-calls.ts'
import { ownCall, valueAt } from './rows-by.ts'

/** Whether the pod is as the call was to make it. */
const isAsWanted = ({ route }: Context, answer: UpstreamAnswer): boolean => {
  if (answer.status !== 200 || !route.brings) return false
  const pod = converted(() => route.mapping.read.down(readJsonObject(answer)))
  return Object.entries(route.brings).every(([path, fact]) => satisfies(valueAt(pod, path), fact))
}

/** v1's start and stop answered 200 where the pod was so already; v2 says 409. */
export const idempotentAction: Behaviour = {
  settle: async (context, answer) => {
    if (answer.status !== 409) return answer
    const pod = await context.v2(ownCall(context))
    return isAsWanted(context, pod) ? pod : answer
  },
}

/** v2 has no reset. The operator decides whether a restart will do. */
export const resetByPolicy: Behaviour = {
  before: ({ config, route, notes }) => {
    const why = route.gone ?? ''
    if (config.reset === 'refuse') throw new ProxyError('FIELD_REFUSED', why, { at: route.id })
    notes.push({
      code: 'LOSSY',
      rule: route.id,
      at: route.old.path,
      why: `${why}: the pod was restarted instead`,
    })
  },
}
