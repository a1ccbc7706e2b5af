import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { changedBy } from '../program/set/steady.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, nameOf, nodesIn, returnsOf, someNode } from '../program/syntax/nodes.ts'
import type { Answer } from '../sink.ts'

/** One `instance.interceptors.response.use(fulfilled, rejected)`. */
interface Interceptor {
  /** What the instance may come from; empty where nobody can tell which it is. */
  readonly owners: readonly Source[]
  readonly answer: Answer
  readonly fulfilled: readonly ts.Node[]
  readonly rejected: readonly ts.Node[]
}

/** What an axios instance hands its callers, and what looks at its calls before they do. */
export type Intercepted = Omit<Interceptor, 'owners'>

const known = new WeakMap<readonly ts.SourceFile[], readonly Interceptor[]>()

/** What the interceptors of an instance make of an answer: `(response) => response.data` is a habit. */
export const intercepted = (trace: Trace, instance: Source): Intercepted => {
  const all = kept(known, trace.files, (files) => files.flatMap((file) => interceptorsIn(trace, file)))
  const own = all.filter(({ owners }) => owners.some((one) => isSame(one, instance)))
  const changed = [...own, ...all.filter(({ owners }) => !owners.some(isMaker))].filter(
    ({ answer }) => answer !== 'axios',
  )
  const [first, ...more] = changed
  const answer = first === undefined ? 'axios' : more.length === 0 ? first.answer : 'unknown'
  const rejected = own.flatMap((one) => one.rejected)
  return { answer, rejected, fulfilled: own.flatMap(({ fulfilled }) => fulfilled) }
}

/** Whether two sources are the same instance. */
export const isSame = (a: Source, b: Source): boolean =>
  a.node === b.node || (a.external !== undefined && a.external.module === b.external?.module)

/** Whether a source is where an instance is made, and not a name that the trail ends at. */
const isMaker = ({ node, external }: Source): boolean =>
  external !== undefined || compiler.isCallExpression(node) || compiler.isNewExpression(node)

/** What says where a request goes and what is sent with it. */
const ASKED = /^(url|baseURL|method|data)$/

/** By what a function takes the requests of an instance. */
interface Told {
  readonly owners: readonly Source[]
  readonly names: readonly ts.BindingName[]
}

const tellers = new WeakMap<readonly ts.SourceFile[], readonly Told[]>()

/** By what interceptors take each request of an instance, also those whose instance nobody can tell. */
export const requestsTold = (trace: Trace, instance: Source): readonly ts.BindingName[] =>
  tellersIn(trace)
    .filter(({ owners }) => owners.some((one) => isSame(one, instance)) || !owners.some(isMaker))
    .flatMap(({ names }) => names)

/** The same of every instance. */
export const allRequestsTold = (trace: Trace): readonly ts.BindingName[] =>
  tellersIn(trace).flatMap(({ names }) => names)

const tellersIn = (trace: Trace): readonly Told[] =>
  kept(tellers, trace.files, (files) => files.flatMap((file) => toldIn(trace, file)))

const toldIn = (trace: Trace, file: ts.SourceFile): Told[] =>
  usesIn(file, 'request').map(({ owner, handlers: [taker] }) => ({
    owners: trace.sources(owner, undefined),
    names: (taker ? functionsBehind(trace, taker) : []).flatMap(
      ({ parameters: [first] }) => first?.name ?? [],
    ),
  }))

const setters = new WeakMap<readonly ts.SourceFile[], readonly (readonly Source[])[]>()

/** Whether an interceptor of an instance sets what a call asks for, once that has said it: `config.data = …`. */
export const setsRequests = (trace: Trace, instance: Source): boolean =>
  kept(setters, trace.files, (files) => files.flatMap((file) => settersIn(trace, file))).some((owners) =>
    owners.some((one) => isSame(one, instance)),
  )

const settersIn = (trace: Trace, file: ts.SourceFile): Source[][] =>
  usesIn(file, 'request').flatMap(({ owner, handlers: [taker] }) => {
    const functions = taker ? functionsBehind(trace, taker) : []
    return functions.some(setsAsked) ? [trace.sources(owner, undefined)] : []
  })

