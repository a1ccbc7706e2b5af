import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, nameOf, returnsOf, walk } from '../program/syntax/nodes.ts'
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

const interceptorsIn = (trace: Trace, file: ts.SourceFile): Interceptor[] => {
  const found: Interceptor[] = []
  if (!/\binterceptors\b/.test(file.text)) return found
  walk(file, (node) => {
    if (!compiler.isCallExpression(node)) return undefined
    const owner = ownerOf(node.expression)
    if (!owner) return undefined
    const [fulfilled, rejected] = node.arguments
    found.push({
      owners: trace.sources(owner, undefined),
      answer: fulfilled ? answerOf(trace, fulfilled) : 'axios',
      fulfilled: fulfilled ? functionsBehind(trace, fulfilled) : [],
      rejected: rejected ? functionsBehind(trace, rejected) : [],
    })
    return undefined
  })
  return found
}

/** The instance of `instance.interceptors.response.use`. */
const ownerOf = (callee: ts.Expression): ts.Expression | undefined => {
  let node = callee
  for (const name of ['use', 'response', 'interceptors']) {
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
