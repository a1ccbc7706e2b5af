import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { branchesOf } from './branches.ts'
import { closable, openGap, openParameter } from './open-parts.ts'
import { isOperation, openChoice, openReceiver, pathsUntold } from './open-receiver.ts'
import { isChosenBy } from './program/frames/chosen-by.ts'
import { framesFrom, type Scope } from './program/frames/frames.ts'
import type { Branch } from './program/frames/source.ts'
import { callsOfClosed } from './program/names/closed-function.ts'
import { eachNode } from './program/syntax/nodes.ts'
import { mayGetTo } from './program/ways/gets-to.ts'
import { readSink } from './read-sink.ts'
import { saysNoMore, withOption } from './says-no-more.ts'
import { appended, type Sink } from './sink.ts'
import { addresses, methodTexts } from './site-texts.ts'
import { type Hosts, type Located, locate } from './texts/locate.ts'
import { withSetting } from './texts/setting-base.ts'
import { type Gap, shapeOf, type Text } from './texts/text.ts'
import { isCalledInSight } from './uncalled.ts'
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
  /** Set for the paths of a method that each class means otherwise, where nobody calls it for some or all of its classes; of a function, for rows of its table. */
  readonly uncalled?: Uncalled
  /** For a call that says by a parameter of a function which of several paths is meant: the same in that function, in each branch. */
  readonly choice?: readonly Site[]
  /** Set where those who say the path are in sight, and are too many, or come through too many functions, to go on. */
  readonly cut?: 'many' | 'deep'
}

export type Uncalled = 'for-some' | 'for-all' | 'for-rows'

const MOST_FRAMES = 6
/** Sites one library call may have through its wrappers. */
export const MOST_SITES = 2000

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
  return found.length > MOST_SITES
    ? [{ ...describe(trace, step, options), cut: 'many' }]
    : found.filter((one) => isRun(trace, one)).map(withVerb)
}

/**
 * Whether the functions on the way are those that run: of `table[verb](path)` it is one, where the verb is known by then, of
 * `method(...args)` the one that is handed in with them; and the conditions on the way let the call through.
 */
const isRun = (trace: Trace, { sink, scope }: Site): boolean =>
  mayGetTo(trace, sink.call, scope) &&
  [...framesFrom(scope)].every(({ call, callee, outer }) => {
    if (!outer) return true
    if (!mayGetTo(trace, call, outer)) return false
    if (!isChosenBy(trace, call, outer)) return true
    const run = trace.targets(call, outer)
    return run.length === 0 || run.some(({ node }) => node === callee)
  })

type Step = Pick<Site, 'sink' | 'top' | 'scope'>

const ascend = (trace: Trace, step: Step, options: SiteOptions, found: Site[], depth: number): void => {
  if (found.length > MOST_SITES) return
  const site = describe(trace, step, options)
  const needed = openParameter(trace, site)
  if (!needed && depth < MOST_FRAMES && ascendByReceiver(trace, step, options, found, site, depth)) return
  if (!needed || depth >= MOST_FRAMES) {
    found.push(...branched(trace, step, options, isCalled(trace, needed) ? { ...site, cut: 'deep' } : site))
    return
  }
  const callee = needed.parent
  const above = sitesAbove(trace, step, options, callee, depth)
  const isSaidHere = closable(site) && above.every((one) => saysNoMore(one, site, options.routes))
  if (above.length === 0 || isSaidHere)
    found.push(withOption(site, describe(trace, step, options, closable(site) ? callee : undefined)))
  else found.push(...above)
}

/** A call in each of the two branches that it may be made in, or as it is. */
const branched = (trace: Trace, step: Step, options: SiteOptions, site: Site): readonly Site[] => {
  const branches = branchesOf(trace, site).map((branch) =>
    trace.assuming(branch, () => ({ ...describe(trace, step, options), branch })),
  )
  return branches.length > 0 ? branches : [site]
}

const isCalled = (trace: Trace, needed: ts.ParameterDeclaration | undefined): boolean =>
  needed !== undefined && trace.callers(needed.parent).length > 0

