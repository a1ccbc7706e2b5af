import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { bare, nodesIn } from '../program/syntax/nodes.ts'

/** Hooks that are given an answer. */
const SEE_ANSWERS = ['afterResponse', 'beforeError']

/** The functions in `hooks: { afterResponse: […] }`, or of ofetch's `onResponse`, of a client's options. */
export const hooksIn = (trace: Trace, all: readonly ts.Expression[]): ts.Node[] => [
  ...functionsIn(all.flatMap((options) => trace.members(options, 'onResponse', undefined))),
  ...functionsIn(
    all
      .flatMap((options) => trace.members(options, 'hooks', undefined))
      .flatMap((source) => membersOf(trace, source, SEE_ANSWERS))
      .flatMap(({ node, scope }) =>
        compiler.isArrayLiteralExpression(node)
          ? node.elements.flatMap((one) => trace.sources(one, scope))
          : [],
      ),
  ),
]

/** The functions in ofetch's `onResponseError`, which only see what fails. */
export const failedIn = (trace: Trace, all: readonly ts.Expression[]): ts.Node[] =>
  functionsIn(all.flatMap((options) => trace.members(options, 'onResponseError', undefined)))

/** The functions of middleware that openapi-fetch is given by `client.use(…)`, in the same file. */
export const middlewareOf = (trace: Trace, client: ts.Expression): ts.Node[] => {
  const file = client.getSourceFile()
  const symbol = trace.checker.getSymbolAtLocation(bare(client))
  if (!symbol || !file.text.includes('.use(')) return []
  const isUse = ({ expression: callee }: ts.CallExpression): boolean =>
    compiler.isPropertyAccessExpression(callee) &&
    callee.name.text === 'use' &&
    trace.checker.getSymbolAtLocation(callee.expression) === symbol
  const uses = nodesIn(file, compiler.isCallExpression).filter(isUse)
  const given = uses.flatMap((call) => call.arguments.flatMap((one) => trace.sources(one, undefined)))
  return functionsIn(given.flatMap((source) => membersOf(trace, source, ['onResponse', 'onError'])))
}

const membersOf = (trace: Trace, { node, scope }: Source, names: readonly string[]): Source[] =>
  compiler.isExpression(node) ? names.flatMap((name) => trace.members(node, name, scope)) : []

const functionsIn = (found: readonly Source[]): ts.Node[] => [
  ...new Set(found.map(({ node }) => node).filter(compiler.isFunctionLike)),
]
