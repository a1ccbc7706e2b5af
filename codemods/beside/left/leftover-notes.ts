import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { restCalls } from '../../../mappings/graphql/calls.ts'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { positionOf } from '../../rewrite/notes.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { saidPlace } from '../../rewrite/settle.ts'
import { walk } from '../../sites/program/syntax/nodes.ts'
import { wordsOf } from '../../sites/texts/route.ts'
import { isMapped, plansFor, ranBy } from '../answers/answers.ts'
import { conditionsAround } from '../answers/mock-answers.ts'
import { isGivenByOwn } from '../answers/own-functions.ts'
import { type Leftover, type LeftoverOptions, lastPart } from './leftover.ts'
import { droppedParameters, oldWordsOf } from './old-words.ts'

const WHY: Record<Leftover['what'] | 'read', (word: string) => string> = {
  address: (word) => `this looks for ${word} in requests`,
  document: (word) => `this speaks of ${word}, and the call sends no GraphQL document any more`,
  sent: (word) => `this expects ${word} in a request's body, which is in v2's words now`,
  answers: (word) =>
    `this answers as v1 did (${word}); the code still takes it, but v2 answers in its own words`,
  read: (word) => `this answers as v1 did (${word}), and the code reads v2's words now`,
}

/** What is said of documents, whatever they ask for. */
const OF_ANY = /^(query|errors)$/

const ORDER = ['address', 'document', 'sent', 'read', 'answers'] as const

/** One note for each kind of what is left in a file. What the code still takes in v1's words may stay as it is. */
export const leftoverNotes = (
  found: readonly Leftover[],
  done: readonly Plan[],
  options: LeftoverOptions,
): Note[] => {
  const kinds = groupBy(
    found.flatMap((one) => {
      const able = done.filter((plan) => concerns(plan, one))
      const meant = able.filter((plan) => !isOfAnother(one.node, plan, done))
      return able.length > 0 && meant.length === 0 ? [] : [{ ...one, ...callOf(one, meant, done, options) }]
    }),
    ({ kind }) => kind,
  )
  return ORDER.flatMap((kind) => noteOn(kinds.get(kind) ?? [], options))
}

interface Placed extends Leftover {
  readonly kind: (typeof ORDER)[number] | 'own'
  readonly plan: Plan
}

/** The call that something belongs to, and whether that reads it in v2's words. */
const callOf = (
  one: Leftover,
  able: readonly Plan[],
  done: readonly Plan[],
  { trace, addressed }: LeftoverOptions,
): Pick<Placed, 'kind' | 'plan'> => {
  const near = plansFor(trace, one.node as ts.Expression, able, addressed)
  const meant = able.filter((plan) => near.includes(plan))
  const run = meant.length > 1 ? ranBy(trace, one.node as ts.Expression, meant) : meant
  const concerned = one.what === 'address' ? nearestFirst(run, one.node.getText()) : run
  const reader =
    one.what === 'answers' ? concerned.find((plan) => readsAnew(plan, one.word.split(', '))) : undefined
  const plan = reader ?? concerned[0] ?? able[0] ?? (done[0] as Plan)
  if (reader) return { kind: 'read', plan }
  const isOwn = one.what === 'answers' && isGivenByOwn(one.node, new Set(done.flatMap(calledBy)))
  return { kind: isOwn ? 'own' : one.what, plan }
}

/** `request` of `this.request('/pods')`. */
const calledBy = ({ site }: Plan): string[] =>
  compiler.isPropertyAccessExpression(site.top.expression) ? [site.top.expression.name.text] : []

/** Calls by how much of their paths a text says, those first that go on the least behind it: of `/billing/endpoints`, not `/endpoints/{id}`. */
const nearestFirst = (plans: readonly Plan[], text: string): readonly Plan[] => {
  const said = new Set(text.match(/[\w-]+/g))
  const rank = ({ route }: Plan): number => {
    const words = route ? wordsOf(route.old.path).flatMap((word) => word ?? []) : []
    const known = words.filter((word) => said.has(word)).length
    return known * MOST_WORDS - words.length
  }
  return [...plans].sort((a, b) => rank(b) - rank(a))
}

/** More than any path has. */
const MOST_WORDS = 10

const noteOn = (found: readonly Placed[], { root }: LeftoverOptions): Note[] => {
  const first = found.find(({ word }) => !OF_ANY.test(word)) ?? found[0]
  if (!first || first.kind === 'own') return []
  const { plan, kind } = first
  const others = found.filter((one) => one !== first)
  const at = positionOf(first.node, root)
  const lines = [...new Set(others.map(({ node }) => positionOf(node, root).line))].filter(
    (line) => line !== at.line,
  )
  const more =
    lines.length > 0 ? `; more of this in line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}` : ''
  return [
    {
      ...at,
      rule: `codemod.test-${first.what}`,
      class: 'follow-up',
      fix: 'change the test to what the call does now',
      confidence: kind === 'answers' ? 'medium' : 'high',
      why: `${WHY[kind](first.word)}; it belongs to the call at ${saidPlace(plan, root)}${nowOf(plan)}${more}`,
    },
  ]
}

/** Whether what decides about a place (`if (kind === 'endpoints')`) says what another call's path begins with. */
const isOfAnother = (node: ts.Node, plan: Plan, done: readonly Plan[]): boolean => {
  const begins = new Set(done.flatMap(({ route }) => (route ? [...oldWordsOf([route]).collections] : [])))
  const said: string[] = []
  for (const condition of conditionsAround(node as ts.Expression))
    walk(condition, (one) => {
      if (compiler.isStringLiteralLike(one) && begins.has(one.text)) said.push(one.text)
      return undefined
    })
  const own = plan.route && oldWordsOf([plan.route]).collections
  return said.length > 0 && own !== undefined && !said.some((word) => own.has(word))
}

/** Whether the code read such words where a call's answer comes in, and reads v2's now: no mapper gives v1's. */
const readsAnew = (plan: Plan, words: readonly string[]): boolean =>
  !isMapped(plan) &&
  (plan.answer?.inPlace?.edits ?? []).some(({ file, start, end }) =>
    words.some((word) => file.text.slice(start, end).includes(word)),
  )

const concerns = (plan: Plan, { what, word }: Leftover): boolean => {
  const { route, operation } = plan
  if (what === 'document')
    return operation?.split(', ').some((one) => lastPart(one) === word || OF_ANY.test(word)) ?? false
  if (!route) return false
  const { paths, sent, answers } = oldWordsOf([route])
  if (what === 'address')
    return paths.has(word.slice(1)) || droppedParameters(plan).includes(word.split('=')[0] ?? '')
  return what === 'sent' ? sent.has(word) : answers.has(word.split(', ')[0] ?? '')
}

export const nowOf = ({ route, operation }: Plan): string => {
  const call = operation ? restCalls[operation] : route?.v2
  return call ? ` (now ${call.method} ${call.path})` : ''
}
