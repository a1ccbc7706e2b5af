import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { heldOnTheWay } from '../../../sites/answers/answer.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import { bare, nameOf, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Objects of the program's own that hold an answer's body beside something else (`{ ok, data }`), as a call gives them. */
export interface Kept {
  /** The members of an object that hold a body, also one that a function gives on; undefined where an expression is no such object. */
  readonly membersOf: (node: ts.Expression) => ReadonlySet<string> | undefined
  /** The call that gave the object which an expression is the body in: `reply.data`, or what a pattern binds to it. */
  readonly callBehind: (node: ts.Expression) => ts.Node | undefined
}

interface Found {
  readonly call: ts.Node
  readonly names: ReadonlySet<string>
}

const known = new WeakMap<Site, Kept>()

/** What the calls on the way of a site give that keeps the body. */
export const keptBodies = (trace: Trace, site: Site): Kept => {
  const before = known.get(site)
  if (before) return before
  const calls = new Map<ts.Node, ReadonlySet<string>>()
  for (const [call, held] of heldOnTheWay(trace, site)) {
    if (held.kind !== 'record' || !held.made) continue
    const names = [...held.fields].filter(([, { kind }]) => kind === 'payload').map(([name]) => name)
    if (names.length > 0) calls.set(call, new Set(names))
  }
  const find = (given: ts.Expression, depth = 0): Found | undefined => {
    const node = bare(given)
    if (compiler.isAwaitExpression(node)) return find(node.expression, depth)
    const names = calls.get(node)
    if (names) return { call: node, names }
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

const MOST_NAMES = 3

/** `reply.data`, or a name that `const { ok, data } = await call()` binds. */
const memberRead = (
  { checker }: Trace,
  node: ts.Expression,
): { readonly of: ts.Expression; readonly name: string } | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text }
  const element = compiler.isIdentifier(node)
    ? checker.getSymbolAtLocation(node)?.valueDeclaration
    : undefined
  if (!element || !compiler.isBindingElement(element)) return undefined
  const owner = element.parent.parent
  const name = nameOf(element.propertyName ?? element.name)
  const of = compiler.isVariableDeclaration(owner) ? owner.initializer : undefined
  return of && name !== undefined ? { of, name } : undefined
}
