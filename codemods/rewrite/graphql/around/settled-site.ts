import { settlementOf } from '../../../sites/answers/held/piped.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * `firstValueFrom(http.post(…))`: together they are a promise of what axios gives, and that is what a call of v2 stands
 * for. A site of anything else is given back as it is, one with a `pipe` on the way among them: what that does would go.
 */
export const settledSite = (trace: Trace, site: Site): Site => {
  const { sink, top } = site
  if (sink.answer !== 'stream' || top !== sink.call) return site
  const settled = settlementOf(trace, top, true)
  const [given] = settled?.arguments ?? []
  if (!settled || !given || bare(given) !== top) return site
  return { ...site, top: settled, sink: { ...sink, answer: 'axios', call: settled } }
}
