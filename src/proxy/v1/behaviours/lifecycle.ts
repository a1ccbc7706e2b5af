import type { UpstreamAnswer } from '../../../upstream/contract.ts'
import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context } from '../context.ts'
import { readJsonObject } from '../v2-calls.ts'

const POD = '/v2/pods/{id}'
const present = (context: Context) =>
  context.v2({ method: 'GET', path: POD.replace('{id}', context.id), route: POD })

/** The old state that each action was meant to bring about. */
const WANTED: Record<string, string> = { start: 'RUNNING', stop: 'EXITED' }

const isAsWanted = (context: Context, pod: UpstreamAnswer): boolean => {
  const wanted = WANTED[String(context.route.sends?.action)]
  return pod.status === 200 && context.route.mapping.read.down(readJsonObject(pod)).desiredStatus === wanted
}

/** v1's start and stop answered 200 where the pod was so already; v2 says 409. */
export const idempotentAction: Behaviour = {
  settle: async (context, answer) => {
    if (answer.status !== 409) return answer
    const pod = await present(context)
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