const setsAsked = (callee: ts.SignatureDeclaration): boolean => {
  const config = callee.parameters[0]?.name.getText()
  const isSet = someNode(callee, (node) =>
    changedBy(node).some((target) => {
      const access = accessed(target)
      return access !== undefined && access.of.getText() === config && ASKED.test(access.name ?? '')
    }),
  )
  return isSet || returnsOf(callee).some((given) => saysAsked(given, takenFrom(callee)))
}

/** `{ ...config, url: … }`, `Object.assign(config, { data: … })`: what is given in the place of a request. */
const saysAsked = (given: ts.Expression, taken: ReadonlySet<string>): boolean => {
  const node = bare(given)
  if (compiler.isCallExpression(node))
    return (
      node.expression.getText() === 'Object.assign' && node.arguments.some((one) => saysAsked(one, taken))
    )
  return (
    compiler.isObjectLiteralExpression(node) &&
    node.properties.some((one) => {
      const name = one.name && nameOf(one.name)
      const value = compiler.isPropertyAssignment(one) ? bare(one.initializer) : one.name
      const isGivenBack = value !== undefined && compiler.isIdentifier(value) && taken.has(value.text)
      return name !== undefined && ASKED.test(name) && !isGivenBack
    })
  )
}

/** What a function takes out of its request by name: `({ url, ...config }) => ({ ...config, url })`. */
const takenFrom = ({ parameters: [first] }: ts.SignatureDeclaration): ReadonlySet<string> => {
  const elements = first && compiler.isObjectBindingPattern(first.name) ? first.name.elements : []
  return new Set(elements.map(({ name }) => name.getText()))
}

/** The instances that are given interceptors in a file, and what those are. */
const usesIn = (
  file: ts.SourceFile,
  kind: 'request' | 'response',
): { readonly owner: ts.Expression; readonly handlers: readonly ts.Expression[] }[] =>
  /\binterceptors\b/.test(file.text)
    ? nodesIn(file, compiler.isCallExpression).flatMap((call) => {
        const owner = ownerOf(call.expression, kind)
        return owner ? [{ owner, handlers: [...call.arguments] }] : []
      })
    : []

const interceptorsIn = (trace: Trace, file: ts.SourceFile): Interceptor[] =>
  usesIn(file, 'response').map(({ owner, handlers: [fulfilled, rejected] }) => ({
    owners: trace.sources(owner, undefined),
    answer: fulfilled ? answerOf(trace, fulfilled) : 'axios',
    fulfilled: fulfilled ? functionsBehind(trace, fulfilled) : [],
    rejected: rejected ? functionsBehind(trace, rejected) : [],
  }))

/** The instance of `instance.interceptors.response.use`. */
const ownerOf = (callee: ts.Expression, kind: 'request' | 'response'): ts.Expression | undefined => {
  let node = callee
  for (const name of ['use', kind, 'interceptors']) {
    const access = accessed(node)
    if (access?.name !== name) return undefined
    node = access.of
  }
  return node
}

const functionsBehind = (trace: Trace, node: ts.Expression): ts.SignatureDeclaration[] =>
  trace.sources(node, undefined).flatMap((one) => (compiler.isFunctionLike(one.node) ? [one.node] : []))

const answerOf = (trace: Trace, fulfilled: ts.Expression): Answer => {
  if (/^(null|undefined)$/.test(fulfilled.getText())) return 'axios'
  const [callee, ...others] = functionsBehind(trace, fulfilled)
  const parameter = callee?.parameters[0]?.name
  if (!callee || !parameter || others.length > 0) return 'unknown'
  const kinds = new Set(returnsOf(callee).map((value) => kindOf(bare(value), parameter)))
  const [only, ...more] = kinds
  return only === undefined || more.length > 0 ? 'unknown' : only
}

/** What a returned value is: the response, its data, or something else. */
const kindOf = (value: ts.Expression, parameter: ts.BindingName): Answer => {
  if (compiler.isAwaitExpression(value)) return kindOf(bare(value.expression), parameter)
  if (compiler.isObjectBindingPattern(parameter)) {
    const data = parameter.elements.find((one) => nameOf(one.propertyName ?? one.name) === 'data')
    return data && data.name.getText() === value.getText() ? 'payload' : 'unknown'
  }
  if (value.getText() === parameter.getText()) return 'axios'
  const access = accessed(value)
  const isData = access?.name === 'data' && access.of.getText() === parameter.getText()
  return isData ? 'payload' : 'unknown'
}
