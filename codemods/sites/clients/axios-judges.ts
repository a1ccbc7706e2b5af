import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { isOperation, nodesIn } from '../program/syntax/nodes.ts'
import { expression, type Place } from '../sink.ts'
import { isSame } from './axios-interceptors.ts'

/** The option by which axios tells from a status alone whether a call went well. */
export const JUDGE = 'validateStatus'

/**
 * Where it may be said for a call: in its own options, in those that its instance was made with, and what the program set
 * (`instance.defaults.validateStatus = …`).
 */
export const judgesOf = (trace: Trace, said: readonly (Place | undefined)[], instance: Source): Place[] => [
  ...said.flatMap((place) => place ?? []),
  ...setOn(trace, JUDGE, instance),
]

/** What the program sets anew by default on what an instance was made as (`instance.defaults.baseURL = …`). */
export const setOn = (trace: Trace, name: string, instance: Source): Place[] =>
  defaultsIn(trace)
    .filter((one) => one.name === name && one.owners.some((owner) => isSameMade(owner, instance)))
    .map(({ value }) => expression(value))

/** What one function makes in two of its calls are two instances. */
const isSameMade = (one: Source, other: Source): boolean =>
  isSame(one, other) && (!one.scope || !other.scope || one.scope.call === other.scope.call)

interface Default {
  readonly name: string
  readonly owners: readonly Source[]
  readonly value: ts.Expression
}

const known = new WeakMap<readonly ts.SourceFile[], readonly Default[]>()

const defaultsIn = (trace: Trace): readonly Default[] =>
  kept(known, trace.files, (files) => files.flatMap((file) => defaultsOf(trace, file)))

const defaultsOf = (trace: Trace, file: ts.SourceFile): readonly Default[] => {
  if (!file.text.includes('defaults')) return []
  const set = (target: ts.Expression, values: readonly ts.Expression[]): Default[] => {
    const { of, name } = accessed(target) ?? {}
    const owner = of && accessed(of)
    if (name === undefined || owner?.name !== 'defaults') return []
    const owners = trace.sources(owner.of, undefined)
    return values.map((value) => ({ name, owners, value }))
  }
  return [
    ...nodesIn(file, compiler.isBinaryExpression)
      .filter((node) => isOperation(node, '='))
      .flatMap(({ left, right }) => set(left, [right])),
    ...nodesIn(file, compiler.isCallExpression).flatMap((call) => {
      const added = accessed(call.expression)
      return added && ADDS.test(added.name ?? '') ? set(added.of, call.arguments) : []
    }),
  ]
}

/** `axios.defaults.transformRequest.push(…)` */
const ADDS = /^(push|unshift)$/
