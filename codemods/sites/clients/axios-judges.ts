import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { accessed } from '../program/syntax/access.ts'
import { nodesIn } from '../program/syntax/nodes.ts'
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

const defaultsOf = (trace: Trace, file: ts.SourceFile): readonly Default[] =>
  file.text.includes('defaults')
    ? nodesIn(file, compiler.isBinaryExpression).flatMap(({ left, operatorToken, right }) => {
        const said = accessed(left)
        const owner = said && accessed(said.of)
        const isSet = owner?.name === 'defaults' && operatorToken.kind === compiler.SyntaxKind.EqualsToken
        return isSet && said?.name
          ? [{ name: said.name, owners: trace.sources(owner.of, undefined), value: right }]
          : []
      })
    : []
