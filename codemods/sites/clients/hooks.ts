import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { bare, nodesIn } from '../program/syntax/nodes.ts'
import { functionsIn } from './request-hooks.ts'

/** Hooks that are given an answer. */
const SEE_ANSWERS = ['afterResponse']
/** Those that are only given what failed. */
const SEE_FAILED = ['beforeError']
/** Those that are given a request. */
const SEE_REQUESTS = ['init', 'beforeRequest', 'beforeRetry']

/** The functions in `hooks: { afterResponse: […] }`, or of ofetch's `onResponse`, of a client's options. */
export const hooksIn = (trace: Trace, all: readonly ts.Expression[]): ts.Node[] => [
  ...new Set([...optionsIn(trace, all, 'onResponse'), ...listedIn(trace, all, SEE_ANSWERS)]),
]

/** The functions that see each request before it is sent: `hooks: { beforeRequest: […] }`, `onRequest`. */
export const requestHooksIn = (trace: Trace, all: readonly ts.Expression[]): ts.SignatureDeclaration[] => [
  ...new Set([...optionsIn(trace, all, 'onRequest'), ...listedIn(trace, all, SEE_REQUESTS)]),
]

const optionsIn = (trace: Trace, all: readonly ts.Expression[], name: string): ts.SignatureDeclaration[] =>
  functionsIn(
    trace,
    all.flatMap((options) => trace.members(options, name, undefined)),
  )

const listedIn = (
  trace: Trace,
  all: readonly ts.Expression[],
  names: readonly string[],
): ts.SignatureDeclaration[] =>
  functionsIn(
    trace,
    all
      .flatMap((options) => trace.members(options, 'hooks', undefined))
      .flatMap((source) => membersOf(trace, source, names)),
  )

/** The functions that only see what fails: `hooks: { beforeError: […] }`, ofetch's `onResponseError`. */
export const failedIn = (trace: Trace, all: readonly ts.Expression[]): ts.Node[] => [
  ...new Set([...optionsIn(trace, all, 'onResponseError'), ...listedIn(trace, all, SEE_FAILED)]),
]

/** The functions of middleware that openapi-fetch is given by `client.use(…)`, in the same file, that see answers and requests. */
export const middlewareOf = (
  trace: Trace,
  client: ts.Expression,
): { readonly hooks: ts.Node[]; readonly asking: ts.SignatureDeclaration[] } => {
  const file = client.getSourceFile()
  const symbol = trace.checker.getSymbolAtLocation(bare(client))
  if (!symbol || !file.text.includes('.use(')) return { hooks: [], asking: [] }
  const isUse = ({ expression: callee }: ts.CallExpression): boolean =>
    compiler.isPropertyAccessExpression(callee) &&
    callee.name.text === 'use' &&
    trace.checker.getSymbolAtLocation(callee.expression) === symbol
  const uses = nodesIn(file, compiler.isCallExpression).filter(isUse)
  const given = uses.flatMap((call) => call.arguments.flatMap((one) => trace.sources(one, undefined)))
  const named = (...names: string[]): Source[] => given.flatMap((one) => membersOf(trace, one, names))
  return {
    hooks: functionsIn(trace, named('onResponse', 'onError')),
    asking: functionsIn(trace, named('onRequest')),
  }
}

const membersOf = (trace: Trace, { node, scope }: Source, names: readonly string[]): Source[] =>
  compiler.isExpression(node) ? names.flatMap((name) => trace.members(node, name, scope)) : []
