import type { ts } from 'ts-morph'
import { keyParameter } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt, outermostOf } from '../../../sites/body.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { assignmentsTo } from '../../../sites/program/set/assigned.ts'
import { accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, isNothing, nameOf, returnsOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import { placed } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Source, Trace } from '../../../sites/values/trace.ts'
import { borrower } from '../../edit/borrow.ts'
import { fieldFor, type Said } from '../../edit/key-field.ts'
import { saidAt } from '../../edit/said-at.ts'
import { objectSaid } from '../../edit/this-said.ts'
import { visibleAt } from '../../edit/visible.ts'
import { askedOwners, optionalFrom } from './asked-owners.ts'
import { headersSet } from './headers-set.ts'
import { headersSaid, KEYED, unseenHeaders } from './headers-unseen.ts'
import { keyDecidedBy, spreadOverHeaders, spreadOverKey } from './key-decided.ts'
import { afterMark, type Mark } from './key-mark.ts'
/** The expression for the key where it stands, for those who read why it cannot be said. */
export const keyTextOf = (trace: Trace, site: Site): string | undefined =>
  keysIn(trace, site)[0]?.node.getText()

/** The expressions for the keys that a header or an address may carry, where the program decides which. */
export const keysDecided = (trace: Trace, site: Site): readonly string[] => {
  const [header, address] = [inHeaders(trace, site), [...inAddress(trace, site), ...inParams(trace, site)]]
  const texts = [header, address].map((found) => [...new Set(found.map(({ node }) => node.getText()))])
  return texts.find(({ length }) => length > 1) ?? []
}

/** What decides whether a call carries a key at all. */
export const keySometimes = (trace: Trace, site: Site): ts.Expression | undefined => {
  const found = keysIn(trace, site)
  const conditions = found.map((one) => keyDecidedBy(trace, one))
  // In the header only sometimes, and in the address anyway
  const isOne = new Set(found.map(({ node }) => node.getText())).size === 1
  return isOne && conditions.includes(undefined) ? undefined : conditions.find((one) => one !== undefined)
}

/** What may say another key than the one that is found. */
export const keyOver = (trace: Trace, site: Site): ts.Expression | undefined => {
  const { options } = site.sink
  const isInHeaders = options !== undefined && inHeaders(trace, site).length > 0
  return (
    spreadOverKey(trace, headersOf(trace, site)) ??
    (isInHeaders ? spreadOverHeaders(trace, { node: options, scope: site.scope }) : undefined)
  )
}

/** GraphQL answered some questions without a key; REST v2 answers none. */
export const isNoKey = (text: string): boolean => /^(''|""|``|null|undefined)$/.test(text)

/** Whether a call says something that may be a key, in whatever words: none is given to it then. */
export const mayCarryKey = (trace: Trace, site: Site): boolean =>
  keyTextOf(trace, site) === undefined &&
  (otherHeaderOf(trace, site) !== undefined || unseenIn(trace, site) !== undefined || isQueryOpen(site))

/** Whether nobody can tell which parameters the address of a call has. */
export const isQueryOpen = ({ located }: Site): boolean =>
  located.some(({ shape, query }) => /^\?\0|&\0/.test(shape.slice(query)))

/** What says headers of a call that nobody can look into, but for a key that this caller does not give. */
const unseenIn = (trace: Trace, site: Site): ts.Node | undefined => {
  const unseen = unseenHeaders(trace, site, headersOf(trace, site))
  return unseen && isUnset(trace, site, unseen) ? undefined : unseen
}

export const keysIn = (trace: Trace, site: Site): At[] => [
  ...inHeaders(trace, site),
  ...inAddress(trace, site),
  ...inParams(trace, site),
]

/** The expression for the API key that a GraphQL call uses, as it can be said at the call; undefined where it cannot. */
export const keyOf = (trace: Trace, site: Site): Said | undefined => firstSaid(trace, site, false)

/** The same, where another file may be made to export what says the key. */
export const keyOpened = (trace: Trace, site: Site): Said | undefined =>
  keyOf(trace, site) ?? firstSaid(trace, site, true)

const firstSaid = (trace: Trace, site: Site, mayOpen: boolean): Said | undefined => {
  const told: Telling = { place: site.top, way: site.scope, mayOpen, mayWait: true }
  const inHeader = inHeaders(trace, site).map((found) => saidFor(trace, found, told))
  // One key or the other, or none, as the program decides
  if (new Set(inHeader.map((one) => one?.text)).size > 1 || keysDecided(trace, site).length > 1)
    return undefined
  if (keySometimes(trace, site) || keyOver(trace, site)) return undefined
  for (const found of [...inAddress(trace, site), ...inParams(trace, site)]) {
    if (inHeader[0]) break
    const said = saidFor(trace, found, told)
    if (said) return said
  }
  return inHeader[0]
}

