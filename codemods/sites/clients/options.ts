import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Asked, AskedMember } from '../read-sink.ts'
import { bare } from '../scope.ts'
import { type Answer, expression, given, member, type Sink } from '../sink.ts'
import type { Source, Trace } from '../source.ts'

/** A library called as `lib(url, options)` or `lib.get(url, options)`, with an instance that holds a base. */
interface Library {
  readonly name: string
  readonly base: string
  readonly body: string
  readonly query: string
  readonly answer: Answer
}

const LIBRARIES: Readonly<Record<string, Library>> = {
  ky: { name: 'ky', base: 'prefixUrl', body: 'json', query: 'searchParams', answer: 'response' },
  got: { name: 'got', base: 'prefixUrl', body: 'json', query: 'searchParams', answer: 'response' },
  ofetch: { name: 'ofetch', base: 'baseURL', body: 'body', query: 'query', answer: 'payload' },
}

const VERBS = /^(get|post|put|patch|delete|head)$/

/** A library, and the options of the instance that is called. */
interface Instance {
  readonly library: Library
  readonly options?: ts.Expression
}

/** `ky(url, options)`, `instance(url, options)`. */
export const optionsDirect = ({ trace, call }: Asked, source: Source): Sink | undefined => {
  const instance = instanceOf(trace, source)
  const options = call.arguments[1]
  const method = member(options, 'method') ?? { kind: 'fixed', method: 'GET' }
  return instance ? sinkOf(call, instance, method) : undefined
}

/** `ky.get(url)`, `instance.post(url, { json })`. */
export const optionsMember = ({ trace, call, callee, name, owner }: AskedMember): Sink | undefined => {
  if (!VERBS.test(name)) return undefined
  const instance = instanceOf(trace, owner)
  const method = { kind: 'fixed', method: name.toUpperCase(), name: callee.name } as const
  return instance ? sinkOf(call, instance, method) : undefined
}

const libraryOf = ({ external, node }: Source): Library | undefined => {
  if (external)
    return /^(default|\*|ky|got|ofetch|\$fetch)$/.test(external.name) ? LIBRARIES[external.module] : undefined
  return compiler.isIdentifier(node) && node.text === '$fetch' ? LIBRARIES.ofetch : undefined
}

const instanceOf = (trace: Trace, source: Source): Instance | undefined => {
  const library = libraryOf(source)
  if (library) return { library }
  const { node } = source
  if (!compiler.isCallExpression(node)) return undefined
  const maker = bare(node.expression)
  if (!compiler.isPropertyAccessExpression(maker) || !/^(create|extend)$/.test(maker.name.text))
    return undefined
  const from = trace
    .sources(maker.expression, undefined)
    .map(libraryOf)
    .find((one) => one !== undefined)
  const [options] = node.arguments
  return from ? { library: from, ...(options ? { options } : {}) } : undefined
}

const sinkOf = (
  call: ts.CallExpression,
  { library, options: made }: Instance,
  method: Sink['method'],
): Sink => {
  const [url, options] = call.arguments
  return {
    library: library.name,
    call,
    url: expression(url),
    ...given('base', member(made ?? options, library.base)),
    ...(options ? { options } : {}),
    method,
    ...(options ? given('body', member(options, library.body)) : { openBody: library.body }),
    ...given('query', member(options, library.query)),
    serializes: true,
    answer: library.answer,
  }
}
