import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { branchesOf } from './branches.ts'
import { closable, openGap, openParameter } from './open-parts.ts'
import { framesFrom, type Scope } from './program/frames/frames.ts'
import type { Branch } from './program/frames/source.ts'
import { eachNode } from './program/syntax/nodes.ts'
import { readSink } from './read-sink.ts'
import { saysNoMore, withOption } from './says-no-more.ts'
import { appended, type Sink } from './sink.ts'
import { addresses, methodTexts } from './site-texts.ts'
import { type Hosts, type Located, locate } from './texts/locate.ts'
import { withSetting } from './texts/setting-base.ts'
import type { Gap, Text } from './texts/text.ts'
import type { Trace } from './values/trace.ts'

/** One call as its outermost caller makes it, with the way down to the library's call. */
export interface Site {
  readonly sink: Sink
  /** The call at which everything that matters is known: the library's own, or a wrapper's. */
  readonly top: ts.CallExpression | ts.NewExpression
  readonly scope: Scope | undefined
  /** One for each alternative address. */
  readonly located: readonly Located[]
  /** One for each alternative method, upper case; empty where it is not known. */
  readonly methods: readonly Text[]
  /** Set where the trail ends before the address is known. */
  readonly open?: Gap
  /** Set where the call is one of two, by a condition on which its method hangs. */
  readonly branch?: Branch
}

const MOST_FRAMES = 6
/** Sites one library call may have through its wrappers. */
const MOST_SITES = 2000

/** What tells whether a site's address and operation are known, once a located address is at hand. */
export interface SiteOptions {
  readonly hosts: Hosts
  readonly routes: readonly Route[]
}

/**
 * Every call site of a file's library calls, followed up through wrappers to where the path is said.
 * @param failed told of a call whose analysis came to an unexpected end; the others are found all the same
 */
export const sitesIn = (
  trace: Trace,
  file: ts.SourceFile,
  options: SiteOptions,
  failed: (node: ts.Node, error: unknown) => void = rethrow,
): Site[] => {
  const found: Site[] = []
  eachNode(file, (node) => {
    if (!compiler.isCallExpression(node)) return
    try {
      trace.from(undefined)
      const sink = readSink(trace, node)
      if (sink) found.push(...sitesOf(trace, sink, options))
    } catch (error) {
      failed(node, error)
    }
  })
  return found
}

const rethrow = (_node: ts.Node, error: unknown): never => {
  throw error
}

/** The sites of one library call. Where there are too many, the call itself stands for them all, and holds its base. */
export const sitesOf = (trace: Trace, sink: Sink, options: SiteOptions): Site[] => {
  const found: Site[] = []
  const step = { sink, top: sink.call, scope: undefined }
  ascend(trace, step, options, found, 0)
  return found.length > MOST_SITES ? [describe(trace, step, options)] : found
}

type Step = Pick<Site, 'sink' | 'top' | 'scope'>

const ascend = (trace: Trace, step: Step, options: SiteOptions, found: Site[], depth: number): void => {
  if (found.length > MOST_SITES) return
  const site = describe(trace, step, options)
  const needed = openParameter(trace, site)
  if (!needed || depth >= MOST_FRAMES) {
    const branches = branchesOf(trace, site).map((branch) =>
      trace.assuming(branch, () => ({ ...describe(trace, step, options), branch })),
    )
    found.push(...(branches.length > 0 ? branches : [site]))
    return
  }
  const callee = needed.parent
  const calls = trace.callers(callee).filter((call) => call !== step.top && !insideScope(step, call))
  const above: Site[] = []
  for (const call of calls) {
    const scope = appended(step.scope, trace.frame(callee, call))
    ascend(trace, { sink: step.sink, top: call, scope }, options, above, depth + 1)
  }
  const isSaidHere = closable(site) && above.every((one) => saysNoMore(one, site, options.routes))
  if (calls.length === 0 || isSaidHere)
    found.push(withOption(site, describe(trace, step, options, closable(site) ? callee : undefined)))
  else found.push(...above)
}

const insideScope = (step: Step, call: ts.Node): boolean => {
  for (const frame of framesFrom(step.scope)) if (frame.call === call) return true
  return false
}

const describe = (trace: Trace, step: Step, { hosts }: SiteOptions, closed?: ts.Node): Site => {
  trace.from(step.top, closed)
  const located = trace.remembering(
    () => addresses(trace, step).map((text) => locate(withSetting(trace, text), hosts)),
    (found) => found.every(({ family }) => family === 'v1'),
  )
  const methods = methodTexts(trace, step)
  const open = located.map((one) => openGap(trace, one)).find((gap) => gap !== undefined)
  return { ...step, located, methods, ...(open ? { open } : {}) }
}