/** Where a key is to be said. */
interface Telling {
  readonly place: ts.Expression
  /** The calls between that place and what sends the key. */
  readonly way?: Scope | undefined
  readonly mayOpen?: boolean
  /** Whether the key may be waited for there anew. */
  readonly mayWait?: boolean
}

const saidFor = (
  trace: Trace,
  { node, scope }: Found,
  { place, way, mayOpen, mayWait }: Telling,
): Said | undefined => {
  const outer = outermostOf(trace, { node, scope })
  const asked = askedOwners(node)
  const isPlain = outer && !someNode(outer.node, isThis) && visibleAt(trace, outer.node, place)
  if (isPlain && (asked.length === 0 || outer.node === node))
    return { text: optionalFrom(outer.node, asked), edits: [] }
  if (asked.length > 0) return undefined
  const { borrow, borrows, opening } = borrower(trace, place, mayOpen)
  const text = saidAt(trace, { node, scope }, place, { isOnly: true, borrow, way })
  if (text !== undefined) return { text, edits: opening, borrows }
  const isOwn = outer && objectSaid(outer.node, undefined, { place, way, say: () => undefined }) === 'this'
  const field = isOwn ? fieldFor(trace, outer.node, place) : undefined
  if (field || !mayWait) return field
  const waited = saidAt(trace, { node, scope }, place, { isOnly: true, mayWait, borrow, way })
  return waited === undefined ? undefined : { text: waited, edits: opening, borrows }
}

const isThis = ({ kind }: ts.Node): boolean => kind === compiler.SyntaxKind.ThisKeyword

/** Gives the key for a call that carries none: what the program's other calls of the old API carry, if that is one. */
export type KeyBeside = (site: Site) => Said | undefined

/** GraphQL answered a few questions without a key; whatever key is at hand may ask them of REST v2. */
export const keysBeside = (trace: Trace, sites: readonly Site[]): KeyBeside => {
  let keys: readonly Found[] | undefined
  return (site) => {
    const isOurs = ({ located }: Site): boolean =>
      located.some(({ family }) => family === 'v1' || family === 'graphql')
    keys ??= sites.filter(isOurs).flatMap((one) => keysIn(trace, one))
    const said = keys
      .filter(({ node }) => !isFilledLater(trace, node))
      .flatMap((found) => saidFor(trace, found, { place: site.top }) ?? [])
      .filter(({ text }) => !isNoKey(text))
    return said.every(({ text }) => text === said[0]?.text) ? said[0] : undefined
  }
}

type Found = At

/** `let key = null`, which someone sets: a call that carries no key may be made before. */
const isFilledLater = (trace: Trace, node: ts.Expression): boolean => {
  const name = bare(node)
  const declaration = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  if (!declaration || !compiler.isVariableDeclaration(declaration)) return false
  const { initializer } = declaration
  const isEmpty = !initializer || isNoKey(initializer.getText())
  return isEmpty && assignmentsTo(trace.checker, declaration).length > 0
}

/** The header that a call sends a key in where neither API is known to look for one: `'api-key': key`. */
export const otherHeaderOf = (trace: Trace, site: Site): string | undefined => {
  const said = headersOf(trace, site).flatMap(({ node }) =>
    compiler.isObjectLiteralExpression(node)
      ? node.properties.flatMap(({ name }) => (name && nameOf(name)) ?? [])
      : [],
  )
  return said.find((name) => KEYED.test(name))
}

/** Whether a call's key is written out in the text of its header or its address, under no name: `'Bearer abc'`. */
export const isKeyWritten = (trace: Trace, site: Site): boolean => {
  const { sink, scope } = site
  const isMarked = (mark: RegExp, sources: readonly Source[]): boolean =>
    sources.some(({ node }) => compiler.isStringLiteralLike(node) && mark.test(node.text))
  const headers = headersOf(trace, site).flatMap((one) =>
    compiler.isExpression(one.node) ? trace.members(one.node, 'Authorization', one.scope) : [],
  )
  return isMarked(/^Bearer \S/i, headers) || isMarked(KEY_GIVEN, placed(trace, sink.path ?? sink.url, scope))
}

/** What gives a call headers, where no key could be told from that. */
export const headersFrom = (trace: Trace, site: Site): string | undefined => {
  const [said] = headersSaid(site.sink.options)
  const unseen = said && compiler.isCallExpression(said) ? said : unseenIn(trace, site)
  return unseen && (compiler.isCallExpression(unseen) ? unseen.expression : unseen).getText()
}

const inHeaders = (trace: Trace, site: Site): Found[] =>
  maybeInHeaders(trace, site).filter((found) => !isNeverGiven(trace, found))

