import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isOperation, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Plan } from '../../plan.ts'

/**
 * Whether a member is read of what some of these calls gave, whole or in part, under whatever names it went:
 * `const { pod } = await call`, `for (const one of list)`, `list.find((one) => one.machine)`.
 */
export const isReadOf = (trace: Trace, node: ts.Node, calls: Calls): boolean => {
  if (compiler.isPropertyAccessExpression(node)) return comesFrom(trace, node.expression, calls, 0)
  const source = compiler.isBindingElement(node) ? sourceOf(node) : undefined
  return source !== undefined && comesFrom(trace, source, calls, 0)
}

export interface Calls {
  /** Those whose answers are told apart where they are called. */
  readonly here: ReadonlySet<ts.Node>
  /** Those of another API, whose answers are told apart behind the program's own functions, too. */
  readonly apart: ReadonlySet<ts.Node>
}

/** What a call that stays answers says all that it said, and so does what asks v2 in the words of GraphQL. */
export const callsStaying = (plans: readonly Plan[]): Calls => {
  const isMoved = ({ left, kept, route }: Plan): boolean => !left && !kept && route !== undefined
  const topsOf = (some: readonly Plan[]) => new Set<ts.Node>(some.map(({ site }) => site.top))
  return {
    here: topsOf(plans.filter((plan) => !isMoved(plan))),
    apart: topsOf(plans.filter(({ route, operation }) => !route && operation !== undefined)),
  }
}

/** Names of names: what goes further round is not followed. */
const DEEPEST = 6

const comesFrom = (trace: Trace, given: ts.Expression, calls: Calls, depth: number): boolean => {
  const root = rootOf(given)
  if (calls.here.has(root) || calls.apart.has(root)) return true
  if (depth === DEEPEST) return false
  if (compiler.isCallExpression(root)) return givesOf(trace, root, calls.apart, depth + 1)
  if (!compiler.isIdentifier(root)) return false
  const declared = trace.checker.getSymbolAtLocation(root)?.valueDeclaration
  const source = declared && sourceOf(declared)
  return source !== undefined && comesFrom(trace, source, calls, depth + 1)
}

/** `listPods()`, a function of the program that gives nothing else than what such a call gave. */
const givesOf = (trace: Trace, call: ts.CallExpression, apart: Calls['apart'], depth: number): boolean => {
  const given = trace
    .targets(call, undefined)
    .map(({ node }) => (compiler.isFunctionLike(node) ? returnsOf(node) : []))
  return (
    given.length > 0 &&
    given.every(
      (all) => all.length > 0 && all.every((one) => comesFrom(trace, one, { here: apart, apart }, depth)),
    )
  )
}

/** What a value is a part of: `await call` of `(await call).data?.pods.find(…) ?? []`, and of `(await call).json()`. */
const rootOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  if (isAccess(node)) return rootOf(node.expression)
  if (compiler.isAwaitExpression(node)) return rootOf(node.expression)
  if (isOperation(node, '??', '||')) return rootOf(node.left)
  const list = compiler.isCallExpression(node) ? listOf(node) : undefined
  return list ? rootOf(list) : node
}

const listOf = ({ expression }: ts.CallExpression): ts.Expression | undefined =>
  compiler.isPropertyAccessExpression(expression) && ITEMS.test(expression.name.text)
    ? expression.expression
    : undefined

const ITEMS = /^(json|then|filter|find|findLast|forEach|map|flatMap|some|every|sort|toSorted|slice|at)$/

/** What a variable holds a part of, or a callback of a list's method is given. */
const sourceOf = (declared: ts.Node): ts.Expression | undefined => {
  let at = declared
  while (compiler.isBindingElement(at)) at = at.parent.parent
  if (compiler.isVariableDeclaration(at)) {
    const around = at.parent.parent
    return compiler.isForOfStatement(around) ? around.expression : at.initializer
  }
  const callee = compiler.isParameter(at) ? at.parent : undefined
  const call = callee && compiler.isExpression(callee) ? dressed(callee).parent : undefined
  return call && compiler.isCallExpression(call) ? listOf(call) : undefined
}
