import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import {
  bare,
  functionAround,
  isNothing,
  isOperation,
  nameOf,
  nodesIn,
  statementOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { saidAt } from '../../edit/said-at.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import {
  add,
  carryHeaders,
  type Found,
  headersSaid,
  initializerOf,
  type Literal,
  literalsOf,
} from '../key/carried-headers.ts'
import { isByItself } from './by-itself.ts'
import { customOf, throughOf } from './done-around.ts'

/** What a program's own function did around its call to GraphQL. */
export interface Around {
  /** Members of the request that go with the moved call, as source text. */
  readonly carried: readonly string[]
  /** What the moved call does without, in a reader's words. */
  readonly lost: string[]
}

/** What the call itself is made of: it is made anew. */
const OWN =
  /^(method|body|data|url|baseURL|baseUrl|prefix|prefixUrl|origin|resolveBodyOnly|path|params|searchParams|hostname|host|port|protocol|json|responseType|query|variables|document|requestHeaders|errorPolicy)$/

/** The same where the program's own function stays around the call, and says what goes with it where it stands. */
export const withinOf = (trace: Trace, { sink, scope: _, ...site }: Site): Around => {
  const own: Site = { ...site, sink, scope: undefined, top: sink.call }
  return told(trace, own, throughOf(own), true)
}

/** Deadlines, signals, headers and other options of the request: carried over where the call can say them. */
export const aroundOf = (trace: Trace, site: Site): Around => told(trace, site, customOf(trace, site), false)

const told = (trace: Trace, site: Site, lost: readonly string[], stays: boolean): Around => {
  const found: Found = { carried: new Map(), headers: new Map(), lost: [...lost], stays }
  for (const literal of optionsOf(trace, site)) carryAll(trace, site, literal, found)
  return {
    carried: [...headersSaid([...found.headers.values()]), ...found.carried.values()],
    lost: found.lost,
  }
}

/** What a call is given as its key: that alone, or with what else goes with the request. */
export const accessText = (key: string, carried: readonly string[]): string =>
  carried.length > 0 ? `{ ${key === 'apiKey' ? key : `apiKey: ${key}`}, ${carried.join(', ')} }` : key

/** What an object of options holds, the last of what it spreads in before that: `{ ...init, dispatcher }`. */
const carryAll = (
  trace: Trace,
  site: Site,
  literal: Literal,
  found: Found,
  last = lastSaid(trace, literal),
): void => {
  const spread: ts.SpreadAssignment[] = []
  for (const property of literal.node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    if (name !== undefined && last.get(name) !== property) continue
    if (compiler.isSpreadAssignment(property)) spread.push(property)
    else if (name === undefined) found.lost.push(property.getText())
    else if (name === 'headers') carryHeaders(trace, site, literal, found)
    else if (!OWN.test(name)) carryOption(trace, site, { property, name, scope: literal.scope }, found)
  }
  for (const property of spread.reverse()) {
    const inner = found.stays && isGiven(trace, property) ? [] : spreadIn(trace, property, literal)
    if (inner.length === 0 && !isNone(trace, property, literal)) found.lost.push(property.getText())
    for (const one of inner) carryAll(trace, site, one, found, last)
  }
}

const spreadIn = (
  trace: Trace,
  { expression }: ts.SpreadAssignment,
  { node: own, scope }: Literal,
): Literal[] => literalsOf(trace, expression, scope).filter(({ node }) => node !== own)

/** `...init` of a caller who leaves it out. */
const isNone = (trace: Trace, { expression }: ts.SpreadAssignment, { scope }: Literal): boolean =>
  trace.sources(expression, scope).every(({ node }) => isNothing(node))

/** Whether each caller spreads in something else. */
const isGiven = ({ checker }: Trace, { expression }: ts.SpreadAssignment): boolean => {
  const node = bare(expression)
  const declared = compiler.isIdentifier(node)
    ? checker.getSymbolAtLocation(node)?.valueDeclaration
    : undefined
  return declared !== undefined && (compiler.isParameter(declared) || compiler.isBindingElement(declared))
}

