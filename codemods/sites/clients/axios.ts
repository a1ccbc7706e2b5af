import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { mayLack } from '../program/held/may-lack.ts'
import { isTextMade } from '../program/syntax/nodes.ts'
import { type Answer, expression, given, member, type Place, placed, type Sink } from '../sink.ts'
import { isVerb } from '../texts/verbs.ts'
import type { Asked, AskedChosen, AskedMember } from './asked.ts'
import { setOn } from './axios-defaults.ts'
import { type Instance, injectedBy, instanceOf, within } from './axios-instance.ts'
import { intercepted, requestsTold, setsRequests } from './axios-interceptors.ts'
import { JUDGE, judgesOf } from './axios-judges.ts'
import { answersItself, functionsIn, transforms } from './request-hooks.ts'

/** A call of an instance, with what its interceptors do to answers, and what else looks at them before the caller. */
const heard = (
  sink: Sink,
  trace: Trace,
  source: Source,
  { options, base, made }: Instance,
  client: ts.Expression,
): Sink => {
  const { answer, fulfilled, rejected } = intercepted(trace, source)
  return {
    ...sink,
    ...(base && sink.base === base ? { client, rebased: setAnew(trace, source, base) } : {}),
    ...(sink.answer === 'axios' ? { answer } : {}),
    ...changedBy(trace, (name) => placesSaid(trace, setOn(trace, name, source))),
    ...(setsRequests(trace, source) ? { listed: 'interceptor' } : {}),
    passed: fulfilled,
    failed: rejected,
    told: requestsTold(trace, source),
    judges: judgesOf(trace, [member(sink.options, JUDGE), within(member(options, JUDGE), made)], source),
  }
}

/** What an instance is given for its base besides: `if (own) instance.defaults.baseURL = own`. */
const setAnew = (trace: Trace, source: Source, base: Place): Place[] =>
  setOn(trace, 'baseURL', source).filter(
    (one) => one.kind !== 'expression' || base.kind !== 'expression' || one.node !== base.node,
  )

/** `axios(…)` and `instance(…)`. */
export const axiosDirect = (asked: Asked, source: Source): Sink | undefined => {
  const instance = instanceOf(asked.trace, source)
  return instance
    ? heard(axiosConfig(asked, instance), asked.trace, source, instance, asked.callee)
    : undefined
}

/** `axios.get(…)`, `instance.request(…)`, and the same on Nest's HttpService. */
export const axiosMember = (asked: AskedMember): Sink | undefined => {
  const { trace, callee, name, owner } = asked
  const verb = isVerb(name)
  if (!verb && name !== 'request') return undefined
  const instance = instanceOf(trace, owner)
  if (instance)
    return heard(
      verb ? axiosVerb(asked, instance, 'axios') : axiosConfig(asked, instance),
      trace,
      owner,
      instance,
      callee.expression,
    )
  const injected = injectedBy(trace, callee.expression)
  if (injected)
    return judged(
      verb ? axiosVerb(asked, injected, 'stream') : streamed(axiosConfig(asked, injected)),
      injected,
    )
  const isRef =
    compiler.isPropertyAccessExpression(callee.expression) && callee.expression.name.text === 'axiosRef'
  const behind = isRef
    ? injectedBy(trace, (callee.expression as ts.PropertyAccessExpression).expression)
    : undefined
  return behind && judged(verb ? axiosVerb(asked, behind, 'axios') : axiosConfig(asked, behind), behind)
}

/** A call of an axios that Nest made, which is told by its own options and by the module's. */
const judged = (sink: Sink, { options }: Instance): Sink => {
  const judges = [member(sink.options, JUDGE), member(options, JUDGE)].filter((one) => one !== undefined)
  return judges.length > 0 ? { ...sink, judges } : sink
}

const streamed = (sink: Sink): Sink => (sink.answer === 'axios' ? { ...sink, answer: 'stream' } : sink)

/** A call's own `baseURL` stands before its instance's, wherever its options take that from. */
const baseOf = (trace: Trace, { base }: Instance, options: ts.Expression | undefined): Place | undefined => {
  const own = member(options, 'baseURL')
  if (!own || !options || trace.members(options, 'baseURL', undefined).length === 0) return base ?? own
  const isSaid = base?.kind === 'expression' || (base && placed(trace, base, undefined).length > 0)
  return isSaid && mayLack(trace, options, 'baseURL', undefined) ? base : own
}

