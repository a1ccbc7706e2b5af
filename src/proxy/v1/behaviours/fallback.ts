import type { BehaviourName } from '../../../../mappings/dsl/behaviour.ts'
import type { FieldRow } from '../../../../mappings/dsl/row.ts'
import { byStock, type Listed, stockQuery } from '../../../../mappings/shared/stock.ts'
import type { UpstreamAnswer } from '../../../upstream/contract.ts'
import { isCapacityRefusal } from '../../capacity.ts'
import type { Behaviour, Context } from '../context.ts'
import { preflight } from '../preflight.ts'
import { anyFlavor, noteAnyFlavor } from './any-cpu-flavor.ts'
import { fieldsBy, servedBy, setAt, valueAt } from './rows-by.ts'

interface Fallback {
  readonly name: BehaviourName
  /** What the catalog says of each choice's stock. */
  readonly stock: (context: Context) => Promise<readonly unknown[]>
  /** What to try where the caller named nothing; undefined for nothing. */
  readonly any?: (context: Context, row: FieldRow) => Promise<readonly string[]> | undefined
}

/** Without the catalog the choices are tried as given: a missing hint must not cost the caller his pod. */
const ordered = async (context: Context, choices: readonly string[], { name, stock }: Fallback) => {
  const priority = servedBy(context.route.facet, name)[0]
  const order = priority && valueAt(context.body, priority.old)
  if (order != null && !priority?.allow?.includes(order)) return choices
  return byStock(choices, (await stock(context).catch(() => [])) as readonly Listed[])
}

const tryEach = async (choices: readonly string[], send: (choice: string) => Promise<UpstreamAnswer>) => {
  for (const choice of choices.slice(0, -1)) {
    const answer = await send(choice)
    if (!isCapacityRefusal(answer)) return answer
  }
  return send(choices.at(-1) ?? '')
}

/** Undefined at once where there is nothing to try, as in most calls. */
const choicesOf = (
  context: Context,
  row: FieldRow,
  fallback: Fallback,
): Promise<readonly string[]> | undefined => {
  const given = valueAt(context.body, row.old)
  if (!Array.isArray(given) || given.length === 0) return fallback.any?.(context, row)
  if (given.length < 2) return undefined
  const choices = [...new Set(given as string[])]
  // The case may have chosen the other kind of hardware: then there is nothing to try here.
  if (choices.length < 2 || valueAt(context.doc, row.v2) === undefined) return undefined
  if (context.route.facet && context.doc) preflight(context.route.facet, context.doc)
  return ordered(context, choices, fallback)
}

/**
 * v2 takes one choice where v1 took a list. The next is tried only after v2 answered that it has no instances: after
 * any other refusal, a 5xx or a timeout something may exist already.
 */
const fallbackOver = (fallback: Fallback): Behaviour => {
  const sendEach = async (
    context: Context,
    row: FieldRow,
    asked: Promise<readonly string[]>,
    send: () => Promise<UpstreamAnswer>,
  ) => {
    const choices = await asked
    if (choices.length === 0) return send()
    return tryEach(choices, (choice) => {
      setAt(context.doc ?? {}, row.v2, choice)
      return send()
    })
  }
  return {
    send: (context, send) => {
      const row = fieldsBy(context.route.facet, fallback.name)[0]
      const choices = row && choicesOf(context, row, fallback)
      return row && choices ? sendEach(context, row, choices, send) : send()
    },
  }
}

/** The question as a query. */
const stockOf = (doc: object): string => new URLSearchParams(stockQuery(doc)).toString()

/** Tries several GPU types. */
export const gpuFallback = fallbackOver({
  name: 'gpuFallback',
  stock: ({ catalog, doc = {} }) => catalog.gpus(stockOf(doc)),
})

/** Tries several CPU flavors; v1 took any that was to be had where none was named. */
export const cpuFallback = fallbackOver({
  name: 'cpuFallback',
  stock: ({ catalog }) => catalog.cpus(stockOf({})),
  any: (context, row) => {
    const size = valueAt(context.doc, row.v2.replace(/[^.]+$/, 'vcpuCount'))
    return typeof size === 'number' ? anyOf(context, size, row) : undefined
  },
})

const anyOf = async (context: Context, size: number, row: FieldRow): Promise<readonly string[]> => {
  const flavors = await anyFlavor(context, 'POD', size, row.old)
  noteAnyFlavor(context, row.old)
  return flavors
}