/** By name, the member that counts of those that an object says and spreads in. */
const lastSaid = (trace: Trace, literal: Literal): Map<string, ts.ObjectLiteralElementLike> => {
  const found = new Map<string, ts.ObjectLiteralElementLike>()
  for (const property of literal.node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    if (name !== undefined) found.set(name, property)
    if (!compiler.isSpreadAssignment(property)) continue
    for (const one of spreadIn(trace, property, literal))
      for (const [inner, said] of lastSaid(trace, one)) found.set(inner, said)
  }
  return found
}

const optionsOf = (trace: Trace, { sink, scope }: Site): Literal[] => {
  const made = sink.base?.kind === 'member' ? [sink.base.object] : []
  const told = (sink.graphql?.options ?? []).flatMap((one) => literalsOf(trace, one.node, one.scope ?? scope))
  const said = [...(sink.options ? [sink.options] : []), ...made]
  return [...said.flatMap((one) => literalsOf(trace, one, scope)), ...told]
}

interface Option {
  readonly property: ts.ObjectLiteralElementLike
  readonly name: string
  readonly scope: Scope | undefined
}

const carryOption = (
  trace: Trace,
  site: Site,
  { property, name, scope }: Option,
  { carried, lost, stays }: Found,
): void => {
  const value = initializerOf(property)
  if (value && isByItself(name, value)) return
  const own = value && saidAt(trace, { node: value, scope }, site.top)
  const text = own ?? (value && !stays ? abortedAfter(trace, site, value, scope) : undefined)
  const isFetch = site.sink.library === 'fetch'
  if (text !== undefined && name === 'timeout' && /^(axios|fetch|ky)$/.test(site.sink.library))
    add(carried, 'signal', `signal: AbortSignal.timeout(${text})`)
  else if (text !== undefined && (name === 'signal' || (isFetch && name !== 'agent')))
    add(carried, name, text === name ? name : `${name}: ${text}`)
  else lost.push(name)
}

/** `controller.signal` of a controller that a timer aborts: `AbortSignal.timeout(ms)` says both. */
const abortedAfter = (
  trace: Trace,
  site: Site,
  given: ts.Expression,
  scope: Scope | undefined,
): string | undefined => {
  const value = bare(given)
  const around = functionAround(site.sink.call)
  if (!compiler.isPropertyAccessExpression(value) || value.name.text !== 'signal' || !around) return undefined
  const aborts = new RegExp(`^\\(?\\)?\\s*=>\\s*\\{?\\s*${value.expression.getText()}\\.abort\\(`)
  const timers = nodesIn(around, compiler.isCallExpression).filter(
    ({ expression, arguments: [first] }) =>
      /^(globalThis\.|window\.)?setTimeout$/.test(expression.getText()) &&
      aborts.test(first?.getText() ?? ''),
  )
  const [timer, ...others] = timers
  const time = timer?.arguments[1]
  if (!time || others.length > 0 || !isPlainly(timer, around)) return undefined
  const after = saidAt(trace, { node: time, scope }, site.top)
  return after && `AbortSignal.timeout(${after})`
}

/** Whether a function sets a timer whatever happens: one that is only sometimes set says no deadline. */
const isPlainly = (timer: ts.CallExpression, around: ts.Node): boolean => {
  const { parent } = timer
  if (
    !isOperation(parent, '=') &&
    !compiler.isVariableDeclaration(parent) &&
    !compiler.isExpressionStatement(parent)
  )
    return false
  let block = statementOf(timer).parent
  while (compiler.isTryStatement(block.parent) && block.parent.tryBlock === block) block = block.parent.parent
  return block.parent === around
}

/** What moved calls do without that the program's own functions did for them: one note for each that sends. */
export const aroundNotes = (done: readonly Plan[], root: string): Note[] => {
  const all = new Map<ts.Node, { readonly first: Plan; readonly lost: Set<string> }>()
  for (const plan of done) {
    const own = functionAround(plan.site.sink.call) ?? plan.site.sink.call
    const known = all.get(own) ?? { first: plan, lost: new Set() }
    for (const one of plan.around ?? []) known.lost.add(one)
    if (known.lost.size > 0) all.set(own, known)
  }
  return [...all.values()].map(({ first, lost }) => ({
    ...positionOf(first.site.top, root),
    rule: 'codemod.around',
    class: 'follow-up',
    fix: 'put into the generated module what of it still matters',
    confidence: 'high',
    why: `the calls that moved do without what was done around them: ${[...lost].join(', ')}`,
  }))
}
