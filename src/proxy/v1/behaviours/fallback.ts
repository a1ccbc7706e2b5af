import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { UpstreamAnswer } from '../../../upstream/contract.ts'
import { byStock, isCapacityRefusal } from '../../capacity.ts'
import type { Behaviour, Context } from '../context.ts'
import { fieldsBy, servedBy, setAt, valueAt } from './rows-by.ts'

type Stock = (context: Context) => Promise<readonly unknown[]>

/** Without the catalog the choices are tried as given: a missing hint must not cost the caller his pod. */
const ordered = async (context: Context, choices: readonly string[], name: BehaviourName, stock: Stock) => {
  const priority = servedBy(context.route.mapping.create, name)[0]
  if (priority && valueAt(context.body, priority.old) === 'custom') return choices
  return byStock(choices, await stock(context).catch(() => []))
}

const tryEach = async (choices: readonly string[], send: (choice: string) => Promise<UpstreamAnswer>) => {
  for (const choice of choices.slice(0, -1)) {
    const answer = await send(choice)
    if (!isCapacityRefusal(answer)) return answer
  }
  return send(choices.at(-1) ?? '')
}

/**
 * v2 takes one choice where v1 took a list. The next is tried only after v2 answered that it has no instances: after
 * any other refusal, a 5xx or a timeout something may exist already.
 */
const fallback = (name: BehaviourName, stock: Stock): Behaviour => ({
  send: async (context, send) => {
    const row = fieldsBy(context.route.mapping.create, name)[0]
    const given = row ? valueAt(context.body, row.old) : undefined
    const choices = Array.isArray(given) ? [...new Set(given as string[])] : []
    // The case may have chosen the other kind of hardware: then there is nothing to try here.
    if (!row || choices.length < 2 || valueAt(context.doc, row.v2) === undefined) return send()
    return tryEach(await ordered(context, choices, name, stock), (choice) => {
      setAt(context.doc ?? {}, row.v2, choice)
      return send()
    })
  },
})

const AVAILABILITY = 'include=AVAILABILITY&product=POD'

const gpuStock: Stock = ({ catalog, doc }) => {
  const search = new URLSearchParams(AVAILABILITY)
  search.set('count', String(valueAt(doc, 'gpu.count') ?? 1))
  const cloud = valueAt(doc, 'cloud')
  if (typeof cloud === 'string') search.set('cloud', cloud)
  return catalog.gpus(search.toString())
}

/** Tries several GPU types. */
export const gpuFallback = fallback('gpuFallback', gpuStock)

/** Tries several CPU flavors. */
export const cpuFallback = fallback('cpuFallback', ({ catalog }) => catalog.cpus(AVAILABILITY))
