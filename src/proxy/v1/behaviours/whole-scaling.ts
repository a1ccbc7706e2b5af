import type { Behaviour, Json } from '../context.ts'

interface Scaling {
  readonly type?: string
  readonly queueDelay?: number
  readonly requestCount?: number
}

const numberOf = ({ queueDelay, requestCount }: Scaling): number | undefined => queueDelay ?? requestCount

/** A v1 caller may change the kind of scaling or its value alone; v2 takes both together. */
export const wholeScaling: Behaviour = {
  before: async (context) => {
    const given = context.doc?.scaling as Scaling | undefined
    if (!given || (given.type !== undefined && numberOf(given) !== undefined)) return
    const route = context.route.v2.path
    const path = route.replace(/\{\w+\}/, context.id)
    const { scaling: present = {} } = (await context.read({ method: 'GET', path, route })) as {
      scaling?: Scaling
    }
    const type = given.type ?? present.type
    const value = numberOf(given) ?? numberOf(present)
    const whole: Json = type === 'REQUEST_COUNT' ? { type, requestCount: value } : { type, queueDelay: value }
    context.doc = { ...context.doc, scaling: whole }
  },
}
