import type { ts } from 'ts-morph'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import { functionAround } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'

/** What runs with a node: the function around it, or its file. */
export const placeAround = (node: ts.Node): ts.Node => functionAround(node) ?? node.getSourceFile()

/** The functions a call's answer passes through: the one that makes it, and every wrapper on the way. */
export const functionsOf = (site: Site): ts.Node[] => {
  const found = new Set<ts.Node>()
  for (const frame of framesFrom(site.scope)) found.add(frame.callee)
  const own = functionAround(site.sink.call)
  if (own) found.add(own)
  for (const hook of [...(site.sink.hooks ?? []), ...(site.sink.failed ?? [])]) found.add(hook)
  return [...found]
}
