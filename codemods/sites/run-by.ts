import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { runByLibrary } from './program/calls/runners.ts'
import type { Trace } from './program/frames/source.ts'
import { flatText } from './program/syntax/flat-text.ts'
import { dressed, functionAround, isFunctionValue } from './program/syntax/nodes.ts'
import type { Site } from './sites.ts'

/**
 * What of a package runs the function that makes a call, so that those who ask for it cannot be told apart:
 * `Effect.tryPromise` of `Effect.tryPromise({ try: () => fetch(…), catch: … })`.
 */
export const runByPackage = (trace: Trace, { sink, scope }: Site): string | undefined => {
  const callee = scope ? undefined : functionAround(sink.call)
  const call = callee && callTaking(callee)
  if (!call || runByLibrary(trace, call)) return undefined
  const isOfPackage = trace.sources(rootOf(call.expression), undefined).some(({ external }) => external)
  return isOfPackage ? flatText(call.expression) : undefined
}

/** The call that is given a function, itself or as a member of an object. */
const callTaking = (callee: ts.SignatureDeclaration): ts.CallExpression | undefined => {
  const given = isFunctionValue(callee) ? dressed(callee) : callee
  const member = compiler.isPropertyAssignment(given.parent) ? given.parent : given
  const holder = compiler.isObjectLiteralExpression(member.parent) ? dressed(member.parent) : given
  const { parent } = holder
  return compiler.isCallExpression(parent) && parent.expression !== holder ? parent : undefined
}

const rootOf = (node: ts.Expression): ts.Expression =>
  compiler.isPropertyAccessExpression(node) ? rootOf(node.expression) : node
