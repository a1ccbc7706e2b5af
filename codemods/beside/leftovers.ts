import type { ts } from 'ts-morph'
import { restCalls } from '../../mappings/graphql/calls.ts'
import { hostProfiles } from '../../mappings/hosts.ts'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { positionOf } from '../rewrite/notes.ts'
import type { Plan } from '../rewrite/plan.ts'
import { saidPlace } from '../rewrite/settle.ts'
import { flatText } from '../sites/program/flat-text.ts'
import { bare, nameOf, walk } from '../sites/program/scope.ts'
import { readSink } from '../sites/read-sink.ts'
import type { Hosts } from '../sites/texts/locate.ts'
import type { Trace } from '../sites/values/trace.ts'
import { isNoted } from './addresses.ts'
import { isMapped, plansFor, type Told } from './answers.ts'
import { asksProgram } from './context.ts'
import { isDone } from './near.ts'
import { type OldWords, oldWordsOf } from './old-words.ts'

/** What a test says in old words and nobody here can change for certain. */
interface Leftover {
  readonly node: ts.Node
  readonly what: 'address' | 'document' | 'sent' | 'answers'
  readonly word: string
}

/** What a look through a test file needs. */
export interface LeftoverOptions {
  readonly trace: Trace
  readonly file: ts.SourceFile
  /** The calls that the test runs. */
  readonly run: readonly Plan[]
  /** The addresses that it says of them. */
  readonly addressed: readonly Told[]
  readonly hosts: Hosts
  readonly root: string
  /** Addresses that have been dealt with. */
  readonly known: (node: ts.Node) => boolean
}

/** What is left in a test, and where: a note names the first place, and says the lines of the others. */
interface Leftovers {
  readonly notes: readonly Note[]
  readonly told: readonly ts.Node[]
}

/** Old words in a test of calls that moved: each kind once for the file, with its lines, paired with a call. */
export const leftovers = (options: LeftoverOptions): Leftovers => {
  const { trace, file, run, hosts, known } = options
  const done = run.filter(isDone)
  if (done.length === 0) return { notes: [], told: [] }
  const words = oldWordsOf(done.flatMap(({ route }) => route ?? []))
  const operations = new Set(done.flatMap(({ operation }) => operation?.split(', ') ?? []).map(lastPart))
  const found: Leftover[] = []
  walk(file, (node) => {
    if (compiler.isImportDeclaration(node) || isTitle(node) || isNoted(node) || known(node)) return false
    if (isAskedByTest(trace, node)) return false
    const one =
      ofText(node, hosts, words, operations) ??
      ofMember(trace, node, words) ??
      ofLiteral(trace, node, words, operations)
    if (one && !isOfStaying(options, node, one.what)) found.push({ node, ...one })
    return undefined
  })
  const notes = (['address', 'document', 'sent', 'answers'] as const).flatMap((what) =>
    noteOn(
      found.filter((one) => one.what === what),
      done,
      options,
    ),
  )
  return { notes, told: found.map(({ node }) => node) }
}

/** Whether what a test says of documents, bodies and answers is that of calls which stay: all that it runs. */
const isOfStaying = (
  { trace, run, addressed }: LeftoverOptions,
  node: ts.Node,
  what: Leftover['what'],
): boolean =>
  what !== 'address' &&
  run.some((one) => !isDone(one)) &&
  !plansFor(trace, node as ts.Expression, run, addressed).some(isDone)

