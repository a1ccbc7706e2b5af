import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { methodsChosen } from './clients/method-choice.ts'
import { filledFor } from './filled-in.ts'
import type { Scope } from './program/frames/frames.ts'
import { mayLack } from './program/held/may-lack.ts'
import { outOfSight } from './program/held/out-of-sight.ts'
import { beginsAddress } from './program/outside/settings.ts'
import { bare, nothing } from './program/syntax/nodes.ts'
import { frameFor, type Place, placed, type Sink } from './sink.ts'
import { besideAddress } from './texts/beside-address.ts'
import { gap, preferKnown } from './texts/pieces.ts'
import { texts } from './texts/resolve.ts'
import { withoutSlash } from './texts/slashes.ts'
import { stringified } from './texts/stringified.ts'
import { concat, constant, shapeOf, type Text } from './texts/text.ts'
import type { Trace } from './values/trace.ts'

/** A library's call, and the frame in which its caller is. */
interface Made {
  readonly sink: Sink
  readonly scope: Scope | undefined
}

/** Every address a sink may be called with: its base, where it has one, before its URL. */
export const addresses = (trace: Trace, { sink, scope }: Made): Text[] => {
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
    givenTexts(trace, path, scope).map((text) => concat(withScheme(host), text)),
  )

/** A host that a caller says is as open as a base that one says. */
const withScheme = (host: Text): Text => (shapeOf(host) === '\0' ? host : concat(constant('https://'), host))

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

const textsAt = (trace: Trace, place: Place, scope: Scope | undefined, read = texts): Text[] => {
  if (place.kind === 'expression') {
    const node = bare(place.node)
    if (node === nothing) return []
    return read(trace, place.node, frameFor(place, scope))
  }
  const found = placed(trace, place, scope).flatMap(({ node, scope: inner, env }) => {
    if (!compiler.isExpression(node)) return []
    return env === undefined ? read(trace, node, inner) : [gap(node, inner, { env })]
  })
  const addresses = found.filter((text) => beginsAddress(shapeOf(text)))
  return preferKnown(besideAddress(trace, addresses, found))
}

/** A method, also where it is made capital first: in whatever letters it is said, it is one method. */
const inAnyLetters = (trace: Trace, given: ts.Expression, scope: Scope | undefined): Text[] => {
  const node = bare(given)
  const callee = compiler.isCallExpression(node) && node.arguments.length === 0 ? node.expression : node
  const isCase = compiler.isPropertyAccessExpression(callee) && /^to(Upper|Lower)Case$/.test(callee.name.text)
  if (callee === node || !isCase) return texts(trace, given, scope)
  return inAnyLetters(trace, callee.expression, scope).map((text) => ({ ...text, inAnyLetters: true }))
}

/** Every method a sink may be called with, upper case where it is written out. */
export const methodTexts = (trace: Trace, { sink, scope }: Made): Text[] => {
  const { method } = sink
  if (method.kind === 'fixed') return [constant(method.method)]
  const chosen = method.kind === 'expression' && methodsChosen(trace, method.node, scope)
  if (chosen) return chosen
  const said = textsAt(trace, method, scope, inAnyLetters)
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

/** The parameter that a text is made of from its first character on. */
export const wholeParameter = ({ pieces }: Text): ts.ParameterDeclaration | undefined => {
  const [first] = pieces
  return first?.kind === 'gap' ? first.parameter : undefined
}

/** The GraphQL documents a site may send. */
export const documentTexts = (trace: Trace, site: Made): Text[] => {
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

/** What a call may say of which operation of its document is to be run; none where it is not seen to say anything. */
export const operationNameTexts = (trace: Trace, site: Made): Text[] =>
  payloadSources(trace, site).flatMap(({ node, scope }) => {
    const said = compiler.isExpression(node) ? trace.members(node, 'operationName', scope) : []
    return said.flatMap((one) =>
      compiler.isExpression(one.node) && one.env === undefined
        ? texts(trace, one.node, one.scope)
        : [gap(nothing, undefined)],
    )
  })

/** Whether a call may go without a word of which operation of its document is to be run. */
export const maySayNoOperation = (trace: Trace, site: Made): boolean =>
  payloadSources(trace, site).some(
    ({ node, scope }) => compiler.isExpression(node) && mayLack(trace, node, 'operationName', scope),
  )

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
  { sink, scope }: Made,
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
