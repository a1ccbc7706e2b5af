import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { storeOf } from '../../../sites/answers/held/stores.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { awaited, bare, isInside, isOperation, nodesIn, walk } from '../../../sites/program/syntax/nodes.ts'
import { isLog } from '../../../sites/program/syntax/said.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { short } from '../../reason-text.ts'
import { checkAt, checkText, onlyAsks } from './checks-around.ts'
import type { RequestNames } from './request-names.ts'

/** What the functions on the way did beside asking and answering: `assertArmed()`, `await pause(500)`, `spent += 1`. */
export const deedsAround = (trace: Trace, { sink, scope }: Site, names: RequestNames): string[] => {
  const checks = new Set<string>()
  const deeds = new Set<string>()
  const stores = new Set<string>()
  let inner: ts.Node = sink.call
  for (const frame of framesFrom(scope)) {
    for (const store of storesAround(trace, frame.callee, inner)) stores.add(store)
    for (const deed of deedsIn(trace, frame.callee, inner)) {
      const check = checkIn(trace, deed, inner, names)
      if (check) checks.add(check)
      else deeds.add(short(deed.getText()))
    }
    inner = frame.call
  }
  return [
    ...checks,
    ...(deeds.size > 0 ? [`what it did beside the call (${[...deeds].join(', ')})`] : []),
    ...(stores.size > 0 ? [`that it kept answers in ${[...stores].join(', ')}`] : []),
  ]
}

/** What a function puts a call's answer into at once: `cache` of `cache.set(key, await call())`, `cache[key] ??= call()`. */
const storesAround = (trace: Trace, callee: ts.Node, inner: ts.Node): string[] => {
  const found: string[] = []
  for (let at = inner; at.parent && at !== callee; at = at.parent) {
    const store = storeOf(at)
    if (store && isOutside(trace, callee, store)) found.push(store.getText())
  }
  return found
}

/** What a function does for its own sake, and not to what it makes for the call or for the answer. */
const deedsIn = (trace: Trace, callee: ts.Node, inner: ts.Node): ts.Expression[] => {
  const found: ts.Expression[] = []
  walk(callee, (node) => {
    // What a check does before it ends is told with that
    if (checkAt(node, inner) && !isInside(inner, node)) return false
    const said = compiler.isExpressionStatement(node) ? node.expression : undefined
    const isOwn = said && !isInside(inner, said) && isDeed(trace, callee, awaited(said), said)
    if (isOwn && !looksAtAnswer(trace, callee, inner, said)) found.push(said)
    return undefined
  })
  return found
}

/** `throwOn(body.errors)`: what GraphQL said is looked at, as v2's own is by the moved call. */
const looksAtAnswer = (trace: Trace, callee: ts.Node, inner: ts.Node, said: ts.Expression): boolean => {
  const call = callIn(said)
  return (
    call !== undefined &&
    call.getStart() > inner.getStart() &&
    call.arguments.some((one) => isLocal(trace, callee, rootOf(one))) &&
    mayThrow(trace, call)
  )
}

const isDeed = (trace: Trace, callee: ts.Node, done: ts.Expression, said: ts.Expression): boolean => {
  const node = bare(done)
  if (isStep(node)) return isOutside(trace, callee, targetOf(node))
  if (compiler.isCallExpression(node)) return isDoing(trace, callee, node)
  // `await new Promise((resolve) => setTimeout(resolve, 500))`, `await this.ready`
  return compiler.isAwaitExpression(bare(said)) && !isLocal(trace, callee, node)
}

/** `spent += 1`, `count++`. */
const isStep = (
  node: ts.Expression,
): node is ts.BinaryExpression | ts.PrefixUnaryExpression | ts.PostfixUnaryExpression =>
  isOperation(node, '=', '+=', '-=', '??=', '||=', '&&=') ||
  compiler.isPostfixUnaryExpression(node) ||
  (compiler.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText()))

const targetOf = (
  node: ts.BinaryExpression | ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
): ts.Expression => (compiler.isBinaryExpression(node) ? node.left : node.operand)

const isOutside = (trace: Trace, callee: ts.Node, target: ts.Expression): boolean => {
  const root = rootOf(target)
  const isNamed = compiler.isIdentifier(root) || root.kind === compiler.SyntaxKind.ThisKeyword
  return isNamed && !isLocal(trace, callee, root)
}

/** What is called for no more than a deadline, a log, or to end what is asked. */
const PLAIN = /^(clear(Timeout|Interval)|setTimeout|Object|Reflect|JSON|globalThis|window)$/

const isDoing = (trace: Trace, callee: ts.Node, node: ts.CallExpression): boolean => {
  const root = rootOf(node.expression)
  if (isLog(node.expression.getText()) || PLAIN.test(root.getText())) return false
  return !isLocal(trace, callee, root) || isHeld(trace, node.expression)
}

/** `const release = await lock.take()`, which is given back by calling it. */
const isHeld = (trace: Trace, called: ts.Expression): boolean => {
  const name = bare(called)
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  const made = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  return made !== undefined && compiler.isAwaitExpression(bare(made))
}

/** What a chain of members and calls begins with. */
const rootOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const isLink =
    compiler.isPropertyAccessExpression(node) ||
    compiler.isElementAccessExpression(node) ||
    compiler.isCallExpression(node) ||
    compiler.isNewExpression(node)
  return isLink ? rootOf(node.expression) : node
}

const isLocal = (trace: Trace, callee: ts.Node, root: ts.Expression): boolean => {
  const declared = compiler.isIdentifier(root) ? declarationOf(trace, root) : undefined
  return declared !== undefined && isInside(declared, callee)
}

/** How a deed ends what its function does before the call, where it looks at something: `assertArmed()`. */
const checkIn = (
  trace: Trace,
  deed: ts.Expression,
  inner: ts.Node,
  names: RequestNames,
): string | undefined => {
  const call = callIn(deed)
  if (!call || call.getStart() > inner.getStart() || !mayThrow(trace, call)) return undefined
  const targets = trace.targets(call, undefined)
  const isMere = targets.length > 0 && targets.every(({ node }) => onlyAsksFor(node, names))
  return checkText(call.getText(), 'threw', isMere)
}

const callIn = (deed: ts.Expression): ts.CallExpression | undefined => {
  const node = bare(awaited(deed))
  return compiler.isCallExpression(node) ? node : undefined
}

/** Whether what is called may throw of itself: by its own words, or as a package names what does. */
const mayThrow = (trace: Trace, call: ts.CallExpression): boolean => {
  const targets = trace.targets(call, undefined)
  return targets.length > 0
    ? targets.some(({ node }) => nodesIn(node, compiler.isThrowStatement).length > 0)
    : ASSERTS.test(call.expression.getText())
}

/** What a package calls its functions that throw where something does not hold. */
const ASSERTS = /(^|\.)(assert|invariant|ensure|require|check|guard|verify|must)\w*$/i

/** Whether all that a function does is to ask for what is sent. */
const onlyAsksFor = (node: ts.Node, names: RequestNames): boolean => {
  const body = 'body' in node ? (node.body as ts.Node | undefined) : undefined
  const statements = body && compiler.isBlock(body) ? body.statements : []
  return statements.length > 0 && statements.every((one) => onlyAsks(one, names))
}
