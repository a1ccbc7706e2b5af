import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { bare, returnsOf } from '../program/syntax/nodes.ts'
import { type Answer, expression, given, member, type Place, type Sink } from '../sink.ts'
import { isVerb } from '../texts/verbs.ts'
import type { Asked, AskedChosen, AskedMember } from './asked.ts'
import { failedIn, hooksIn, requestHooksIn } from './hooks.ts'
import { functionsIn, meddles } from './request-hooks.ts'

/** A library called as `lib(url, options)` or `lib.get(url, options)`, with an instance that holds a base. */
interface Library {
  readonly name: string
  /** What an option that holds the base may be called, the usual name first. */
  readonly bases: readonly string[]
  /** The option that is made into JSON. */
  readonly json: string
  /** The option that is sent as it is. */
  readonly text?: string
  readonly query: string
  readonly answer: Answer
  /** Whether what an instance creates begins without its options. */
  readonly createsAnew?: true
  /** Options by which a call that fails does not throw. */
  readonly forgives: string
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  ky: {
    name: 'ky',
    bases: ['prefixUrl', 'prefix', 'baseUrl'],
    json: 'json',
    text: 'body',
    query: 'searchParams',
    answer: 'response',
    createsAnew: true,
    forgives: 'throwHttpErrors',
  },
  got: {
    name: 'got',
    bases: ['prefixUrl'],
    json: 'json',
    text: 'body',
    query: 'searchParams',
    answer: 'text-body',
    forgives: 'throwHttpErrors',
  },
  ofetch: {
    name: 'ofetch',
    bases: ['baseURL'],
    json: 'body',
    query: 'query',
    answer: 'payload',
    forgives: 'ignoreResponseError',
  },
}

/** A library, and the options of the instance that is called, the last said first. */
interface Instance {
  readonly library: Library
  readonly options: readonly ts.Expression[]
}

/** `ky(url, options)`, `instance(url, options)`, `got({ url, method })`. */
export const optionsDirect = ({ trace, call }: Asked, source: Source): Sink | undefined => {
  const instance = instanceOf(trace, source)
  if (!instance) return undefined
  const [first, second] = call.arguments
  const isWhole = first && !second && says(trace, first, 'url')
  const options = isWhole ? first : second
  const method = member(options, 'method') ?? { kind: 'fixed', method: 'GET' }
  const url = isWhole ? member(first, 'url') : undefined
  return sinkOf(trace, call, instance, { method, options, url: url ?? expression(first) })
}

/** `ky[verb](url, options)`, `instance[verb](url, { json })`. */
export const optionsChosen = ({ trace, call, verb, owner }: AskedChosen): Sink | undefined => {
  const instance = instanceOf(trace, owner)
  const [url, options] = call.arguments
  if (!instance) return undefined
  const sink = sinkOf(trace, call, instance, { method: expression(verb), options, url: expression(url) })
  return { ...sink, withVerb: () => sink }
}

/** `ky.get(url)`, `instance.post(url, { json })`. */
export const optionsMember = ({ trace, call, callee, name, owner }: AskedMember): Sink | undefined => {
  if (!isVerb(name)) return undefined
  const instance = instanceOf(trace, owner)
  const method = { kind: 'fixed', method: name.toUpperCase(), name: callee.name } as const
  const [url, options] = call.arguments
  return instance ? sinkOf(trace, call, instance, { method, options, url: expression(url) }) : undefined
}

const libraryOf = ({ external, node }: Source): Library | undefined => {
  if (external)
    return /^(default|\*|ky|got|ofetch|\$fetch)$/.test(external.name) ? LIBRARIES[external.module] : undefined
  return compiler.isIdentifier(node) && node.text === '$fetch' ? LIBRARIES.ofetch : undefined
}

const MOST_EXTENDED = 4

const instanceOf = (trace: Trace, source: Source, depth = 0): Instance | undefined => {
  const library = libraryOf(source)
  if (library) return { library, options: [] }
  const { node } = source
  if (!compiler.isCallExpression(node) || depth > MOST_EXTENDED) return undefined
  const maker = bare(node.expression)
  if (!compiler.isPropertyAccessExpression(maker) || !/^(create|extend)$/.test(maker.name.text))
    return undefined
  const behind = (one: ts.Expression): Instance | undefined =>
    trace
      .sources(one, undefined)
      .map((source) => instanceOf(trace, source, depth + 1))
      .find((found) => found !== undefined)
  const from = behind(maker.expression)
  if (!from) return undefined
  // `got.extend(instance, options)`
  const own = [...node.arguments].reverse().flatMap((one) => behind(one)?.options ?? [one])
  const isAnew = maker.name.text === 'create' && from.library.createsAnew
  return { ...from, options: isAnew ? own : [...own, ...from.options] }
}

