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

/** Too many calls, too many functions on the way, or functions that call each other in too many orders. */
export type Cut = 'many' | 'deep' | 'around'

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
  readonly cut?: Cut
  /** Set where only functions that call each other are left to say what is open, which say what they are given. */
  readonly isAgain?: boolean
}

export type Uncalled = 'for-some' | 'for-all' | 'for-rows'

const MOST_FRAMES = 6
/** Sites one library call may have through its wrappers. */
export const MOST_SITES = 2000

/**
 * How often the ways up from one library call may come to a call that is on them already. There is a way for each order of functions
 * that call each other.
 */
const MOST_ROUNDS = 12

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
  const asking = askingWith(options)
  ascend(trace, step, asking, found, 0)
  const cut = cutOf(asking, found)
  if (cut) return [{ ...describe(trace, step, options), cut }]
  const run = found.filter((one) => isRun(trace, one)).map(withVerb)
  return run.every(({ isAgain }) => isAgain) ? run : run.filter(({ isAgain }) => !isAgain)
}

/** The question for the callers of one library call. */
interface Asking extends SiteOptions {
  /** What was open of the call each time a function was come to whose callers say it. */
  readonly asked: Map<ts.Node, readonly string[]>
  /** How often a call was come to that is on the way already. */
  rounds: number
}

const askingWith = (options: SiteOptions): Asking => ({ ...options, asked: new Map(), rounds: 0 })

const cutOf = ({ rounds }: Asking, found: readonly Site[]): Cut | undefined => {
  if (found.length > MOST_SITES) return 'many'
  return rounds > MOST_ROUNDS ? 'around' : undefined
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

const ascend = (trace: Trace, step: Step, options: Asking, found: Site[], depth: number): void => {
  if (cutOf(options, found)) return
  const site = describe(trace, step, options)
  const needed = openParameter(trace, site)
  if (!needed && depth < MOST_FRAMES && ascendByReceiver(trace, step, options, found, site, depth)) return
  if (!needed || depth >= MOST_FRAMES) {
    found.push(...branched(trace, step, options, isCalled(trace, needed) ? { ...site, cut: 'deep' } : site))
    return
  }
  const callee = needed.parent
  options.asked.set(callee, [...(options.asked.get(callee) ?? []), openOf(site)])
  const above = sitesAbove(trace, step, options, callee, depth)
  const isSaidHere = closable(site) && above.every((one) => saysNoMore(one, site, options.routes))
  if (above.length > 0 && !isSaidHere) found.push(...above)
  else {
    const said = withOption(site, describe(trace, step, options, closable(site) ? callee : undefined))
    found.push(isOnlyAgain(trace, step, options, site, callee) ? { ...said, isAgain: true } : said)
  }
}

/** Whether a function is called by nobody but those that are on the way already, and was asked for just this before. */
const isOnlyAgain = (
  trace: Trace,
  step: Step,
  { asked }: Asking,
  site: Site,
  callee: ts.SignatureDeclaration,
): boolean => {
  const calls = trace.callers(callee)
  const before = (asked.get(callee) ?? []).filter((one) => one === openOf(site))
  return calls.length > 0 && calls.every((call) => isOnWay(step, call)) && before.length > 1
}

const openOf = ({ located, methods }: Site): string =>
  JSON.stringify([located.map(({ shape }) => shape), methods.map(shapeOf)])

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
  options: Asking,
  callee: ts.SignatureDeclaration,
  depth: number,
): Site[] => {
  const above: Site[] = []
  for (const call of trace.callers(callee)) {
    if (isOnWay(step, call)) {
      options.rounds++
      continue
    }
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
  const asking = askingWith(options)
  return needed ? sitesAbove(trace, { sink, top, scope }, asking, needed.parent, 0).map(withVerb) : []
}

/** A method of several classes, as each of those calls it who says which class it is. */
const ascendByReceiver = (
  trace: Trace,
  step: Step,
  options: Asking,
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
  options: Asking,
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

const isOnWay = ({ top, scope }: Step, call: ts.Node): boolean => {
  if (call === top) return true
  for (const frame of framesFrom(scope)) if (frame.call === call) return true
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
