import type { Cloud } from '../../../mappings/schemas/v2/compute.ts'
import { cpus } from './cpus.ts'
import { gpus } from './gpus.ts'

/** One kind of machine in one place. `id` is a GPU type (units are GPUs) or a CPU flavor (units are vCPUs). */
export interface Slot {
  readonly id: string
  readonly cloud: Cloud
  readonly dataCenterId: string
}

/** How much of everything is free. What pods take is counted here; what a test takes away is set here. */
export interface Stock {
  /** Units that can be had now; below zero where a test took away what is in use. */
  free(slot: Slot): number
  /** True where there are, or were, machines of that kind: full is not the same as not offered. */
  offers(slot: Slot): boolean
  take(slot: Slot, units: number): void
  give(slot: Slot, units: number): void
  /** Sets what there is, used or not, in every matching place. @returns how many places matched */
  set(match: Partial<Slot> & { readonly id: string }, units: number): number
  /** The catalog's own stock, nothing in use. */
  reset(): void
}

interface Shelf {
  readonly slot: Slot
  readonly initial: number
  total: number
  used: number
}

const keyOf = ({ id, cloud, dataCenterId }: Slot): string => `${id}|${cloud}|${dataCenterId}`

const shelvesOf = (id: string, cloud: Cloud, stock: Readonly<Record<string, number>>): Shelf[] =>
  Object.entries(stock).map(([dataCenterId, units]) => ({
    slot: { id, cloud, dataCenterId },
    initial: units,
    total: units,
    used: 0,
  }))

const allShelves = (): Shelf[] => [
  ...gpus.flatMap(({ gpu, stock }) => [
    ...shelvesOf(gpu.id, 'SECURE', stock.SECURE),
    ...shelvesOf(gpu.id, 'COMMUNITY', stock.COMMUNITY),
  ]),
  ...cpus.flatMap(({ cpu, stock }) => shelvesOf(cpu.id, 'SECURE', stock)),
]

const matches = (slot: Slot, match: Partial<Slot>): boolean =>
  (match.id === undefined || match.id === slot.id) &&
  (match.cloud === undefined || match.cloud === slot.cloud) &&
  (match.dataCenterId === undefined || match.dataCenterId === slot.dataCenterId)

/** The stock of a fresh sandbox. */
export const openStock = (): Stock => {
  const shelves = new Map(allShelves().map((shelf) => [keyOf(shelf.slot), shelf]))
  const use = (slot: Slot, units: number): void => {
    const shelf = shelves.get(keyOf(slot))
    if (shelf) shelf.used += units
  }
  return {
    free: (slot) => {
      const shelf = shelves.get(keyOf(slot))
      return shelf ? shelf.total - shelf.used : 0
    },
    offers: (slot) => shelves.has(keyOf(slot)),
    take: use,
    give: (slot, units) => use(slot, -units),
    set: (match, units) => {
      const chosen = [...shelves.values()].filter(({ slot }) => matches(slot, match))
      for (const shelf of chosen) shelf.total = units
      return chosen.length
    },
    reset: () => {
      for (const shelf of shelves.values()) Object.assign(shelf, { total: shelf.initial, used: 0 })
    },
  }
}