const maybeInHeaders = (trace: Trace, site: Site): Found[] =>
  headersOf(trace, site).flatMap((one) => inHeader(trace, one))

/** `options.apiKey`, where this caller gives no options. */
const isNeverGiven = (trace: Trace, { node, scope }: Found): boolean => {
  const said = isAccess(bare(node)) ? trace.sources(node, scope) : []
  return said.length > 0 && said.every((one) => isNothing(one.node))
}

/** `if (options.apiKey) headers.Authorization = …`, where this caller gives none. */
const isUnset = (trace: Trace, site: Site, unseen: ts.Node): boolean => {
  const name = compiler.isExpression(unseen) ? accessed(unseen)?.name : undefined
  return (
    name !== undefined &&
    AUTHORIZATION.test(name) &&
    maybeInHeaders(trace, site).some((found) => isNeverGiven(trace, found))
  )
}

const headersOf = (trace: Trace, { sink, scope }: Site): Source[] => {
  return [
    ...holdersOf(sink).flatMap((options) => trace.members(options, 'headers', scope)),
    ...[...(sink.headers ?? []), ...(sink.graphql?.headers ?? [])].flatMap((place) =>
      placed(trace, place, scope),
    ),
  ]
}

/** What says the options of a call: its own, and those of the client that it is made with. */
const holdersOf = ({ options, base }: Site['sink']): ts.Expression[] =>
  [options ?? [], base?.kind === 'member' ? base.object : []].flat()

/** `{ params: { [name]: key } }` of axios (`query` of ofetch), also as `new URLSearchParams({ [name]: key })`. */
const inParams = (trace: Trace, { sink, scope }: Site): Found[] =>
  holdersOf(sink).flatMap((options) =>
    ['params', 'searchParams', 'query'].flatMap((name) =>
      trace.members(options, name, scope).flatMap(({ node, scope: inner }) => {
        if (!compiler.isExpression(node)) return []
        const at = memberAt(trace, node, keyParameter.is, inner)
        return at ? [at] : afterMark(trace, node, inner, API_KEY, 0)
      }),
    ),
  )

/** The key in an object of headers, in a function that gives one, or in the header's value itself. */
const inHeader = (trace: Trace, { node, scope }: Pick<Source, 'node' | 'scope'>): Found[] => {
  if (compiler.isFunctionLike(node) && 'body' in node)
    return returnsOf(node).flatMap((one) =>
      trace.sources(one, scope).flatMap((source) => inHeader(trace, source)),
    )
  if (!compiler.isExpression(node)) return []
  if (compiler.isIdentifier(node))
    return trace.sources(node, scope).flatMap((one) => (one.node === node ? [] : inHeader(trace, one)))
  const later = headersSet(trace, node).filter(({ name }) => AUTHORIZATION.test(name))
  const given = headersGiven(node)
  const made = given
    ? ['Authorization', 'authorization'].flatMap((name) => trace.members(given, name, scope))
    : compiler.isNewExpression(node) && later.length > 0
      ? []
      : trace.sources(node, scope)
  const set = later.flatMap(({ value }) => trace.sources(value, scope))
  return eachKeyed(trace, [...(later.some(({ isAlways }) => isAlways) ? [] : made), ...set])
}

/** The object that says headers: `{ … }`, and that of `new Headers({ … })`. */
const headersGiven = (node: ts.Expression): ts.Expression | undefined => {
  if (compiler.isObjectLiteralExpression(node)) return node
  const isMade = compiler.isNewExpression(node) && node.expression.getText() === 'Headers'
  return isMade ? node.arguments?.[0] : undefined
}

/** What the header is called. */
export const AUTHORIZATION = /^authorization$/i

/** The keys of all that a header may be; none where it may be something else, such as a text that is Bearer and a key already. */
const eachKeyed = (trace: Trace, values: readonly Source[]): Found[] => {
  const found = values
    .filter(({ node }) => !isNothing(node) && !isNoKey(node.getText()))
    .map(({ node, scope }) => (compiler.isExpression(node) ? afterMark(trace, node, scope, BEARER, 0) : []))
  return found.every((one) => one.length > 0) ? found.flat() : []
}

const BEARER: Mark = { before: /^Bearer $/i }

const API_KEY: Mark = {
  before: new RegExp(`(^|[?&])${keyParameter.is}=$`),
  parameter: keyParameter.is,
}

/** A key that is written out in the text of an address. */
const KEY_GIVEN = new RegExp(`[?&]${keyParameter.is}=[^&]`)

const inAddress = (trace: Trace, { sink, scope }: Site): Found[] =>
  placed(trace, sink.path ?? sink.url, scope).flatMap(({ node, scope: inner }) =>
    compiler.isExpression(node) && node.pos >= 0 ? afterMark(trace, node, inner, API_KEY, 0) : [],
  )
