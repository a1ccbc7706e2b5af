import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { oldWordsOf } from '../../beside/left/old-words.ts'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import type { Trace } from '../../sites/program/frames/source.ts'
import { accessOn } from '../../sites/program/syntax/access.ts'
import { nodesIn } from '../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../sites/program/syntax/said.ts'
import { wholeWord } from '../address/asked/path-questions.ts'
import { stay } from '../may-change.ts'
import { positionOf } from '../notes.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { type Replaced, replacedFor, takenBy } from './replaced-for.ts'

/**
 * `globalThis.fetch = async (url, init) => { … }`, `client.request = async (path) => { … }`: every call goes through it. One
 * stays where the function says names of its body or of its answer that v2 does not have, or answers by itself.
 */
export const withReplaced = (trace: Trace, plans: readonly Plan[], root: string): readonly Plan[] =>
  plans.map((plan) => {
    const { route } = plan
    if (!route || (plan.left && !isOfItsFields(plan.left, route))) return plan
    const all = replacedFor(trace, plan.site, root)
    const { sent, answers } = oldWordsOf([route])
    const wordsOf = ({ names, isOwn }: Replaced): string[] =>
      [...sent, ...(isOwn || hears(names) ? answers : [])].filter((word) => names.has(word))
    const saying = all.filter((one) => wordsOf(one).length > 0)
    const [first] = saying
    const words = [...new Set(saying.flatMap(wordsOf))]
    if (first) return stay(plan, { ...reasons.replaced(first.of, words), at: saying.map(({ node }) => node) })
    const alone = plan.left ? undefined : all.find(({ node }) => answersAlone(node))
    return alone ? stay(plan, { ...reasons.stoodIn(alone.of), at: [alone.node] }) : plan
  })

/** Whether a call stays for a field of its own, which such a function may give it, or take from it. */
const isOfItsFields = ({ rule }: Reason, { id }: Route): boolean => rule.startsWith(`${id}.`)

/** Whether a function looks into answers, as far as names tell. */
const hears = (names: ReadonlySet<string>): boolean => ['json', 'text', 'clone'].some((one) => names.has(one))

/** Whether a function hands nothing that it is given on to another: what it answers stands there. */
const answersAlone = (node: ts.SignatureDeclaration): boolean => {
  const given = new Set(['arguments', ...takenBy(node).map(({ text }) => text)])
  const isHanded = (one: ts.Expression): boolean =>
    !isSaid(one) &&
    nodesIn(one, compiler.isIdentifier).some((name) => given.has(name.text) && !accessOn(name))
  return !nodesIn(node, isCall).some(
    ({ expression: callee, arguments: all }) => !MAKES.test(callee.getText()) && all?.some(isHanded),
  )
}

/** Makes something of what it is given, and sends nothing. */
const MAKES = /^(String|Number|Boolean|(JSON|Object|Array|URL)\.\w+)$/

/** Words of paths and of documents that such a function says, and calls that moved do not say any more. */
export const replacedNotes = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const found = new Map<ts.Node, { of: string; words: string[] }>()
  for (const plan of done)
    for (const { of, texts } of replacedFor(trace, plan.site, root).filter(({ isOwn }) => !isOwn))
      for (const text of texts) {
        const words = goneOf(plan).filter((word) => wholeWord(word).test(text.text))
        if (words.length > 0) found.set(text, { of, words: [...(found.get(text)?.words ?? []), ...words] })
      }
  return [...found].map(([text, { of, words }]) => noteOn(text, of, [...new Set(words)], root))
}

/** A version is a word of every path. */
const goneOf = ({ route, operation }: Plan): readonly string[] => [
  ...(route ? [...oldWordsOf([route]).paths, 'v1'] : []),
  ...(operation?.split(', ') ?? []),
]

const noteOn = (text: ts.Node, of: string, words: readonly string[], root: string): Note => ({
  ...positionOf(text, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: "ask for v2's words as well",
  confidence: 'medium',
  why: `what stands in the place of ${of} says ${words.join(', ')} here, which the calls that moved do not say any more`,
})
