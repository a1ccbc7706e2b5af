import { identifier } from './identifiers.ts'
import type { Table } from './table.ts'

/** Lengths of the service's ids, by family. */
const LENGTHS = {
  template: 10,
  pod: 14,
  endpoint: 14,
  volume: 10,
  registry: 25,
  delegation: 25,
  cluster: 14,
  secret: 25,
  release: 25,
  charge: 16,
} as const

/** A kind of thing that has ids of its own. */
export type Family = keyof typeof LENGTHS

/** Gives out ids, each once, also across restarts. */
export interface Sequences {
  next(family: Family): string
  /** How many ids of the family were given out. */
  count(family: Family): number
}

/** Counts in the table it is given. */
export const sequencesIn = (counts: Table<number>): Sequences => {
  const count = (family: Family): number => counts.get(family) ?? 0
  return {
    count,
    next: (family) => identifier(family, counts.put(family, count(family) + 1), LENGTHS[family]),
  }
}
