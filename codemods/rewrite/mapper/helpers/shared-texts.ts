import { SHARED } from './shared.generated.ts'

/** A function that the proxy runs and that programs are given as it is. */
export type SharedName = keyof typeof SHARED

interface Shared {
  readonly needs: readonly SharedName[]
  readonly text: string
}

const all: Readonly<Record<SharedName, Shared>> = SHARED

/** Their names, in the order in which they build on each other. */
export const SHARED_NAMES = Object.keys(SHARED) as readonly SharedName[]

const each = <T>(of: (shared: Shared) => T): Record<SharedName, T> =>
  Object.fromEntries(SHARED_NAMES.map((name) => [name, of(all[name])])) as Record<SharedName, T>

/** Their texts; `¤` stands for a quote, `§` for a semicolon. */
export const SHARED_TEXTS = each(({ text }) => text)

/** What each of them uses of the others. */
export const SHARED_NEEDS = each(({ needs }) => needs)
