import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { branchesOf } from './branches.ts'
import { filledFor } from './filled-in.ts'
import { argumentFor, framesFrom, type Scope } from './program/frames.ts'
import { mayLack } from './program/may-lack.ts'
import { outOfSight } from './program/out-of-sight.ts'
import { bare, eachNode, isEmptyText, nothing } from './program/scope.ts'
import type { Branch } from './program/source.ts'
import { readSink } from './read-sink.ts'
import { saysNoMore, withOption } from './says-no-more.ts'
import { appended, frameFor, type Place, placed, type Sink } from './sink.ts'
import { withoutSlash } from './texts/known-calls.ts'
import { type Hosts, type Located, locate } from './texts/locate.ts'
import { gap, preferKnown } from './texts/pieces.ts'
import { texts } from './texts/resolve.ts'
import { withSetting } from './texts/setting-base.ts'
import { stringified } from './texts/stringified.ts'
import { concat, constant, type Gap, shapeOf, type Text } from './texts/text.ts'
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
  const needed = openAddress(trace, site) ?? openMethod(site) ?? openQuery(trace, site)
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

/** Whether an address is known but for what a caller could put in its place: the default is then what is meant. */
const closable = ({ located }: Site): boolean =>
  located.some(({ family, hidden }) => family === 'v1' && !hidden) &&
  located.some(({ family }) => family === 'open')

const insideScope = (step: Step, call: ts.Node): boolean => {
  for (const frame of framesFrom(step.scope)) if (frame.call === call) return true
  return false
}

const describe = (trace: Trace, step: Step, { hosts }: SiteOptions, closed?: ts.Node): Site => {
  trace.from(step.top, closed)
  const located = trace.remembering(
    () => addresses(trace, step.sink, step.scope).map((text) => locate(withSetting(trace, text), hosts)),
    (found) => found.every(({ family }) => family === 'v1'),
  )
  const methods = methodTexts(trace, step)
  const open = located.map((one) => openGap(trace, one)).find((gap) => gap !== undefined)
  return { ...step, located, methods, ...(open ? { open } : {}) }
}

/** Every address a sink may be called with: its base, where it has one, before its URL. */
export const addresses = (trace: Trace, sink: Sink, scope: Scope | undefined): Text[] => {
  const urls = sink.path ? hostAndPath(trace, sink, sink.path, scope) : givenTexts(trace, sink.url, scope)
  const own = sink.base ? textsAt(trace, sink.base, scope) : []
  if (own.length === 0) return urls
  const bases = [...own, ...(sink.rebased ?? []).flatMap((one) => textsAt(trace, one, undefined))]
  return urls.flatMap((url) =>
    /^[a-z]+:\/\//i.test(shapeOf(url)) ? [url] : bases.map((base) => joined(base, url)),
  )
}

/** `{ hostname, path }` as the address they make. */
const hostAndPath = (trace: Trace, sink: Sink, path: Place, scope: Scope | undefined): Text[] =>
  givenTexts(trace, sink.url, scope).flatMap((host) =>
    givenTexts(trace, path, scope).map((text) => concat(concat(constant('https://'), host), text)),
  )

/** Libraries put one slash between a base and a path, whether one, both or neither of them has it. */
const joined = (base: Text, url: Text): Text => {
  const right = shapeOf(url)
  if (right === '' || right.startsWith('?') || right.startsWith('\0')) return concat(base, url)
  const from = withoutSlash(base)
  return right.startsWith('/') ? concat(from, url) : concat(concat(from, constant('/')), url)
}

/** A part of an address; of options handed over whole (`client.request(config)`), the caller's. A client's own (`error.config`) are nobody's. */
const givenTexts = (trace: Trace, place: Place, scope: Scope | undefined): Text[] => {
  const found = textsAt(trace, place, scope)
  if (found.length > 0 || place.kind === 'expression') return found
  const hidden = outOfSight(trace, place.object, place.name, frameFor(place, scope))
  const { parameter } = hidden ?? {}
  const isNamed = hidden && trace.checker.getSymbolAtLocation(hidden.node)?.valueDeclaration === parameter
  const isSaid = parameter && (isNamed || trace.callers(parameter.parent).length > 0)
  return hidden && isSaid ? [hole(place.object, hidden)] : []
}

const textsAt = (trace: Trace, place: Place, scope: Scope | undefined): Text[] => {
  if (place.kind === 'expression') {
    const node = bare(place.node)
    if (node === nothing) return []
    return texts(trace, place.node, frameFor(place, scope))
  }
  const found = placed(trace, place, scope).flatMap(({ node, scope: inner, env }) => {
    if (!compiler.isExpression(node)) return []
    return env === undefined ? texts(trace, node, inner) : [gap(node, inner, { env })]
  })
  return preferKnown(found)
}

const methodTexts = (trace: Trace, { sink, scope }: Step): Text[] => {
  const { method } = sink
  if (method.kind === 'fixed') return [constant(method.method)]
  const said = textsAt(trace, method, scope)
  if (method.kind !== 'member') return said
  const open = filledFor(trace, method.object, method.name, scope)
  const found = open ? [...said, hole(method.object, open)] : said
  // `...(body && { method: 'POST' })`; and of the callers that were asked for it, one may say none.
  const isLacked = found.length > 0 && mayLack(trace, method.object, method.name, scope)
  if (isLacked) return [...found, constant('GET')]
  if (found.length > 0) return found
  const hidden = outOfSight(trace, method.object, method.name, scope)
  // No `method` in options that are all there to see: the library's default.
  return hidden ? [hole(method.object, hidden)] : [constant('GET')]
}

