import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { isCall } from './program/calls/calls.ts'
import { asksKeeper } from './program/calls/keeper.ts'
import { onlyLooks } from './program/frames/only-looks.ts'
import type { Trace } from './program/frames/source.ts'
import { isNamedTest } from './program/outside/test-file.ts'
import { flatText } from './program/syntax/flat-text.ts'
import { bare, dressed, isOperation, nodesIn, returnsOf, someNode } from './program/syntax/nodes.ts'
import { readSink } from './read-sink.ts'
import { expression, member, type Sink } from './sink.ts'
import { type Site, type SiteOptions, sitesOf } from './sites.ts'

/**
 * `send(url('/pods'))`: calls of something that nobody knows, which is given what a function of the program makes of a
 * path. Calls that are known say their addresses by that function as well: its base is theirs, too.
 * To be asked once the calls that are known were found.
 */
export const unknownSites = (
  trace: Trace,
  file: ts.SourceFile,
  options: SiteOptions,
  failed: (node: ts.Node, error: unknown) => void,
): Site[] => {
  if (isNamedTest(file)) return []
  return nodesIn(file, compiler.isCallExpression).flatMap((call) => {
    try {
      trace.from(undefined)
      const sink = unknownSink(trace, call)
      return sink ? sitesOf(trace, sink, options).filter(isOfV1) : []
    } catch (error) {
      failed(call, error)
      return []
    }
  })
}

const isOfV1 = ({ located }: Site): boolean => located.some(({ family }) => family === 'v1')

const unknownSink = (trace: Trace, call: ts.CallExpression): Sink | undefined => {
  const given = call.arguments.flatMap(valuesIn).find((one) => isMade(trace, one))
  if (!given || onlyLooks(call) || asksKeeper(trace, call) || isPartOf(trace, call)) return undefined
  if (trace.targets(call, undefined).length > 0 || readSink(trace, call)) return undefined
  const options = call.arguments.find((one) => compiler.isObjectLiteralExpression(bare(one)))
  return {
    library: nameOf(trace, call.expression),
    call,
    url: expression(given),
    method: member(options, 'method') ?? { kind: 'fixed', method: 'GET' },
    serializes: true,
    answer: 'unknown',
    listed: 'unknown',
  }
}

/** What the program calls it, with the package that it is of. */
const nameOf = (trace: Trace, callee: ts.Expression): string => {
  const module = trace.sources(callee, undefined)[0]?.external?.module
  return module ? `${flatText(callee)} of ${module}` : flatText(callee)
}

/** What a call is given: an argument, or a member of one. */
const valuesIn = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  if (!compiler.isObjectLiteralExpression(node)) return [node]
  return node.properties.flatMap((one) => (compiler.isPropertyAssignment(one) ? [bare(one.initializer)] : []))
}

/** Whether a function of the program makes it, which was asked for the address of a call that is known. */
const isMade = (trace: Trace, node: ts.Expression): boolean => {
  if (compiler.isTemplateExpression(node)) {
    const [first] = node.templateSpans
    return node.head.text === '' && first !== undefined && isMade(trace, bare(first.expression))
  }
  if (isOperation(node, '+')) return isMade(trace, bare(node.left))
  if (!compiler.isCallExpression(node) || node.arguments.length === 0) return false
  return trace
    .targets(node, undefined)
    .flatMap(({ node: callee }) => (compiler.isFunctionLike(callee) ? returnsOf(callee) : []))
    .some((given) => someNode(given, (one) => trace.visited.has(one)))
}

/** `fetch(withQuery(url('/pods'), query))`: what makes the address of another call is none. */
const isPartOf = (trace: Trace, call: ts.CallExpression): boolean => {
  const { parent } = dressed(call)
  return isCall(parent) && parent.expression !== call && trace.targets(parent, undefined).length > 0
}
