import type { Behaviour, Json } from '../context.ts'
import { ownCall } from './rows-by.ts'

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
    const { scaling } = (await context.read(ownCall(context))) as { scaling?: Scaling | null }
    const present = scaling ?? {}
    const type = given.type ?? present.type
    const value = numberOf(given) ?? numberOf(present)
    // A delay may be a fraction of a second, a number of requests may not.
    const whole: Json =
      type === 'REQUEST_COUNT'
        ? { type, requestCount: value === undefined ? value : Math.max(1, Math.round(value)) }
        : { type, queueDelay: value }
    context.doc = { ...context.doc, scaling: whole }
  },
}