/** What its options make of an answer, which may be another thing than the parsed body, and of what is sent. */
const optionsOf = (
  trace: Trace,
  own: ts.Expression | undefined,
  { options, made }: Instance,
  answer: Answer,
): Pick<Sink, 'answer' | 'transforms' | 'listed'> => {
  const said = (name: string): Source[] => [
    ...(own ? trace.members(own, name, undefined) : []),
    ...(options ? trace.members(options, name, made) : []),
  ]
  const isParsed = said('responseType').every(({ node }) => /^['"`]json['"`]$/.test(node.getText()))
  return { answer: isParsed ? answer : 'unknown', ...changedBy(trace, said) }
}

const placesSaid = (trace: Trace, places: readonly Place[]): Source[] =>
  places.flatMap((one) => (one.kind === 'expression' ? trace.sources(one.node, undefined) : []))

/** What options make of answers and of what is sent, wherever they are said, or of the call itself. */
const changedBy = (trace: Trace, said: (name: string) => Source[]): Pick<Sink, 'transforms' | 'listed'> => ({
  ...(said('transformResponse').length > 0 ? { transforms: true } : {}),
  ...(functionsIn(trace, said('transformRequest')).some(transforms) ? { listed: 'hook' } : {}),
  ...(functionsIn(trace, said('adapter')).some(answersItself) ? { listed: 'adapter' } : {}),
})

/** `axios[verb](…)`, `instance[verb](…)`. */
export const axiosChosen = (asked: AskedChosen): Sink | undefined => {
  const { trace, owner, client } = asked
  const instance = instanceOf(trace, owner)
  const injected = instance ? undefined : injectedBy(trace, client)
  const sinkFor = (verb: string, of: Instance, answer: Answer): Sink => ({
    ...axiosVerb({ ...asked, name: verb }, of, answer),
    method: expression(asked.verb),
  })
  const withVerb = (verb: string): Sink =>
    injected
      ? judged(sinkFor(verb, injected, 'stream'), injected)
      : heard(sinkFor(verb, instance ?? {}, 'axios'), trace, owner, instance ?? {}, client)
  return instance || injected ? { ...withVerb('POST'), withVerb } : undefined
}

type AskedVerb = Asked & { readonly name: string; readonly callee: ts.Expression }

const axiosVerb = ({ trace, call, name, callee }: AskedVerb, instance: Instance, answer: Answer): Sink => {
  const method = name.toUpperCase()
  const [url, second, third] = call.arguments
  const hasData = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const options = hasData ? third : second
  // `axios.post(url, ...rest)`: what of it is the body, nobody can tell
  const isSpread = hasData && second !== undefined && compiler.isSpreadElement(second)
  return {
    library: 'axios',
    ...(isSpread ? { listed: 'spread' } : {}),
    call,
    url: expression(url),
    ...given('base', baseOf(trace, instance, options)),
    ...(options ? { options } : {}),
    method: {
      kind: 'fixed',
      method,
      ...(compiler.isPropertyAccessExpression(callee) ? { name: callee.name } : {}),
    },
    ...given('body', hasData ? expression(second) : member(options, 'data')),
    ...given('query', member(options, 'params')),
    serializes: true,
    ...optionsOf(trace, options, instance, answer),
  }
}

const axiosConfig = ({ trace, call }: Asked, instance: Instance): Sink => {
  const [first, second] = call.arguments
  const says = first !== undefined && isUrl(trace, first, second)
  const config = says ? second : (first ?? second)
  return {
    library: 'axios',
    call,
    url: says ? expression(first) : (member(config, 'url') ?? expression(undefined)),
    ...given('base', baseOf(trace, instance, config)),
    ...(config ? { options: config } : {}),
    method: member(config, 'method') ?? { kind: 'fixed', method: 'GET' },
    ...given('body', member(config, 'data')),
    ...given('query', member(config, 'params')),
    serializes: true,
    ...optionsOf(trace, config, instance, 'axios'),
  }
}

/** Whether the first argument is an address, not a config. */
const isUrl = (trace: Trace, first: ts.Expression, second: ts.Expression | undefined): boolean => {
  if (isTextMade(first) || second !== undefined) return true
  return trace.sources(first, undefined).some(({ node }) => compiler.isExpression(node) && isTextMade(node))
}
