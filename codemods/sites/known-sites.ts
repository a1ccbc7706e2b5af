import type { Site } from './sites.ts'
import type { Trace } from './values/trace.ts'

const SITES = new WeakMap<Trace, readonly Site[]>()

/** Keeps the calls that a program makes, of whatever service, for those who ask for others than the one at hand. */
export const keepSites = (trace: Trace, sites: readonly Site[]): void => void SITES.set(trace, sites)

/** Every call of a library that the program makes; none before they were found. */
export const sitesKnown = (trace: Trace): readonly Site[] => SITES.get(trace) ?? []
