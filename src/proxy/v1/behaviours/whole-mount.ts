import { ProxyError } from '../../errors.ts'
import type { Behaviour, Context, Json } from '../context.ts'
import { ownCall } from './rows-by.ts'

const objectIn = (parent: unknown, key: string): Json | undefined => {
  const value = typeof parent === 'object' && parent !== null ? (parent as Json)[key] : undefined
  return typeof value === 'object' && value !== null ? (value as Json) : undefined
}

const HALVES = ['size', 'path'] as const

/**
 * A v1 caller may change a volume's size or its path alone; v2 takes the mount whole. So the present mount is read and
 * the given half laid over it.
 */
export const wholeMount: Behaviour = {
  before: async (context) => {
    const given = objectIn(objectIn(context.doc, 'mounts'), 'persistent')
    if (!given || HALVES.every((half) => half in given)) return
    const mounts = objectIn(await context.read(ownCall(context)), 'mounts')
    if (movesNetworkMount(context, mounts, given)) return
    const present = objectIn(mounts, 'persistent')
    const whole = { ...present, ...given }
    const missing = HALVES.filter((half) => !(half in whole))
    if (missing.length > 0) throw halfMount(context.route.mapping.update?.wording.field, missing)
    Object.assign(given, whole)
  },
}

/** The path a v1 caller gave may be that of the network volume: then it moves there. */
const movesNetworkMount = (context: Context, mounts: Json | undefined, given: Json): boolean => {
  const network = mounts?.network
  const mounted = Array.isArray(network) ? (network[0] as Json | undefined) : undefined
  if (!mounted || 'size' in given) return false
  context.doc = { ...context.doc, mounts: { network: [{ ...mounted, ...given }] } }
  return true
}

const halfMount = (say: ((path: string) => string) | undefined, missing: readonly string[]) => {
  const names = missing.map((half) => say?.(`mounts.persistent.${half}`) ?? half).join(', ')
  const detail = `There is no volume yet, so ${names} must be given as well.`
  return new ProxyError('FIELD_REFUSED', detail, { at: names })
}
