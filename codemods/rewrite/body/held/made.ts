import type { ts } from 'ts-morph'
import type { ValueKind } from '../../../../mappings/dsl/codec.ts'
import { compiler } from '../../../project/compiler.ts'
import { callsOfClosed } from '../../../sites/program/names/closed-function.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { holeOf } from '../literal/literal-values.ts'
import { kindOf } from '../literal/value-kind.ts'
import { guardOf, isNeverSet } from '../steps/guards.ts'

const MOST_STEPS = 5

/** A value that is always there. */
export interface Made {
  readonly is: ValueKind | undefined
}

/** Whether an expression always gives something: what makes it says so, or what every caller passes for it. */
export const madeOf = (trace: Trace, given: ts.Expression, steps = 0): Made | undefined => {
  const node = bare(given)
  const next = (inner: ts.Expression): Made | undefined => madeOf(trace, inner, steps + 1)
  if (steps > MOST_STEPS) return undefined
  const { known, mayBeAbsent } = holeOf(trace.checker, node, node)
  if (known && (known.value ?? undefined) === undefined) return undefined
  if (!mayBeAbsent || guardOf(trace, node, node)) return { is: kindOf(trace.checker, node) }
  // `options.ports?.map(…)` gives nothing where there are none.
  if (compiler.isOptionalChain(node)) return undefined
  if (compiler.isCallExpression(node)) return givenBy(node.expression.getText())
  if (compiler.isConditionalExpression(node)) return alike([next(node.whenTrue), next(node.whenFalse)])
  if (!compiler.isIdentifier(node) || !isNeverSet(trace, node)) return undefined
  const declaration = declarationOf(trace, node)
  if (declaration && compiler.isParameter(declaration))
    return ofKnownKind(alike(passedFor(trace, declaration).map(next)))
  const isMade = declaration && compiler.isVariableDeclaration(declaration)
  return isMade && declaration.initializer ? ofKnownKind(next(declaration.initializer)) : undefined
}

/** What is made elsewhere is taken over only with all that decides how it is said. */
const ofKnownKind = (made: Made | undefined): Made | undefined => (made?.is ? made : undefined)

const alike = (all: readonly (Made | undefined)[]): Made | undefined => {
  const kinds = new Set(all.map((one) => one?.is))
  if (all.length === 0 || all.includes(undefined)) return undefined
  return { is: kinds.size === 1 ? all[0]?.is : undefined }
}

/** What every call passes for a parameter; nothing where one of them is out of sight, or passes none and there is no default. */
export const passedFor = (trace: Trace, parameter: ts.ParameterDeclaration): readonly ts.Expression[] => {
  const callee = functionAround(parameter) ?? parameter.parent
  const isPlain = callee === parameter.parent && !parameter.dotDotDotToken
  const calls = isPlain ? callsOfClosed(trace, callee) : undefined
  const place = callee.parameters.indexOf(parameter)
  const passed = (calls ?? []).map(({ arguments: given }) =>
    given.slice(0, place + 1).some(compiler.isSpreadElement)
      ? undefined
      : (given[place] ?? parameter.initializer),
  )
  return passed.every((one) => one !== undefined) ? passed : []
}

/** Functions, and methods of texts and lists, that always give something. */
const GIVES: readonly (readonly [RegExp, ValueKind])[] = [
  [/^(Object\.(keys|values|entries)|Array\.from)$|\.(split|map|filter|flatMap)$/, 'list'],
  [
    /^String$|\.(join|trim|toString|toISOString|toLowerCase|toUpperCase|replace|replaceAll|padStart)$/,
    'string',
  ],
  [/^(Number|Boolean|parseInt|parseFloat|Object\.(fromEntries|assign)|Date\.now|Math\.\w+)$/, 'neither'],
]

const givenBy = (callee: string): Made | undefined => {
  const kind = GIVES.find(([pattern]) => pattern.test(callee))?.[1]
  return kind && { is: kind }
}
