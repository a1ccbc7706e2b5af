import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { bare, isInside, isNothing, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { doesNothing } from '../../dead/pure.ts'
import { isRepeatable } from '../../edit/repeatable.ts'
import { saidAt } from '../../edit/said-at.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { headersSet } from './headers-set.ts'

/** What every call says by itself. */
const OWN_HEADERS = /^(content-type|content-length|authorization|accept)$/i

/** By name: the call's own options come before those of what made its client. */
export interface Found {
  readonly carried: Map<string, string>
  readonly headers: Map<string, string>
  readonly lost: string[]
  /** Whether the function that makes the request stays: what aborts it still does. */
  readonly stays: boolean
}

/** Adds what was found, unless something of this name was found before. */
export const add = (to: Map<string, string>, name: string, text: string): void => {
  if (!to.has(name)) to.set(name, text)
}

/** An object of options, and the functions that lead to it. */
export interface Literal {
  readonly node: ts.ObjectLiteralExpression
  readonly scope: Scope | undefined
}

/** The objects that an expression may stand for. */
export const literalsOf = (trace: Trace, node: ts.Expression, scope: Scope | undefined): Literal[] =>
  trace.sources(node, scope).flatMap((source) => {
    const { node: literal } = source
    return compiler.isObjectLiteralExpression(literal) ? [{ node: literal, scope: source.scope }] : []
  })

/** What a member of an object literal says. */
export const initializerOf = (property: ts.ObjectLiteralElementLike): ts.Expression | undefined => {
  if (compiler.isPropertyAssignment(property)) return property.initializer
  return compiler.isShorthandPropertyAssignment(property) ? property.name : undefined
}

/** Headers of a request that go with the moved call, each where it can be said there, or all that a function gives. */
export const carryHeaders = (trace: Trace, site: Site, options: Literal, found: Found): void => {
  for (const { node, scope } of trace.members(options.node, 'headers', options.scope)) {
    const literal = compiler.isExpression(node) ? bare(node) : node
    const set = headersSet(trace, literal)
      .filter(({ name }) => !OWN_HEADERS.test(name))
      .map(({ name, value: given, isAlways }) => {
        const value = isAlways ? given : undefined
        const said = valueText(name, styleOf(site.top.getSourceFile()))
        return headerOf(trace, site, { name, said, value, scope })
      })
    const made = madeOf(trace, literal, scope).flatMap((one) => headersIn(trace, site, one))
    const isTwice = found.stays && !isInside(literal, site.sink.call)
    carryEach(lastOfEach([...made, ...set]).map(isTwice ? onlyRepeated : asItIs), found)
  }
}

/** The objects that headers are made of: `{ … }`, `new Headers({ … })`. */
const madeOf = (trace: Trace, node: ts.Node, scope: Scope | undefined): Literal[] => {
  if (compiler.isObjectLiteralExpression(node)) return [{ node, scope }]
  const [given] = compiler.isNewExpression(node) ? (node.arguments ?? []) : []
  return given ? literalsOf(trace, given, scope) : []
}

const asItIs = (header: Header): Header => header

/** Headers that are made where they are still made once the call is another: what is not the same again is not said. */
const onlyRepeated = (header: Header): Header => {
  const { name, value } = header
  return !value || isRepeatable(value) || doesNothing(value) ? header : { name, text: undefined }
}

/** A header, or what is spread in as it stands: nothing is to be said of some, and what others say means nothing at the call. */
interface Header {
  readonly name: string
  readonly text: string | undefined
  readonly value?: ts.Expression | undefined
}

/** What was found before counts for more: it comes last. */
const carryEach = (said: readonly Header[], { headers, lost }: Found): void => {
  const before = [...headers]
  headers.clear()
  for (const { name, text } of said)
    if (text === undefined) lost.push(`the header${name.startsWith('...') ? 's' : ''} ${name}`)
    else headers.set(name.toLowerCase(), text)
  for (const [name, text] of before) {
    headers.delete(name)
    headers.set(name, text)
  }
}

/** The last word counts. */
const lastOfEach = (said: readonly Header[]): Header[] => {
  const last = new Map(said.map((one) => [one.name.toLowerCase(), one]))
  return said.filter((one) => last.get(one.name.toLowerCase()) === one)
}

const headersIn = (
  trace: Trace,
  site: Site,
  { node, scope }: Literal,
  seen: readonly ts.Node[] = [],
): Header[] =>
  node.properties.flatMap((property): readonly Header[] => {
    if (compiler.isSpreadAssignment(property))
      return headersSpread(trace, site, property, scope, [...seen, node])
    const name = property.name ? nameOf(property.name) : undefined
    const said = property.name?.getText() ?? ''
    return name === undefined || OWN_HEADERS.test(name)
      ? []
      : [headerOf(trace, site, { name, said, value: initializerOf(property), scope })]
  })

interface Written {
  readonly name: string
  /** The name, as the source says it. */
  readonly said: string
  readonly value: ts.Expression | undefined
  readonly scope: Scope | undefined
}

const headerOf = (trace: Trace, site: Site, { name, said, value, scope }: Written): Header => {
  const text = value && saidAt(trace, { node: value, scope }, site.top)
  return { name, text: text && `${said}: ${text}`, value }
}

/** `...tracking()`: as it stands where it holds none of the headers that every call says by itself. */
const headersSpread = (
  trace: Trace,
  site: Site,
  { expression: node }: ts.SpreadAssignment,
  scope: Scope | undefined,
  seen: readonly ts.Node[],
): Header[] => {
  if (mayBeOutOfSight(trace, node, scope)) return [{ name: `...${node.getText()}`, text: undefined }]
  const behind = literalsOf(trace, node, scope)
  const names = behind.flatMap((one) => one.node.properties.map(({ name }) => name && nameOf(name)))
  if (names.every((name) => name !== undefined && OWN_HEADERS.test(name))) return []
  const hasOwn = names.some((name) => name === undefined || OWN_HEADERS.test(name))
  const text = hasOwn ? undefined : saidAt(trace, { node, scope }, site.top)
  return text === undefined
    ? // `this.headers = { ...this.headers, [name]: value }` is among what it spreads
      behind.filter((one) => !seen.includes(one.node)).flatMap((one) => headersIn(trace, site, one, seen))
    : [{ name: `...${text}`, text: `...${text}`, value: node }]
}

/** Whether nobody can tell which headers are spread in: one of them may be the key. */
const mayBeOutOfSight = (trace: Trace, node: ts.Expression, scope: Scope | undefined): boolean => {
  const sources = trace.sources(node, scope)
  return sources.some(({ node: one }) => !compiler.isObjectLiteralExpression(one) && !isNothing(one))
}

/** The headers that were found as a member of the call's access. */
export const headersSaid = ([first, ...others]: readonly string[]): string[] => {
  if (first === undefined) return []
  const isWhole = others.length === 0 && first.startsWith('...')
  const whole = first.slice(3).replace(/^\((\{[^()]*\})\)$/, '$1')
  return [`headers: ${isWhole ? whole : `{ ${[first, ...others].join(', ')} }`}`]
}