/** What the arguments of `client[method](…)` are, once the method is known. */
const withVerb = (site: Site): Site => {
  const [method, ...others] = site.methods.map((one) => shapeOf(one).toUpperCase())
  const { withVerb: sinkFor } = site.sink
  return sinkFor && method !== undefined && others.length === 0
    ? { ...site, sink: { ...sinkFor(method), withVerb: sinkFor } }
    : site
}

/** The same call as each of those makes it who call a function around it. */
const sitesAbove = (
  trace: Trace,
  step: Step,
  options: SiteOptions,
  callee: ts.SignatureDeclaration,
  depth: number,
): Site[] => {
  const above: Site[] = []
  for (const call of trace.callers(callee)) {
    if (call === step.top || insideScope(step, call)) continue
    const scope = appended(step.scope, trace.frame(callee, call))
    ascend(trace, { sink: step.sink, top: call, scope }, options, above, depth + 1)
  }
  return above
}

/** A call of no service that is known, whose path a parameter ends, as each of those makes it who call the function around. */
export const calledFrom = (
  trace: Trace,
  { sink, top, scope, located }: Site,
  options: SiteOptions,
): readonly Site[] => {
  trace.from(undefined)
  const ends = located.map(({ text }) => text.pieces.at(-1))
  const needed = ends
    .map((one) => (one?.kind === 'gap' ? one.parameter : undefined))
    .find((one) => one !== undefined)
  return needed ? sitesAbove(trace, { sink, top, scope }, options, needed.parent, 0).map(withVerb) : []
}

/** A method of several classes, as each of those calls it who says which class it is. */
const ascendByReceiver = (
  trace: Trace,
  step: Step,
  options: SiteOptions,
  found: Site[],
  site: Site,
  depth: number,
): boolean => {
  const method = openReceiver(trace, site)
  if (!method) return ascendByChoice(trace, step, options, found, site, depth)
  const isKnown = (one: Located): boolean => isOperation(options.routes, site.methods, one)
  const known = site.located.filter(isKnown)
  if (known.length === 1) found.push({ ...site, located: known })
  if (known.length < 2) return known.length === 1
  const above = sitesAbove(trace, step, options, method, depth)
  const untold = pathsUntold(above, site)?.filter(isKnown)
  if (!untold || (untold.length > 0 && !isCalledInSight(trace, method))) return false
  const uncalled = above.length > 0 ? ('for-some' as const) : ('for-all' as const)
  found.push(...above, ...(untold.length > 0 ? [{ ...site, located: untold, uncalled }] : []))
  return true
}

/** A function of several paths, as each of those calls it who says which of them it asks for. */
const ascendByChoice = (
  trace: Trace,
  step: Step,
  options: SiteOptions,
  found: Site[],
  site: Site,
  depth: number,
): boolean => {
  const callee = openChoice(trace, site)
  const above = callee ? sitesAbove(trace, step, options, callee, depth) : []
  const untold = pathsUntold(above, site)
  if (!callee || above.length === 0 || !untold) return false
  if (untold.length > 0 && !callsOfClosed(trace, callee)) return false
  const asked = untold.filter((one) => isOperation(options.routes, site.methods, one))
  const unasked: Site[] = asked.length > 0 ? [{ ...site, located: asked, uncalled: 'for-rows' }] : []
  const choice = branched(trace, step, options, site)
  found.push(...[...above, ...unasked].map((one) => ({ ...one, choice })))
  return true
}

const insideScope = (step: Step, call: ts.Node): boolean => {
  for (const frame of framesFrom(step.scope)) if (frame.call === call) return true
  return false
}

const describe = (trace: Trace, step: Step, { hosts, routes }: SiteOptions, closed?: ts.Node): Site => {
  trace.from(step.top, closed)
  const located = trace.remembering(
    () => addresses(trace, step).map((text) => locate(withSetting(trace, text), hosts)),
    (found) => found.every(({ family }) => family === 'v1'),
  )
  const methods = methodTexts(trace, step)
  const open = located.map((one) => openGap(trace, one, routes)).find((gap) => gap !== undefined)
  return { ...step, located, methods, ...(open ? { open } : {}) }
}