/** Whether options say a member, as far as they are there to see. */
const says = (trace: Trace, options: ts.Expression, name: string): boolean =>
  trace.members(options, name, undefined).length > 0

interface Roles {
  readonly method: Sink['method']
  readonly options: ts.Expression | undefined
  readonly url: Place
}

const sinkOf = (
  trace: Trace,
  request: ts.CallExpression,
  { library, options: made }: Instance,
  { method, options, url }: Roles,
): Sink => {
  const all = [...(options ? [options] : []), ...made]
  const parsed = parsedAtOnce(request)
  const hooks = hooksIn(trace, all)
  const failed = failedIn(trace, all)
  const asking = requestHooksIn(trace, all)
  const { text, json } = library
  const body = text && options && !says(trace, options, json) && says(trace, options, text) ? text : json
  return {
    library: library.name,
    call: parsed?.call ?? request,
    ...(parsed ? { request } : {}),
    url,
    ...given('base', baseIn(trace, all, library)),
    ...(options ? { options } : {}),
    method,
    ...(options ? given('body', member(options, body)) : { openBody: library.json }),
    ...given('query', member(options, library.query)),
    serializes: body === json,
    answer: parsed?.answer ?? answerIn(trace, all, library),
    ...(all.some((one) => says(trace, one, library.forgives)) ? {} : { throws: true }),
    ...(hooks.length > 0 ? { hooks } : {}),
    ...(failed.length > 0 ? { failed } : {}),
    ...(asking.length > 0 ? { asking } : {}),
    ...(asking.some((one) => meddles(trace, one)) ? { listed: 'hook' } : {}),
    ...(makesOwn(trace, all) ? { transforms: true } : {}),
    judges: all.flatMap((one) => member(one, library.forgives) ?? []),
    headers: made.flatMap((one) => member(one, 'headers') ?? []),
  }
}

const baseIn = (trace: Trace, all: readonly ts.Expression[], { bases }: Library): Place | undefined => {
  for (const options of all)
    for (const name of bases) if (says(trace, options, name)) return member(options, name)
  return member(all.at(-1), bases[0] as string)
}

/** Options by which a program parses answers in its own way. */
const OWN_WAYS = ['parseJson', 'parseResponse']

/** Whether what parses answers is the program's, and does more with a text than to parse it: `(text) => JSON.parse(text)`. */
const makesOwn = (trace: Trace, all: readonly ts.Expression[]): boolean => {
  const own = all.flatMap((one) => OWN_WAYS.flatMap((name) => trace.members(one, name, undefined)))
  return functionsIn(trace, own).some((callee) => !returnsOf(callee).every((value) => isParse(value, callee)))
}

const isParse = (value: ts.Expression, { parameters: [text] }: ts.SignatureDeclaration): boolean => {
  const call = bare(value)
  return compiler.isCallExpression(call) && call.arguments[0]?.getText() === text?.name.getText()
}

/** got gives text unless it is told to parse, and a whole response unless it is told to give its body. */
const answerIn = (trace: Trace, all: readonly ts.Expression[], { answer }: Library): Answer => {
  if (OWN_WAYS.some((name) => all.some((one) => says(trace, one, name)))) return 'unknown'
  if (answer === 'payload' && !/^(['"`]json['"`])?$/.test(saidIn(trace, all, 'responseType') ?? ''))
    return 'unknown'
  if (answer !== 'text-body') return answer
  const type = saidIn(trace, all, 'responseType')
  if (type !== undefined && !/^['"`](json|text)['"`]$/.test(type)) return 'unknown'
  const isJson = /json/.test(type ?? '')
  if (/true/.test(saidIn(trace, all, 'resolveBodyOnly') ?? '')) return isJson ? 'payload' : 'text'
  return isJson ? 'json-body' : 'text-body'
}

/** The text of an option's value, where it is said last. */
const saidIn = (trace: Trace, all: readonly ts.Expression[], name: string): string | undefined => {
  for (const options of all) {
    const [first] = trace.members(options, name, undefined)
    if (first) return first.node.getText()
  }
  return undefined
}

interface Parsed {
  readonly call: ts.CallExpression
  readonly answer: Answer
}

/** `got(url).json()`: the answer is parsed before anybody waits for it. */
const parsedAtOnce = (request: ts.CallExpression): Parsed | undefined => {
  const access = request.parent
  if (!compiler.isPropertyAccessExpression(access) || access.expression !== request) return undefined
  const call = access.parent
  if (!compiler.isCallExpression(call) || call.expression !== access) return undefined
  const name = access.name.text
  if (name === 'json') return { call, answer: 'payload' }
  return name === 'text' ? { call, answer: 'text' } : undefined
}