const hole = (
  node: ts.Expression,
  { scope, parameter }: { scope: Scope | undefined; parameter?: ts.ParameterDeclaration },
): Text => ({
  pieces: [{ kind: 'gap', node, scope, ...(parameter ? { parameter } : {}) }],
  env: [],
})

/** The gap that keeps an address from being known, where the caller decides it. */
const openGap = (trace: Trace, located: Located): Gap | undefined => {
  if (located.family === 'open' || located.family === 'v1') {
    if (located.hidden?.parameter) return located.hidden
    if (located.family === 'v1') return openTail(trace, located)
  }
  return located.family === 'v2' && located.hidden?.parameter ? located.hidden : undefined
}

/** A path whose last part hangs directly on another (`/pods${rest}`), or is no id for some caller, is not known either. */
const openTail = (trace: Trace, located: Located): Gap | undefined => {
  let at = 0
  for (const piece of located.text.pieces) {
    const isOpen = piece.kind === 'gap' && piece.parameter && at > located.path && at < located.query
    if (isOpen && (located.shape[at - 1] !== '/' || isPathFor(trace, piece))) return piece
    at += piece.kind === 'written' ? piece.text.length : 1
  }
  return undefined
}

/** Whether a caller passes nothing, or more than one word, for the part of a path: `pods('')`, `` pods(`${id}/stop`) ``. */
const isPathFor = (trace: Trace, { parameter }: Gap): boolean =>
  parameter !== undefined &&
  trace.callers(parameter.parent).some((call) => {
    const given = argumentFor(trace.frame(parameter.parent, call), parameter)
    return given !== undefined && (isEmptyText(given) || /^[`'"].*\/|\+ *['"`]\//.test(given.getText()))
  })

/** The parameter that decides the address. A document that is said here goes where the default says. */
const openAddress = (trace: Trace, site: Site): ts.ParameterDeclaration | undefined => {
  const isSaid =
    site.located.some(({ family }) => family === 'graphql') &&
    documentTexts(trace, site).length > 0 &&
    !openQuery(trace, site)
  return isSaid ? undefined : site.open?.parameter
}

const openMethod = (site: Site): ts.ParameterDeclaration | undefined => {
  if (!site.located.some(({ family }) => family === 'v1')) return undefined
  const gaps = site.methods.flatMap(({ pieces }) => pieces).filter((piece) => piece.kind === 'gap')
  return gaps.find((gap) => gap.parameter)?.parameter
}

/** For GraphQL: the parameter the whole document comes in by. */
const openQuery = (trace: Trace, site: Site): ts.ParameterDeclaration | undefined => {
  if (!site.located.some(({ family }) => family === 'graphql')) return undefined
  return documentTexts(trace, site)
    .map(wholeParameter)
    .find((parameter) => parameter !== undefined)
}

/** The parameter that a text is made of from its first character on. */
export const wholeParameter = ({ pieces }: Text): ts.ParameterDeclaration | undefined => {
  const [first] = pieces
  return first?.kind === 'gap' ? first.parameter : undefined
}

/** The GraphQL documents a site may send. */
export const documentTexts = (trace: Trace, site: Step): Text[] => {
  if (site.sink.graphql) return textsAt(trace, site.sink.graphql.document, site.scope)
  return payloadSources(trace, site).flatMap(({ node, scope }) => {
    if (!compiler.isExpression(node)) return []
    const query = trace.members(node, 'query', scope)
    const said = query.flatMap((one) =>
      compiler.isExpression(one.node) ? texts(trace, one.node, one.scope) : [],
    )
    return said.length > 0 ? said : handedIn(trace, node, scope)
  })
}

/** A whole payload that the caller puts together: `gql({ query, variables })`. */
const handedIn = (trace: Trace, node: ts.Expression, scope: Scope | undefined): Text[] =>
  trace
    .sources(node, scope)
    .flatMap(({ parameter }) =>
      parameter ? [{ pieces: [{ kind: 'gap', node, scope, parameter }], env: [] }] : [],
    )

/** What the body says before it is made into text: the argument of `JSON.stringify`, or the object itself. */
export const payloadSources = (
  trace: Trace,
  { sink, scope }: Step,
): { node: ts.Node; scope: Scope | undefined }[] =>
  namedSources(trace, placed(trace, sink.body, scope)).map((source) => {
    const node = compiler.isExpression(source.node) ? bare(source.node) : source.node
    const inner = stringified(node)
    return inner ? { node: inner, scope: source.scope } : source
  })

/** What a local name for the body stands for. */
const namedSources = (
  trace: Trace,
  found: readonly { node: ts.Node; scope: Scope | undefined }[],
): { node: ts.Node; scope: Scope | undefined }[] =>
  found.flatMap((one) =>
    compiler.isIdentifier(one.node) && one.node !== nothing ? trace.sources(one.node, one.scope) : [one],
  )
