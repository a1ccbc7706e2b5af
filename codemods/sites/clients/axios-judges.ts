import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { accessed } from '../program/access.ts'
import { nodesIn } from '../program/scope.ts'
import type { Source, Trace } from '../program/source.ts'
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
  ...defaultsIn(trace)
    .filter(({ owners }) => owners.some((one) => isSame(one, instance)))
    .map(({ value }) => expression(value)),
]

interface Default {
  readonly owners: readonly Source[]
  readonly value: ts.Expression
}

const known = new WeakMap<readonly ts.SourceFile[], readonly Default[]>()

const defaultsIn = (trace: Trace): readonly Default[] =>
  kept(known, trace.files, (files) => files.flatMap((file) => defaultsOf(trace, file)))

const defaultsOf = (trace: Trace, file: ts.SourceFile): readonly Default[] =>
  file.text.includes(JUDGE) && file.text.includes('defaults')
    ? nodesIn(file, compiler.isBinaryExpression).flatMap(({ left, operatorToken, right }) => {
        const defaults = accessed(left)
        const owner = defaults?.name === JUDGE ? accessed(defaults.of) : undefined
        const isSet = owner?.name === 'defaults' && operatorToken.kind === compiler.SyntaxKind.EqualsToken
        return isSet ? [{ owners: trace.sources(owner.of, undefined), value: right }] : []
      })
    : []
