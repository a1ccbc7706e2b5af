import type { Clock } from '../clock.ts'
import type { Sequences } from '../state/sequences.ts'
import type { Table } from '../state/table.ts'
import type { BillingFamily, Charge, Component, Rates } from './charge.ts'

const MS_PER_HOUR = 3_600_000

/** USD of a charge between two instants. */
export const amountWithin = ({ rate, from, to }: Charge, start: number, end: number): number => {
  const overlap = Math.min(to ?? end, end) - Math.max(from, start)
  return overlap > 0 ? (rate * overlap) / MS_PER_HOUR : 0
}

/** What ran, for how long, at what rate. Deleting a resource ends its charges and never forgets them. */
export interface Ledger {
  /** From now on the resource costs this much; `{}` when it costs nothing any more. Unchanged rates run on. */
  meter(family: BillingFamily, resourceId: string, rates: Rates): void
  /** Adds something that is over: a job, a call of a public endpoint. */
  add(charge: Charge): void
  charges(): readonly Charge[]
  /** Forgets its sums; whoever calls it clears the table. */
  clear(): void
  /** USD spent up to now. Costs nothing to ask, however much has run. */
  spent(): number
  /** USD per hour of everything that is running now. */
  ratePerHour(families?: readonly BillingFamily[], components?: readonly Component[]): number
}

/** Charges in a table, by the clock. */
export const ledgerIn = (table: Table<Charge>, sequences: Sequences, clock: Clock): Ledger => {
  const open = new Map<string, Map<Component, string>>()
  const keyOf = (family: BillingFamily, resourceId: string): string => `${family}|${resourceId}`
  const openOf = (family: BillingFamily, resourceId: string): Map<Component, string> => {
    const key = keyOf(family, resourceId)
    const charges = open.get(key) ?? new Map<Component, string>()
    open.set(key, charges)
    return charges
  }
  // Sums over all charges: what is over in USD, what goes on as rate and rate times start
  let closed = 0
  let openRate = 0
  let openRateStart = 0
  const count = (charge: Charge, sign: 1 | -1): void => {
    if (charge.to !== null) closed += sign * amountWithin(charge, charge.from, charge.to)
    else {
      openRate += sign * charge.rate
      openRateStart += sign * charge.rate * charge.from
    }
  }
  const write = (id: string, charge: Charge): void => {
    const before = table.get(id)
    if (before) count(before, -1)
    count(table.put(id, charge), 1)
  }
  const index = (): void => {
    for (const [id, charge] of table.entries()) {
      count(charge, 1)
      if (charge.to === null) openOf(charge.family, charge.resourceId).set(charge.component, id)
    }
  }
  const clear = (): void => {
    open.clear()
    closed = 0
    openRate = 0
    openRateStart = 0
  }
  const end = (charges: Map<Component, string>, component: Component): void => {
    const id = charges.get(component)
    const charge = id === undefined ? undefined : table.get(id)
    charges.delete(component)
    if (id !== undefined && charge) write(id, { ...charge, to: clock.now() })
  }
  const rateNow = (charges: ReadonlyMap<Component, string>, component: Component): number =>
    table.get(charges.get(component) ?? '')?.rate ?? 0
  const meter = (family: BillingFamily, resourceId: string, rates: Rates): void => {
    const charges = openOf(family, resourceId)
    for (const component of new Set([...charges.keys(), ...(Object.keys(rates) as Component[])])) {
      const rate = rates[component] ?? 0
      if (rate === rateNow(charges, component)) continue
      end(charges, component)
      if (rate === 0) continue
      const id = sequences.next('charge')
      charges.set(component, id)
      write(id, { family, resourceId, component, rate, from: clock.now(), to: null })
    }
    if (charges.size === 0) open.delete(keyOf(family, resourceId))
  }
  index()
  return {
    meter,
    add: (charge) => write(sequences.next('charge'), charge),
    charges: () => table.values(),
    spent: () => closed + Math.max(0, openRate * clock.now() - openRateStart) / MS_PER_HOUR,
    clear,
    ratePerHour: (families, components) =>
      table
        .values()
        .filter(({ to, family, component }) => {
          const wanted = (families?.includes(family) ?? true) && (components?.includes(component) ?? true)
          return to === null && wanted
        })
        .reduce((sum, { rate }) => sum + rate, 0),
  }
}
