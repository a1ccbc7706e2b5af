import type { ts } from 'ts-morph'
import { framesFrom } from './program/frames/frames.ts'
import type { Site } from './sites.ts'

/** The calls that a site is made of: the outermost one, every wrapper's on the way, and the client's own. */
export const callsOf = ({ top, sink, scope }: Site): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>([top, sink.call])
  for (const frame of framesFrom(scope)) found.add(frame.call)
  return found
}
