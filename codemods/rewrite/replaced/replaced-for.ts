import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { isTestFile } from '../../beside/files/test-files.ts'
import { compiler } from '../../project/compiler.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import { nameOfCallee } from '../../sites/program/calls/handed-on.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import type { Source, Trace } from '../../sites/program/frames/source.ts'
import { replacedBy } from '../../sites/program/held/replaced-by.ts'
import { namesIn } from '../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../sites/program/names/symbol.ts'
import { writesTo } from '../../sites/program/set/assigned.ts'
import { bare, isInside, nodesIn } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import { mayMeet } from '../handed-on/near.ts'
import { isGlobal, valuesSet } from './global-fetch.ts'

/** A function that stands in the place of another where the program runs, with what it and those that it calls say. */
export interface Replaced {
  readonly node: ts.SignatureDeclaration
  /** What it stands in the place of. */
  readonly of: string
  /** Set where that is a function of the program, which is given a path and gives the parsed body. */
  readonly isOwn?: true
  readonly names: ReadonlySet<string>
  readonly texts: readonly ts.LiteralLikeNode[]
}

/** What stands in the place of a function that a call goes through: of the global `fetch`, of a variable's, or of a method. */
export const replacedFor = (trace: Trace, { sink, scope }: Site, root: string): readonly Replaced[] => {
  const frames = [...framesFrom(scope)].map(({ callee }) => callee)
  const own = frames.flatMap((callee) =>
    replacedBy(trace, callee)
      .filter((one) => !frames.includes(one))
      .map((one) => ({
        ...saidBy(trace, one, nameOfCallee(callee)?.text ?? 'a function', frames),
        isOwn: true as const,
      })),
  )
  const set = isGlobal(trace, sink.library, sink.call)
    ? replacedIn(trace, root)
    : setInstead(trace, sink.call)
  return [...set, ...own]
    .filter(({ node }) => !isInside(sink.call, node) && !isTestFile(node.getSourceFile(), root))
    .filter(({ node }) => mayMeet(sink.call.getSourceFile(), node.getSourceFile()))
}

const REPLACED = new WeakMap<Trace, readonly Replaced[]>()

const replacedIn = (trace: Trace, root: string): readonly Replaced[] =>
  kept(REPLACED, trace, () =>
    trace.files
      .filter((file) => /\bfetch\b/.test(file.text) && !isTestFile(file, root))
      .flatMap((file) => nodesIn(file, isExpression).flatMap(valuesSet))
      .flatMap((value) => functionsOf(trace.sources(value, undefined)))
      .map((one) => saidBy(trace, one, 'the global fetch', [])),
  )

const isExpression = (node: ts.Node): node is ts.Expression => compiler.isExpression(node)

/** `let send = fetch`, which somebody sets anew: `export const setSend = (next) => { send = next }`. */
const setInstead = (trace: Trace, call: ts.CallExpression): Replaced[] => {
  const callee = bare(call.expression)
  const symbol = compiler.isIdentifier(callee) ? symbolBehind(trace, callee) : undefined
  const declared = symbol?.valueDeclaration
  if (!symbol || !declared || !compiler.isVariableDeclaration(declared)) return []
  const values = writesTo(trace.checker, symbol).flatMap((value) => trace.sources(value, undefined))
  return functionsOf(values).map((one) => saidBy(trace, one, callee.getText(), []))
}

const functionsOf = (sources: readonly Source[]): ts.SignatureDeclaration[] =>
  sources.flatMap(({ node }) => (compiler.isFunctionLike(node) ? [node as ts.SignatureDeclaration] : []))

const saidBy = (
  trace: Trace,
  node: ts.SignatureDeclaration,
  of: string,
  passed: readonly ts.Node[],
): Replaced => {
  const all = functionsBehind(trace, node, passed, 0)
  const texts = all.flatMap((one) => nodesIn(one, compiler.isLiteralExpression))
  const named = all.flatMap((one) => nodesIn(one, compiler.isIdentifier))
  return { node, of, names: new Set([...named, ...texts].map(({ text }) => text)), texts }
}

const MOST_HANDS = 2

/** A function with those of the program that it calls, but for those that a call passes through anyway. */
const functionsBehind = (
  trace: Trace,
  node: ts.Node,
  passed: readonly ts.Node[],
  depth: number,
): ts.Node[] => {
  if (depth === MOST_HANDS) return [node]
  const called = nodesIn(node, isCall)
    .flatMap((call) => trace.targets(call, undefined))
    .filter((one) => !passed.includes(one.node))
  return [...new Set([node, ...called.flatMap((one) => functionsBehind(trace, one.node, passed, depth + 1))])]
}

/** The names by which a function knows what it is given. */
export const takenBy = ({ parameters }: ts.SignatureDeclaration): ts.Identifier[] =>
  parameters.flatMap(({ name }) => namesIn(name))
