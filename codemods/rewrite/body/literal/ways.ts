import type { ts } from 'ts-morph'
import { alternatives, type Fact, present } from '../../../../mappings/dsl/facts.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, isNothing, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { asksGetter, isSteady } from '../../dead/pure.ts'
import { isPath } from '../steps/guards.ts'
import { valueAt } from './value-at.ts'
import { typeAt } from './value-kind.ts'

/** A body in the old API's words, with the expression that says each of its fields. */
export type Said = ReadonlyMap<string, { readonly hole: Hole; readonly node: ts.Expression }>

/** One condition that decides a body's shape: what the body says where it holds, and where it does not. */
export interface Fork {
  readonly condition: string
  readonly yes: Said
  readonly no: Said
}

/**
 * The conditions on which a body's shape may hang, those that the program says itself (`cpu ? 'CPU' : 'GPU'`) before those
 * that ask of a value whether it is there, or 0.
 */
export const forksOf = (trace: Trace, said: Said, facet: CompiledFacet): Fork[] => [
  ...chosenForks(trace, said).filter((fork) => ![fork.yes, fork.no].some((side) => saysNull(side, facet))),
  ...[...said].flatMap(([name]) => valueFork(trace, said, name, facet) ?? []),
]

/** Whether a null is said that means something: mostly it is as good as nothing. */
const saysNull = (said: Said, { plan }: CompiledFacet): boolean =>
  flatRows(plan.rows).some(
    (row) => row.kind === 'field' && row.via?.readsNull && said.get(row.old)?.hole.known?.value === null,
  )

/** Every value that is chosen by one condition, taken together. */
const chosenForks = (trace: Trace, said: Said): Fork[] => {
  const conditions = new Map<string, ts.Expression>()
  for (const { node } of said.values()) {
    const choice = bare(node)
    if (!compiler.isConditionalExpression(choice) || partsOf(choice).length > 0) continue
    const condition = bare(choice.condition)
    if (isAskable(condition) && !asksGetter(trace, condition)) conditions.set(condition.getText(), condition)
  }
  return [...conditions.keys()].map((condition) => ({
    condition,
    yes: onSide(trace, said, condition, true),
    no: onSide(trace, said, condition, false),
  }))
}

/** A body where a condition holds, or does not. */
const onSide = (trace: Trace, said: Said, condition: string, isTrue: boolean): Said =>
  new Map(
    [...said].map(([name, one]) => {
      const choice = bare(one.node)
      if (!compiler.isConditionalExpression(choice) || bare(choice.condition).getText() !== condition)
        return [name, one]
      const node = bare(isTrue ? choice.whenTrue : choice.whenFalse)
      return [name, { node, hole: valueAt(trace, node, node) }]
    }),
  )

/** Whether a condition comes to the same when it is asked again, and needs no brackets before a `?`. */
const isAskable = (node: ts.Expression): boolean => {
  const isPlain =
    isPath(node) ||
    compiler.isCallExpression(node) ||
    (compiler.isPrefixUnaryExpression(node) && isAskable(bare(node.operand))) ||
    (compiler.isBinaryExpression(node) && !/^(=|[^=!<>]=|,)$/.test(node.operatorToken.getText()))
  return isPlain && isSteady(node)
}

/** What facts ask of a field. */
const factsAbout = (rows: readonly Row[], name: string): Fact[] =>
  rows
    .flatMap((row) => (row.kind === 'cases' ? row.cases : []))
    .flatMap((one): Fact[] => {
      const own: readonly Fact[] = Object.entries(one.old).flatMap(([field, fact]) =>
        field === name ? fact : [],
      )
      return [...own, ...factsAbout(one.rows, name)]
    })

/** A value that is there or not, or 0 or not: `volume`, `volume ?? ''`, `size ?? 0`. */
const valueFork = (trace: Trace, said: Said, name: string, { plan }: CompiledFacet): Fork | undefined => {
  const one = said.get(name)
  if (!one || one.hole.known) return undefined
  const [path, spare] = partsOf(bare(one.node))
  if (!path || !plan.blankIsAbsent || asksGetter(trace, path)) return undefined
  const asked = factsAbout(plan.rows, name).flatMap((fact) => [...alternatives(fact)])
  const whole = one.hole
  const there = (never: readonly unknown[]): Hole =>
    new Hole(path.getText(), { ...whole, mayBeAbsent: false, mayBeNull: false, mayBeBlank: undefined, never })
  const withHole = (hole: Hole | undefined): Said => {
    const other = new Map(said)
    if (hole) other.set(name, { hole, node: path })
    else other.delete(name)
    return other
  }
  const text = path.getText()
  const mayBe = (whole.mayBeAbsent || whole.mayBeBlank === 'text') && whole.is !== 'list'
  if (asked.includes(present) && mayBe && (spare === undefined || spare === ''))
    return {
      condition: text,
      yes: onSide(trace, withHole(there([0, '', false])), text, true),
      no: onSide(trace, withHole(undefined), text, false),
    }
  if (!asked.includes(0) || !isNumber(trace, path)) return undefined
  if (spare !== undefined && spare !== 0) return undefined
  const zero = new Hole('0', { origin: whole.origin, known: { value: 0 } })
  if (!whole.mayBeAbsent)
    return { condition: text, yes: withHole(there([0, '0', '', false])), no: withHole(zero) }
  const other = new Hole(text, { ...whole, never: [0, '0'] })
  return { condition: `${text} === 0`, yes: withHole(zero), no: withHole(other) }
}

/** A path, and the value that is said where it has none. */
const partsOf = (node: ts.Expression): [path?: ts.Expression, spare?: unknown] => {
  if (isPath(node)) return [node]
  const isOr = isOperation(node, '??', '||')
  const asked = presentIn(node)
  const left = isOr ? bare(node.left) : asked?.left
  const right = isOr ? bare(node.right) : asked?.right
  if (!left || !right || !isPath(left)) return []
  if (isNothing(right)) return [left]
  if (compiler.isStringLiteralLike(right) && right.text === '') return [left, '']
  return compiler.isNumericLiteral(right) && Number(right.text) === 0 ? [left, 0] : []
}

/** `volume != null ? volume : ''`, which is `volume ?? ''`. */
const presentIn = (
  node: ts.Expression,
): { readonly left: ts.Expression; readonly right: ts.Expression } | undefined => {
  if (!compiler.isConditionalExpression(node)) return undefined
  const condition = bare(node.condition)
  const left = bare(node.whenTrue)
  const isPresent =
    isOperation(condition, '!=') &&
    isNothing(bare(condition.right)) &&
    bare(condition.left).getText() === left.getText()
  return isPresent ? { left, right: bare(node.whenFalse) } : undefined
}

const isNumber = ({ checker }: Trace, node: ts.Expression): boolean => {
  const type = checker.getNonNullableType(typeAt(checker, node))
  return (type.flags & compiler.TypeFlags.NumberLike) !== 0
}
