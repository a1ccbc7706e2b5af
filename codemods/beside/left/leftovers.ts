import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, isConst, nameOf, walk } from '../../sites/program/syntax/nodes.ts'
import { readSink } from '../../sites/read-sink.ts'
import { type Hosts, saysHost } from '../../sites/texts/locate.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isNoted } from '../addresses.ts'
import { plansFor } from '../answers/answers.ts'
import { asksProgram } from '../answers/context.ts'
import { isOfModuleThatStays } from '../answers/staying-graphql.ts'
import { isWaitedFor } from '../mock-agent.ts'
import { isDone } from '../near.ts'
import { bareLists } from './bare-lists.ts'
import { isBuiltAsBefore } from './built-bodies.ts'
import { isFoundByCutAddress, isOfCutAddress } from './cut-words.ts'
import { type Leftover, type LeftoverOptions, lastPart } from './leftover.ts'
import { leftoverNotes } from './leftover-notes.ts'
import { matcherAround, subjectsOf } from './matchers.ts'
import { droppedParameters, type OldWords, oldWordsOf } from './old-words.ts'

/** What is left in a test, and where: a note names the first place, and says the lines of the others. */
interface Leftovers {
  readonly notes: readonly Note[]
  readonly told: readonly ts.Node[]
}

/** Old words in a test of calls that moved: each kind once for the file, with its lines, paired with a call. */
export const leftovers = (options: LeftoverOptions): Leftovers => {
  const { trace, file, run, hosts, known, plans } = options
  const done = run.filter(isDone)
  if (done.length === 0) return { notes: [], told: [] }
  const words = oldWordsOf(done.flatMap(({ route }) => route ?? []))
  const operations = new Set(done.flatMap(({ operation }) => operation?.split(', ') ?? []).map(lastPart))
  const dropped = done.flatMap(droppedParameters)
  const found: Leftover[] = []
  const isBuilt = (body: ts.Expression): boolean => isBuiltAsBefore(trace, body, done, options.root)
  walk(file, (node) => {
    if (compiler.isImportDeclaration(node) || isTitle(node) || isNoted(node) || known(node)) return false
    if (isAskedByTest(trace, node)) return false
    if (isOfModuleThatStays(node, plans)) return undefined
    const one =
      ofText(node, hosts, words, operations) ??
      ofCutAddress(trace, node, words) ??
      ofParameter(node, dropped) ??
      ofMember(trace, node, words, isBuilt) ??
      (operations.size > 0 ? ofDocument(trace, node) : undefined) ??
      ofLiteral(trace, node, words, operations, isBuilt)
    if (one && !isOfStaying(options, node, one.what)) found.push({ node, ...one })
    return undefined
  })
  const told = found.map(({ node }) => node)
  return { notes: [...leftoverNotes(found, done, options), ...bareLists(done, told, options)], told }
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
  const host = v1.find((one) => saysHost(plain, one))
  if (host !== undefined) return { what: 'address', word: host }
  const word = [...words.paths].find(
    (one) => new RegExp(`(^|/)${one}(?=$|[/?#$)|])`).test(plain) && plain.includes('/'),
  )
  if (word !== undefined) return { what: 'address', word: `/${word}` }
  if (compiler.isRegularExpressionLiteral(node) && saysVersion(plain, words))
    return { what: 'address', word: '/v1' }
  if (operations.size > 0 && plain.includes(GRAPHQL)) return { what: 'document', word: GRAPHQL }
  const operation = [...operations].find((one) => saysField(plain, one))
  if (operation !== undefined) return { what: 'document', word: operation }
  const sent = [...words.sent].find(
    (one) => plain.includes(`"${one}"`) || (plain === one && isPropertyCheck(node)),
  )
  return sent === undefined ? undefined : { what: 'sent', word: sent }
}

