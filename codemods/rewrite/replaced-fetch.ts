import type { ts } from 'ts-morph'
import { kept } from '../../mappings/dsl/once.ts'
import { isTestFile } from '../beside/files/test-files.ts'
import { oldWordsOf } from '../beside/left/old-words.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { isCall } from '../sites/program/calls/calls.ts'
import type { Trace } from '../sites/program/frames/source.ts'
import { declarationOf } from '../sites/program/names/symbol.ts'
import { accessed } from '../sites/program/syntax/access.ts'
import { bare, isInside, isOperation, nameOf, nodesIn } from '../sites/program/syntax/nodes.ts'
import { wholeWord } from './address/asked/path-questions.ts'
import { mayMeet } from './handed-on/near.ts'
import { stay } from './may-change.ts'
import { positionOf } from './notes.ts'
import type { Plan } from './plan.ts'
import { reasons } from './reason.ts'

/**
 * `globalThis.fetch = async (url, init) => { … }`: every call of the global `fetch` goes through it. One stays where the
 * function says names of its body or of its answer that v2 does not have.
 */
export const withReplacedFetch = (trace: Trace, plans: readonly Plan[], root: string): readonly Plan[] => {
  return plans.map((plan) => {
    const said = plan.left || !plan.route ? [] : replacedFor(trace, plan, root)
    if (!plan.route || said.length === 0) return plan
    const { sent, answers } = oldWordsOf([plan.route])
    const wordsOf = ({ names }: Replaced): string[] =>
      [...sent, ...(hears(names) ? answers : [])].filter((word) => names.has(word))
    const words = said.flatMap(wordsOf)
    if (words.length === 0) return plan
    const at = said.filter((one) => wordsOf(one).length > 0).map(({ node }) => node)
    return stay(plan, { ...reasons.replacedFetch([...new Set(words)]), at })
  })
}

/** Whether a function looks into answers, as far as names tell. */
const hears = (names: ReadonlySet<string>): boolean => ['json', 'text', 'clone'].some((one) => names.has(one))

/** Words of paths and of documents that such a function says, and calls that moved do not say any more. */
export const replacedFetchNotes = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const found = new Map<ts.Node, string[]>()
  for (const plan of done) {
    const gone = goneOf(plan)
    for (const text of replacedFor(trace, plan, root).flatMap(({ texts }) => texts)) {
      const words = gone.filter((word) => wholeWord(word).test(text.text))
      if (words.length > 0) found.set(text, [...(found.get(text) ?? []), ...words])
    }
  }
  return [...found].map(([text, words]) => noteOn(text, [...new Set(words)], root))
}

/** A version is a word of every path. */
const goneOf = ({ route, operation }: Plan): readonly string[] => [
  ...(route ? [...oldWordsOf([route]).paths, 'v1'] : []),
  ...(operation?.split(', ') ?? []),
]

const noteOn = (text: ts.Node, words: readonly string[], root: string): Note => ({
  ...positionOf(text, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: "ask for v2's words as well",
  confidence: 'medium',
  why: `what stands in the place of the global fetch says ${words.join(', ')} here, which the calls that moved do not say any more`,
})

/** A function in the place of the global `fetch`, with what it and those that it calls say. */
interface Replaced {
  readonly node: ts.Node
  readonly names: ReadonlySet<string>
  readonly texts: readonly ts.LiteralLikeNode[]
}

/** What stands in the place of the global `fetch` for a call. */
const replacedFor = (trace: Trace, { site: { sink } }: Plan, root: string): readonly Replaced[] =>
  isGlobal(trace, sink.library, sink.call)
    ? replacedIn(trace, root)
        .filter(({ node }) => !isInside(sink.call, node))
        .filter(({ node }) => mayMeet(sink.call.getSourceFile(), node.getSourceFile()))
    : []

const REPLACED = new WeakMap<Trace, readonly Replaced[]>()

const replacedIn = (trace: Trace, root: string): readonly Replaced[] =>
  kept(REPLACED, trace, () =>
    trace.files
      .filter((file) => /\bfetch\b/.test(file.text) && !isTestFile(file, root))
      .flatMap((file) => nodesIn(file, isExpression).flatMap(valuesSet))
      .flatMap((value) => trace.sources(value, undefined))
      .flatMap(({ node }) => (compiler.isFunctionLike(node) ? [saidBy(trace, node)] : [])),
  )

const isExpression = (node: ts.Node): node is ts.Expression => compiler.isExpression(node)

const GLOBAL = /^\(?(globalThis|global|window|self)( as \w+)?\)?$/

/** What is put in the place of `globalThis.fetch`, by an assignment or by `Object.assign` and `Object.defineProperty`. */
const valuesSet = (node: ts.Expression): ts.Expression[] => {
  if (isOperation(node, '=')) {
    const left = accessed(node.left)
    return left?.name === 'fetch' && GLOBAL.test(left.of.getText()) ? [node.right] : []
  }
  if (
    !compiler.isCallExpression(node) ||
    !/^(Object|Reflect)\.(assign|defineProperty)$/.test(node.expression.getText())
  )
    return []
  const [owner, ...others] = node.arguments
  if (!owner || !GLOBAL.test(owner.getText())) return []
  const wanted =
    others[0] && compiler.isStringLiteralLike(others[0]) ? others[0].text === 'fetch' && 'value' : 'fetch'
  return others.flatMap((one) => {
    const object = bare(one)
    if (!compiler.isObjectLiteralExpression(object)) return []
    return object.properties.flatMap((member) =>
      compiler.isPropertyAssignment(member) && nameOf(member.name) === wanted ? [member.initializer] : [],
    )
  })
}

const MOST_HANDS = 2

const saidBy = (trace: Trace, node: ts.Node): Replaced => {
  const all = functionsBehind(trace, node, 0)
  const texts = all.flatMap((one) => nodesIn(one, compiler.isLiteralExpression))
  const named = all.flatMap((one) => nodesIn(one, compiler.isIdentifier))
  return { node, names: new Set([...named, ...texts].map(({ text }) => text)), texts }
}

/** A function with those of the program that it calls. */
const functionsBehind = (trace: Trace, node: ts.Node, depth: number): ts.Node[] => {
  if (depth === MOST_HANDS) return [node]
  const called = nodesIn(node, isCall).flatMap((call) => trace.targets(call, undefined))
  return [...new Set([node, ...called.flatMap((one) => functionsBehind(trace, one.node, depth + 1))])]
}

const THROUGH_GLOBAL = /^(fetch|ky|ofetch|openapi-fetch|graphql-request)$/

/** Whether a call ends in the global `fetch`, itself or by its client. */
const isGlobal = (trace: Trace, library: string, call: ts.CallExpression): boolean => {
  if (!THROUGH_GLOBAL.test(library)) return false
  const callee = bare(call.expression)
  if (library !== 'fetch') return true
  if (!compiler.isIdentifier(callee)) return GLOBAL.test(accessed(callee)?.of.getText() ?? '')
  const declared = declarationOf(trace, callee)
  return !declared || declared.getSourceFile().isDeclarationFile
}
