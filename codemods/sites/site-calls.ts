import type { ts } from 'ts-morph'
import type { Site } from './sites.ts'

/** The calls that a site is made of: the outermost one, every wrapper's on the way, and the client's own. */
export const callsOf = ({ top, sink, scope }: Site): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>([top, sink.call])
  for (let frame = scope; frame; frame = frame.outer) found.add(frame.call)
  return found
}
