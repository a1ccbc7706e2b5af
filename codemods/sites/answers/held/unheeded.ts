import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isCall } from '../../program/calls/calls.ts'
import type { Trace } from '../../program/frames/source.ts'
import { isOfPlatform } from '../../program/names/symbol.ts'
import { accessed, accessOn } from '../../program/syntax/access.ts'
import { dressed, functionAround, isFunctionValue } from '../../program/syntax/nodes.ts'

/**
 * Whether nobody is given what a function gives that is written where it is handed over: to a timer, a listener, `finally`, or
 * to `map`, whose list is only waited for (`await Promise.all(ids.map((id) => stop(id)))`).
 */
export const isUnheeded = (trace: Trace, callee: ts.SignatureDeclaration): boolean => {
  if (!isFunctionValue(callee)) return false
  const given = dressed(callee)
  const { parent } = given
  if (compiler.isJsxExpression(parent)) return isListener(parent)
  // What the program's own `on` does with what its listeners give is followed
  if (!compiler.isCallExpression(parent) || trace.targets(parent, undefined).length > 0) return false
  const place = parent.arguments.indexOf(given)
  const name = accessed(parent.expression)?.name ?? ''
  if (place === 0 && (name === 'forEach' || name === 'finally' || isTimer(trace, parent))) return true
  if (place === 1 && isNamed(parent))
    return isHeard(trace, parent, name) || SCHEDULES.test(parent.expression.getText())
  return place === 0 && name === 'map' && isOnlyWaitedFor(trace, parent)
}

const isNamed = ({ arguments: [name] }: ts.CallExpression): boolean =>
  name !== undefined && compiler.isStringLiteralLike(name)

/** Whether a listener is told of something, and nobody waits for what it gives: what packages call so may as well be asked. */
const isHeard = (trace: Trace, { expression: callee }: ts.CallExpression, name: string): boolean => {
  if (/^add(Event)?Listener$/.test(name)) return true
  const owner = /^(on|once)$/.test(name) ? accessed(callee)?.of : undefined
  if (!owner) return false
  const sources = trace.sources(owner, undefined)
  const makers = sources.flatMap(({ node }) =>
    isCall(node) ? trace.sources(node.expression, undefined) : [],
  )
  const modules = [...sources, ...makers].flatMap(({ external }) => external?.module ?? [])
  return isOfPlatform(trace, owner) || modules.some((module) => EMITS.test(module))
}

/** Packages whose events are only told. */
const EMITS =
  /^(node:|(events|http|https|net|fs|stream|readline|worker_threads|child_process|ws|discord\.js|telegraf|grammy|chokidar|mqtt|ioredis|redis|bullmq?|electron)$|socket\.io)/

const SCHEDULES = /^(node)?cron\.schedule$/i

const isTimer = (trace: Trace, { expression }: ts.CallExpression): boolean => {
  const root = compiler.isPropertyAccessExpression(expression) ? expression.expression : expression
  return TIMERS.test(expression.getText()) && isOfPlatform(trace, root)
}

const TIMERS =
  /^((globalThis\.|window\.)?(setTimeout|setInterval|setImmediate|queueMicrotask)|process\.nextTick)$/

/** `onClick={() => …}` of the page's own elements; what a component does with its own is not known here. */
const isListener = ({ parent }: ts.JsxExpression): boolean =>
  compiler.isJsxAttribute(parent) &&
  /^on[A-Z]/.test(parent.name.getText()) &&
  /^[a-z]/.test(parent.parent.parent.tagName.getText())

/** Whether promises are awaited together, and what they come to is dropped. */
const isOnlyWaitedFor = (trace: Trace, list: ts.CallExpression): boolean => {
  const { parent } = dressed(list)
  return (
    compiler.isCallExpression(parent) &&
    /^Promise\.(all|allSettled)$/.test(parent.expression.getText()) &&
    isDropped(trace, parent)
  )
}

/** Whether nothing is made of what an expression comes to. */
const isDropped = (trace: Trace, node: ts.Expression): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isExpressionStatement(parent) || compiler.isVoidExpression(parent)) return true
  if (compiler.isAwaitExpression(parent)) return isDropped(trace, parent)
  if (compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)) {
    const callee = functionAround(outer)
    return callee !== undefined && isUnheeded(trace, callee)
  }
  const access = accessOn(outer)
  const call = access && dressed(access).parent
  if (!call || !compiler.isCallExpression(call)) return false
  const [first] = call.arguments
  const isPassed = /^(catch|finally)$/.test(accessed(access)?.name ?? '')
  const isForgotten =
    accessed(access)?.name === 'then' && first && isFunctionValue(first) && first.parameters.length === 0
  return isPassed ? isDropped(trace, call) : isForgotten === true
}
