import { dirname } from 'node:path'
import type { ts } from 'ts-morph'
import { kept, once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { homeOf } from '../../project/packages/home.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { isNamedTest } from '../program/outside/test-file.ts'
import { accessed } from '../program/syntax/access.ts'
import { isOperation, nodesIn } from '../program/syntax/nodes.ts'
import { expression, type Place } from '../sink.ts'
import { isSame } from './axios-interceptors.ts'

/**
 * What the program sets anew by default on axios or on an instance (`instance.defaults.baseURL = …`), in whatever file: of
 * axios itself within one package, of which others know nothing; a test sets its own calls alone.
 */
export const setOn = (trace: Trace, name: string, instance: Source): Place[] =>
  defaultsIn(trace)
    .filter((one) => one.name === name && one.owners.some((owner) => isSameMade(owner, instance)))
    .filter(({ value }) => isSetFor(value.getSourceFile(), instance))
    .map(({ value }) => expression(value))

/** What one function makes in two of its calls are two instances. */
const isSameMade = (one: Source, other: Source): boolean =>
  isSame(one, other) && (!one.scope || !other.scope || one.scope.call === other.scope.call)

const isSetFor = (file: ts.SourceFile, { node, external }: Source): boolean => {
  const own = node.getSourceFile()
  return file === own || (!isNamedTest(file) && (!external || packageOf(file) === packageOf(own)))
}

const packageOf = once(({ fileName }: ts.SourceFile) => homeOf(dirname(fileName)))

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
