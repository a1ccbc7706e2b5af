import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { heldOnTheWay, resultOfCalls } from '../../../sites/answers/answer.ts'
import { isParse } from '../../../sites/answers/failure/failure.ts'
import type { Held } from '../../../sites/answers/held/held.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import {
  awaited,
  bare,
  functionAround,
  nameOf,
  returnsOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Objects and lists of the program's own that hold an answer's body beside something else (`{ ok, data }`, `[status, data]`), as a call gives them. */
export interface Kept {
  /** The members of an object that hold a body, also one that a function gives on; undefined where an expression is no such object. */
  readonly membersOf: (node: ts.Expression) => ReadonlySet<string> | undefined
  /** The call that gave the object which an expression is the body in: `reply.data`, or what a pattern binds to it. */
  readonly callBehind: (node: ts.Expression) => ts.Node | undefined
}

interface Found {
  /** The call whose answer it is: the site's own, where it is parsed there. */
  readonly call: ts.Node
  readonly names: ReadonlySet<string>
}

const known = new WeakMap<Site, Kept>()

/** What the calls on the way of a site give that keeps the body. */
export const keptBodies = (trace: Trace, site: Site): Kept => {
  const before = known.get(site)
  if (before) return before
  const calls = new Map<ts.Node, Found>()
  for (const [call, held] of heldOnTheWay(trace, site)) {
    const names = bodiesIn(held)
    if (names.size > 0) calls.set(call, { call, names })
  }
  for (const [call, found] of givenOutside(trace, site)) calls.set(call, found)
  const find = (given: ts.Expression, depth = 0): Found | undefined => {
    const node = bare(given)
    if (compiler.isAwaitExpression(node)) return find(node.expression, depth)
    const found = calls.get(node)
    if (found) return found
    if (depth > MOST_NAMES) return undefined
    if (compiler.isCallExpression(node)) return calls.size > 0 ? givenBy(node, depth) : undefined
    if (!compiler.isIdentifier(node)) return undefined
    return valuesOf(trace.checker, node)
      .map((value) => find(value, depth + 1))
      .find((one) => one !== undefined)
  }
  const givenBy = (call: ts.CallExpression, depth: number): Found | undefined =>
    trace
      .targets(call, undefined)
      .flatMap(({ node }) => (compiler.isFunctionLike(node) ? returnsOf(node) : []))
      .map((value) => find(value, depth + 1))
      .find((one) => one !== undefined)
  const kept: Kept = {
    membersOf: (node) => find(node)?.names,
    callBehind: (node) => {
      const member = memberRead(trace, bare(node))
      const found = member && find(member.of)
      return member && found?.names.has(member.name) ? found.call : undefined
    },
  }
  known.set(site, kept)
  return kept
}

/** The members of what the program puts together that hold a body. */
const bodiesIn = (held: Held): ReadonlySet<string> =>
  held.kind === 'record' && (held.made || held.listed)
    ? new Set([...held.fields].filter(([, { kind }]) => kind === 'payload').map(([name]) => name))
    : new Set()

/** What the function around a call puts together of its answer, for each of its own calls: `{ ok: false, problem: await res.json() }`. */
const givenOutside = (trace: Trace, site: Site): [ts.Node, Found][] => {
  const around = functionAround(site.top)
  const held = heldOnTheWay(trace, site).get(site.top)
  if (!around || !held) return []
  const names = bodiesIn(resultOfCalls(trace, around, [site.top], held))
  const isOwn = someNode(around, isParse) && !returnsOf(around).some((one) => isGivenBy(trace, one))
  return names.size > 0
    ? trace.callers(around).map((call) => [call, { call: isOwn ? site.top : call, names }])
    : []
}

/** `return fail(res)`: what is parsed there is nothing that a mapper is put around. */
const isGivenBy = (trace: Trace, returned: ts.Expression): boolean => {
  const call = awaited(returned)
  return compiler.isCallExpression(call) && trace.targets(call, undefined).length > 0
}

const MOST_NAMES = 3

/** `reply.data`, `reply[1]`, or a name that `const { ok, data } = await call()` or `const [status, data] = …` binds. */
const memberRead = (
  { checker }: Trace,
  node: ts.Expression,
): { readonly of: ts.Expression; readonly name: string } | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text }
  if (compiler.isElementAccessExpression(node) && compiler.isNumericLiteral(node.argumentExpression))
    return { of: node.expression, name: node.argumentExpression.text }
  const element = compiler.isIdentifier(node)
    ? checker.getSymbolAtLocation(node)?.valueDeclaration
    : undefined
  if (!element || !compiler.isBindingElement(element)) return undefined
  const owner = element.parent.parent
  const name = compiler.isArrayBindingPattern(element.parent)
    ? String(element.parent.elements.indexOf(element))
    : nameOf(element.propertyName ?? element.name)
  const of = compiler.isVariableDeclaration(owner) ? owner.initializer : undefined
  return of && name !== undefined ? { of, name } : undefined
}
