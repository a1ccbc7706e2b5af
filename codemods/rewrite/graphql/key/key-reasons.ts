import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Reason, reasons } from '../../reason.ts'
import {
  headersFrom,
  isKeyWritten,
  isQueryOpen,
  keyOver,
  keySometimes,
  keysDecided,
  otherHeaderOf,
} from './graphql-key.ts'
import { keyApart } from './key-apart.ts'

/** Why a key that the call sends cannot be said where it moves to. */
export const unnamed = (trace: Trace, site: Site, text: string): Reason => {
  const decided = keysDecided(trace, site)
  if (decided.length > 0) return reasons.decidedKey(decided)
  const by = keySometimes(trace, site)
  if (by) return reasons.keySometimes(by.getText())
  const over = keyOver(trace, site)
  return over ? reasons.keyOver(over.getText()) : reasons.key(text)
}

/** Why no key can be given to a call that needs one. */
export const keyless = (trace: Trace, site: Site): Reason => {
  if (isKeyWritten(trace, site)) return reasons.writtenKey()
  const [apart, from] = [keyApart(trace, site)?.getText(), headersFrom(trace, site)]
  const set = apart ?? (from && HEADER_SET.test(from) ? from : undefined)
  if (set !== undefined) return reasons.keyApart(set)
  return isQueryOpen(site) ? reasons.keyInQuery() : reasons.noKey(otherHeaderOf(trace, site), from)
}

/** `this.headers.Authorization`, which something sets. */
const HEADER_SET = /\.authorization$/i