const GRAPHQL = hostProfiles.runpod.is.graphql.replace(/^https?:\/\//, '')

type Seen = Omit<Leftover, 'node'> | undefined

const lastPart = (operation: string): string => operation.split('.').at(-1) as string

/** `it('stops https://…')` is prose. */
const isTitle = (node: ts.Node): boolean => {
  const call = node.parent
  if (!call || !compiler.isCallExpression(call) || call.arguments[0] !== node) return false
  return /^(it|test|describe|suite|context|t\.test)\b/.test(call.expression.getText())
}

/** `fetch(`${root}/pods/a/stop`)`, where the test itself asks a server of the program's. */
const isAskedByTest = (trace: Trace, node: ts.Node): boolean => {
  const call = node.parent
  if (!call || !compiler.isCallExpression(call) || call.arguments[0] !== node) return false
  if (asksProgram(call)) return true
  return (
    compiler.isTemplateExpression(node) && node.head.text === '' && readSink(trace, call)?.library === 'fetch'
  )
}

const ofText = (node: ts.Node, { v1 }: Hosts, words: OldWords, operations: ReadonlySet<string>): Seen => {
  const text = textOf(node)
  if (text === undefined) return undefined
  const plain = text.replaceAll('\\', '')
  const host = v1.find((one) => plain.includes(one))
  if (host !== undefined) return { what: 'address', word: host }
  const word = [...words.paths].find(
    (one) => new RegExp(`(^|/)${one}(?=$|[/?#$)|])`).test(plain) && plain.includes('/'),
  )
  if (word !== undefined) return { what: 'address', word: `/${word}` }
  if (operations.size > 0 && plain.includes(GRAPHQL)) return { what: 'document', word: GRAPHQL }
  const operation = [...operations].find((one) => new RegExp(`\\b${one}\\b`).test(plain))
  if (operation !== undefined) return { what: 'document', word: operation }
  const sent = [...words.sent].find(
    (one) => plain.includes(`"${one}"`) || (plain === one && isPropertyCheck(node)),
  )
  return sent === undefined ? undefined : { what: 'sent', word: sent }
}

const textOf = (node: ts.Node): string | undefined => {
  if (compiler.isStringLiteralLike(node) || compiler.isRegularExpressionLiteral(node)) return node.text
  if (compiler.isTemplateHead(node) || compiler.isTemplateMiddleOrTemplateTail(node)) return node.text
  return undefined
}

const isPropertyCheck = ({ parent }: ts.Node): boolean =>
  compiler.isCallExpression(parent) &&
  /(toHaveProperty|\.property|objectContaining)$/.test(parent.expression.getText())

/** `body.imageName`, where the body was parsed from a request. */
const ofMember = (trace: Trace, node: ts.Node, { sent }: OldWords): Seen => {
  if (!compiler.isPropertyAccessExpression(node) || !sent.has(node.name.text)) return undefined
  return isRequestBody(trace, node.expression) ? { what: 'sent', word: node.name.text } : undefined
}

const isRequestBody = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  if (/\bbody\b|\.data\b|\bpayload\b|\.mock\.calls\b/i.test(flatText(node))) return true
  return trace.sources(node, undefined).some((source) => /^JSON\.parse\(/.test(source.node.getText()))
}

const MATCHER =
  /^(toEqual|toStrictEqual|toMatchObject|toContainEqual|deepEqual|deepStrictEqual|objectContaining)$/

/** An object that has an old answer's names, or is held against a request's body. */
const ofLiteral = (trace: Trace, node: ts.Node, words: OldWords, operations: ReadonlySet<string>): Seen => {
  if (!compiler.isObjectLiteralExpression(node)) return undefined
  const names = node.properties.flatMap((one) => nameOf(one.name) ?? [])
  const operation = names.find((one) => operations.has(one))
  if (operation !== undefined) return { what: 'document', word: operation }
  const matcher = matcherAround(node)
  const sent = names.find((one) => words.sent.has(one))
  if (matcher)
    return sent !== undefined && /body|payload|sent|init|calls/i.test(matcher)
      ? { what: 'sent', word: sent }
      : undefined
  const answered = names.filter((one) => words.answers.has(one))
  return answered.length > 0 && !isArgumentOfOwn(node) && !isGivenToTested(trace, node)
    ? { what: 'answers', word: answered.join(', ') }
    : undefined
}

/** What is held against a literal: `expect(body)`, `assert.deepEqual(body, …)`. */
const matcherAround = (node: ts.Node): string | undefined => {
  for (let at: ts.Node | undefined = node.parent; at && !compiler.isStatement(at); at = at.parent) {
    if (!compiler.isCallExpression(at) || !compiler.isPropertyAccessExpression(at.expression)) continue
    if (MATCHER.test(at.expression.name.text) || /CalledWith/.test(at.expression.name.text)) {
      let outer: ts.Node = at
      while (outer.parent && !compiler.isStatement(outer.parent)) outer = outer.parent
      return outer.getText().slice(0, 200)
    }
  }
  return undefined
}

/** `createPod({ imageName: … })`: what the code under test is given stays in its words. */
const isArgumentOfOwn = (node: ts.Node): boolean => {
  const call = node.parent
  if (!compiler.isCallExpression(call)) return false
  return !/(stringify|json|Response|send|reply|mock\w*|Promise\.resolve|resolves|returns|end)$/i.test(
    call.expression.getText(),
  )
}

/** The same deeper in what a function of another file is given (`scaleUp({ spec: { workersMax: 3 } })`). */
const isGivenToTested = (trace: Trace, node: ts.Node): boolean => {
  let at = node
  while (compiler.isPropertyAssignment(at.parent) || compiler.isObjectLiteralExpression(at.parent))
    at = at.parent
  const call = at.parent
  return (
    compiler.isCallExpression(call) &&
    trace.targets(call, undefined).some(({ node: callee }) => callee.getSourceFile() !== node.getSourceFile())
  )
}

const WHY: Record<Leftover['what'] | 'read', (word: string) => string> = {
  address: (word) => `this looks for ${word} in requests`,
  document: (word) => `this speaks of ${word}, and the call sends no GraphQL document any more`,
  sent: (word) => `this expects ${word} in a request's body, which is in v2's words now`,
  answers: (word) =>
    `this answers as v1 did (${word}); the code still takes it, but v2 answers in its own words`,
  read: (word) => `this answers as v1 did (${word}), and the code reads v2's words now`,
}

const noteOn = (
  found: readonly Leftover[],
  done: readonly Plan[],
  { trace, addressed, root }: LeftoverOptions,
): Note[] => {
  const [first, ...others] = found
  if (!first) return []
  const at = positionOf(first.node, root)
  const lines = [...new Set(others.map(({ node }) => positionOf(node, root).line))].filter(
    (line) => line !== at.line,
  )
  const more =
    lines.length > 0 ? `; more of this in line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}` : ''
  const able = done.filter((one) => concerns(one, first))
  const near = plansFor(trace, first.node as ts.Expression, able, addressed)
  const concerned = able.filter((one) => near.includes(one))
  const reader =
    first.what === 'answers' ? concerned.find((one) => readsAnew(one, first.word.split(', '))) : undefined
  const plan = reader ?? concerned[0] ?? able[0] ?? (done[0] as Plan)
  return [
    {
      ...at,
      rule: `codemod.test-${first.what}`,
      class: 'follow-up',
      fix: 'change the test to what the call does now',
      confidence: first.what === 'answers' && !reader ? 'medium' : 'high',
      why: `${WHY[reader ? 'read' : first.what](first.word)}; it belongs to the call at ${saidPlace(plan, root)}${nowOf(plan)}${more}`,
    },
  ]
}

/** Whether the code read such words where a call's answer comes in, and reads v2's now: no mapper gives v1's. */
const readsAnew = (plan: Plan, words: readonly string[]): boolean =>
  !isMapped(plan) &&
  (plan.answer?.inPlace?.edits ?? []).some(({ file, start, end }) =>
    words.some((word) => file.text.slice(start, end).includes(word)),
  )

const concerns = ({ route, operation }: Plan, { what, word }: Leftover): boolean => {
  if (what === 'document') return operation?.split(', ').some((one) => lastPart(one) === word) ?? false
  if (!route) return false
  const { paths, sent, answers } = oldWordsOf([route])
  if (what === 'address') return paths.has(word.slice(1))
  return what === 'sent' ? sent.has(word) : answers.has(word.split(', ')[0] ?? '')
}

const nowOf = ({ route, operation }: Plan): string => {
  const call = operation ? restCalls[operation] : route?.v2
  return call ? ` (now ${call.method} ${call.path})` : ''
}
