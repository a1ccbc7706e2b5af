import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import type { Trace } from '../../sites/program/frames/source.ts'
import { declarationOf, isName } from '../../sites/program/names/symbol.ts'
import {
  awaited,
  functionsAround,
  isInside,
  isOperation,
  nodesIn,
  returnsOf,
  someNode,
} from '../../sites/program/syntax/nodes.ts'
import { mayGetTo } from '../../sites/program/ways/gets-to.ts'
import { readSink } from '../../sites/read-sink.ts'
import type { Sink } from '../../sites/sink.ts'
import type { Site } from '../../sites/sites.ts'

/** A way through helpers, and what is looked for beside it. */
interface Looking {
  readonly trace: Trace
  readonly sink: Sink
  readonly helpers: readonly ts.SignatureDeclaration[]
  readonly ways: readonly ts.Node[]
}

/**
 * What a helper that a call goes through gives back of another request, written in the helper itself: whoever reads what the
 * helper gives reads that as well, and it is told apart by nothing.
 */
export const otherAnswer = (trace: Trace, { sink, scope }: Site): ts.Node | undefined => {
  const frames = [...framesFrom(scope)]
  const ways = [sink.call, ...frames.map(({ call }) => call)]
  const helpers = frames.flatMap(({ callee }, index) => {
    const inner = functionsAround(ways[index] as ts.Node)
    return inner.slice(0, inner.indexOf(callee) + 1)
  })
  const looking = { trace, sink, helpers, ways }
  return helpers
    .flatMap((helper) => returnsOf(helper).flatMap(sidesOf))
    .filter((value) => mayGetTo(trace, value, scope))
    .find((value) => asksOther(looking, value, new Set()))
}

/** Whether a value is made of another request, also by names of the helper. */
const asksOther = (looking: Looking, value: ts.Node, seen: Set<ts.Node>): boolean => {
  if (seen.has(value) || looking.ways.some((call) => isInside(call, value))) return false
  seen.add(value)
  const calls = nodesIn(value, compiler.isCallExpression)
  if (calls.some((call) => isOther(looking, call))) return true
  return nodesIn(value, compiler.isIdentifier).some((name) => {
    const declared = isName(name) ? declarationOf(looking.trace, name) : undefined
    const isOwn = declared && looking.helpers.some((helper) => isInside(declared, helper))
    const made = isOwn && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
    return made !== undefined && asksOther(looking, made, seen)
  })
}

/** Not `fetch(url, …)` once more, nor one of what the helper is called with. */
const isOther = ({ trace, sink, helpers }: Looking, call: ts.CallExpression): boolean => {
  const asked = readSink(trace, call)
  if (asked?.url.kind !== 'expression' || sink.url.kind !== 'expression') return false
  const { node } = asked.url
  const names = new Set(helpers.flatMap(({ parameters }) => parameters.map(({ name }) => name.getText())))
  const isTold = (one: ts.Node): boolean => compiler.isIdentifier(one) && names.has(one.text)
  return node.getText() !== sink.url.node.getText() && !someNode(node, isTold)
}

/** `isKept ? kept : run()`, `kept ?? run()` */
const sidesOf = (given: ts.Expression): readonly ts.Expression[] => {
  const node = awaited(given)
  if (compiler.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(sidesOf)
  return isOperation(node, '??', '||', '&&') ? [node.left, node.right].flatMap(sidesOf) : [node]
}