/** `url.split('/').at(-1) === 'endpoints'`, `kept[kind]` with a member of that name: a word of a path, cut out of it. */
const ofCutAddress = (trace: Trace, node: ts.Node, { paths }: OldWords): Seen => {
  const isMember = compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)
  const word = isMember ? nameOf(node.name) : textOf(node)
  if (word === undefined || !paths.has(word)) return undefined
  const isCut = isMember ? isFoundByCutAddress(trace, node) : isOfCutAddress(trace, node)
  return isCut ? { what: 'address', word: `/${word}` } : undefined
}

/** `/\/v1\/pods/`, `/\/v1$/`: the old version alone or before a path of the calls, and no host before it. */
const saysVersion = (plain: string, { collections }: OldWords): boolean => {
  const pattern = plain.slice(1, plain.lastIndexOf('/'))
  const words = [...collections].join('|')
  return new RegExp(`(?<![\\w.-])/v1(?=/?\\$?$|/\\??(\\([^)]*)?\\b(${words})\\b)`).test(pattern)
}

/** `expect(url).toContain('grouping=podId')`, `url.searchParams.get('grouping')`, which the call says no more. */
const ofParameter = (node: ts.Node, dropped: readonly string[]): Seen => {
  const text = textOf(node)
  if (text === undefined) return undefined
  const [word] = dropped.flatMap(
    (one) =>
      new RegExp(`\\b${one}=[\\w-]*`).exec(text)?.[0] ?? (one === text && isLookedUp(node) ? [one] : []),
  )
  return word === undefined ? undefined : { what: 'address', word }
}

const isLookedUp = ({ parent }: ts.Node): boolean =>
  compiler.isCallExpression(parent) && /\.(get|getAll|has)$/.test(parent.expression.getText())

/** A field of GraphQL in a text: one that is a word of any sentence (`pod`) only as documents and answers say it. */
const saysField = (text: string, field: string): boolean =>
  /[A-Z]/.test(field)
    ? new RegExp(`\\b${field}\\b`).test(text)
    : text === field || new RegExp(`"${field}"|\\b${field}(\\(|\\s*\\{)`).test(text)

const textOf = (node: ts.Node): string | undefined => {
  if (compiler.isStringLiteralLike(node) || compiler.isRegularExpressionLiteral(node)) return node.text
  if (compiler.isTemplateHead(node) || compiler.isTemplateMiddleOrTemplateTail(node)) return node.text
  return undefined
}

const isPropertyCheck = ({ parent }: ts.Node): boolean =>
  compiler.isCallExpression(parent) &&
  /(toHaveProperty|\.property|objectContaining)$/.test(parent.expression.getText())

/** `body.imageName`, where the body was parsed from a request. */
const ofMember = (
  trace: Trace,
  node: ts.Node,
  { sent }: OldWords,
  isBuilt: (body: ts.Expression) => boolean,
): Seen => {
  if (!compiler.isPropertyAccessExpression(node) || !sent.has(node.name.text)) return undefined
  const isSent = isRequestBody(trace, node.expression) && !isBuilt(node.expression)
  return isSent ? { what: 'sent', word: node.name.text } : undefined
}

/** What only a request of GraphQL has, and only its answer: `const { query } = JSON.parse(init.body)`, `{ errors: [ … ] }`. */
const ofDocument = (trace: Trace, node: ts.Node): Seen => {
  const isTaken = compiler.isPropertyAccessExpression(node) || compiler.isBindingElement(node)
  const owner = isTaken && node.name.getText() === 'query' ? takenFrom(node) : undefined
  if (owner && isRequestBody(trace, owner)) return { what: 'document', word: 'query' }
  const errors =
    compiler.isPropertyAssignment(node) && nameOf(node.name) === 'errors' && bare(node.initializer)
  return errors && compiler.isArrayLiteralExpression(errors) && errors.elements.some(saysMessage)
    ? { what: 'document', word: 'errors' }
    : undefined
}

/** `{ message: '…' }`, as GraphQL says each of its errors. */
const saysMessage = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) && node.properties.some(({ name }) => nameOf(name) === 'message')

