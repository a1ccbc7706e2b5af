import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf, type Scope } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { saidAt } from '../edit/said-at.ts'
import { styleOf, valueText } from '../mapper/style.ts'
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
    for (const { name, value } of headersSet(trace, literal))
      carryHeader(
        trace,
        site,
        { name, said: valueText(name, styleOf(site.top.getSourceFile())), value, scope },
        found,
      )
    if (compiler.isObjectLiteralExpression(literal)) carryEach(trace, site, { node: literal, scope }, found)
  }
}

const carryEach = (trace: Trace, site: Site, { node, scope }: Literal, found: Found): void => {
  for (const property of node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    if (compiler.isSpreadAssignment(property)) carrySpread(trace, site, property, scope, found)
    else if (name !== undefined)
      carryHeader(
        trace,
        site,
        { name, said: property.name?.getText() ?? name, value: initializerOf(property), scope },
        found,
      )
  }
}

interface Header {
  readonly name: string
  /** The name, as the source says it. */
  readonly said: string
  readonly value: ts.Expression | undefined
  readonly scope: Scope | undefined
}

const carryHeader = (
  trace: Trace,
  site: Site,
  { name, said, value, scope }: Header,
  { headers, lost }: Found,
): void => {
  if (OWN_HEADERS.test(name)) return
  const text = value && saidAt(trace, { node: value, scope }, site.top)
  if (text === undefined) lost.push(`the header ${name}`)
  else add(headers, name.toLowerCase(), `${said}: ${text}`)
}

/** `...tracking()`: as it stands where it holds none of the headers that every call says by itself. */
const carrySpread = (
  trace: Trace,
  site: Site,
  { expression: node }: ts.SpreadAssignment,
  scope: Scope | undefined,
  found: Found,
): void => {
  const behind = literalsOf(trace, node, scope)
  const names = behind.flatMap((one) => one.node.properties.map(({ name }) => name && nameOf(name)))
  if (names.every((name) => name !== undefined && OWN_HEADERS.test(name))) return
  const hasOwn = names.some((name) => name === undefined || OWN_HEADERS.test(name))
  const text = hasOwn ? undefined : saidAt(trace, { node, scope }, site.top)
  if (text !== undefined) add(found.headers, `...${text}`, `...${text}`)
  else for (const one of behind) carryEach(trace, site, one, found)
}

/** The headers that were found as a member of the call's access. */
export const headersSaid = ([first, ...others]: readonly string[]): string[] => {
  if (first === undefined) return []
  const isWhole = others.length === 0 && first.startsWith('...')
  return [`headers: ${isWhole ? first.slice(3) : `{ ${[first, ...others].join(', ')} }`}`]
}