/** What a member, or a name of a pattern, is taken from. */
const takenFrom = (node: ts.PropertyAccessExpression | ts.BindingElement): ts.Expression | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return node.expression
  const { parent } = node.parent
  return compiler.isVariableDeclaration(parent) ? parent.initializer : undefined
}

const isRequestBody = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  if (/\bbody\b|\.data\b|\bpayload\b|\.mock\.calls\b/i.test(flatText(node))) return true
  return trace.sources(node, undefined).some((source) => /^JSON\.parse\(/.test(source.node.getText()))
}

/** An object that has an old answer's names, or is held against a request's body. */
const ofLiteral = (
  trace: Trace,
  node: ts.Node,
  words: OldWords,
  operations: ReadonlySet<string>,
  isBuilt: (body: ts.Expression) => boolean,
): Seen => {
  if (!compiler.isObjectLiteralExpression(node)) return undefined
  const names = node.properties.flatMap((one) => nameOf(one.name) ?? [])
  const operation = names.find((one) => operations.has(one))
  if (operation !== undefined) return { what: 'document', word: operation }
  const matcher = matcherAround(node)
  const sent = names.find((one) => words.sent.has(one))
  if (matcher)
    return sent !== undefined &&
      /body|payload|sent|init|calls|postData/i.test(matcher.getText().slice(0, 200)) &&
      !subjectsOf(matcher, node).some(isBuilt)
      ? { what: 'sent', word: sent }
      : undefined
  if (isWaitedFor(node)) return sent === undefined ? undefined : { what: 'sent', word: sent }
  if (isWithin(trace, node, operations)) return undefined
  const answered = names.filter((one) => words.answers.has(one))
  return answered.length > 0 && !isArgumentOfOwn(node) && !isGivenToTested(trace, node)
    ? { what: 'answers', word: answered.join(', ') }
    : undefined
}

/** Whether an object lies in a member of such a name, which is told of as a whole: `{ gpuTypes: [{ … }] }`, also under a name. */
const isWithin = (trace: Trace, node: ts.Node, names: ReadonlySet<string>): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    if (saysOne(at, names)) return true
    if (!compiler.isVariableDeclaration(at) || !compiler.isIdentifier(at.name)) continue
    return isConst(at) && mentionsOf(trace, at.name).some(({ parent }) => saysOne(parent, names))
  }
  return false
}

const saysOne = (node: ts.Node, names: ReadonlySet<string>): boolean =>
  (compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)) &&
  names.has(nameOf(node.name) ?? '')

/** `createPod({ imageName: … })`: what the code under test is given stays in its words. */
const isArgumentOfOwn = (node: ts.Node): boolean => {
  const call = node.parent
  if (!compiler.isCallExpression(call)) return false
  return !/(stringify|json|Response|send|reply|mock\w*|Promise\.resolve|resolves|returns|end)$/i.test(
    call.expression.getText(),
  )
}

/** The same deeper in what a function of another file is given (`scaleUp({ spec: { workersMax: 3 } })`), under a name, or spread. */
const isGivenToTested = (trace: Trace, node: ts.Node): boolean => {
  let at = node
  while (compiler.isPropertyAssignment(at.parent) || compiler.isObjectLiteralExpression(at.parent))
    at = at.parent
  const { parent } = at
  const name = compiler.isVariableDeclaration(parent) && isConst(parent) ? parent.name : undefined
  if (!name || !compiler.isIdentifier(name)) return isTestedBy(trace, at)
  const uses = mentionsOf(trace, name)
  return uses.length > 0 && uses.every((use) => isTestedBy(trace, use))
}

const isTestedBy = (trace: Trace, named: ts.Node): boolean => {
  let given = named
  while (compiler.isPropertyAccessExpression(given.parent) && given.parent.expression === given)
    given = given.parent
  const call = given.parent
  if (compiler.isSpreadAssignment(call)) return isGivenToTested(trace, call.parent)
  return (
    compiler.isCallExpression(call) &&
    call.expression !== given &&
    trace
      .targets(call, undefined)
      .some(({ node: callee }) => callee.getSourceFile() !== given.getSourceFile())
  )
}
