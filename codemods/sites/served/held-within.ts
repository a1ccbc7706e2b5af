import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import {
  AROUND,
  type Further,
  type HeldKind,
  type MemberKind,
  type Value,
} from '../answers/uses/uses-walk.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isOperation,
  nameOf,
} from '../program/syntax/nodes.ts'

/** A value in objects of the program's own. */
export interface HeldWithin {
  /** The outermost of them, or the value itself. */
  readonly top: ts.Expression
  /** The members that lead to it: `data`, `pod` of `{ data: { pod } }`. */
  readonly within: readonly string[]
  /** Whether it is one of a list that is written out: `[...state.items, pod]`. */
  readonly isEach?: true
}

/** What is put around a value where it stands; of `set((old) => ({ ...old, pods }))`, the function that gives it. */
export const heldWithin = (
  node: ts.Expression,
  held: Omit<HeldWithin, 'top'> = { within: [] },
): HeldWithin => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent) || isOperation(parent, '??', '||')) return heldWithin(parent, held)
  if (compiler.isConditionalExpression(parent) && parent.condition !== outer) return heldWithin(parent, held)
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)) {
    const name = nameOf(parent.name)
    if (name === undefined) return { top: outer, ...held }
    return heldWithin(parent.parent, { ...held, within: [name, ...held.within] })
  }
  const isAmong =
    compiler.isArrayLiteralExpression(parent) && compiler.isPropertyAssignment(dressed(parent).parent)
  if (isAmong && held.within.length === 0) return heldWithin(parent, { ...held, isEach: true })
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  const isGiven = callee && isFunctionValue(callee) && holdsObject(outer)
  return { ...held, top: isGiven ? dressed(callee) : outer }
}

/** `({ … })`, `known ? state : { ...state, … }` */
const holdsObject = (given: ts.Expression): boolean => {
  const node = bare(given)
  if (compiler.isConditionalExpression(node)) return holdsObject(node.whenTrue) || holdsObject(node.whenFalse)
  return compiler.isObjectLiteralExpression(node)
}

/** Where a value begins that lies within others. */
export const startWithin = (within: readonly string[], kind: HeldKind): Value =>
  within.length > 0 ? { kind: 'item', path: [AROUND] } : { kind, path: [] }

/** The members that lead to a value, and those of the value itself. */
export const kindWithin =
  (kindOf: MemberKind, within: readonly string[], kind: HeldKind, own: readonly string[] = []): MemberKind =>
  ([first = '', ...rest]) => {
    if (first !== AROUND)
      return rest.length === 0 && own.includes(first) ? undefined : kindOf([first, ...rest])
    if (rest.length > within.length || rest.some((name, at) => name !== within[at])) return undefined
    return rest.length === within.length ? kind : 'inner'
  }

/** What others have who are given a value within objects of the program's own. @param own what those say themselves beside it */
export const furtherWithin = (
  { path, kind: is }: Value,
  kindOf: MemberKind,
  {
    within,
    isEach = false,
    own = [],
    as,
  }: { within: readonly string[]; isEach?: boolean; own?: readonly string[]; as?: HeldKind | undefined },
): Omit<Further, 'from'> | undefined => {
  if (is === 'envelope' || (isEach && is === 'list')) return undefined
  const kind = as ?? (isEach ? 'list' : is)
  if (path.length === 0)
    return { start: startWithin(within, kind), kindOf: kindWithin(kindOf, within, kind, own) }
  const isAround = path.length === 1 && path[0] === AROUND
  return isAround && !isEach
    ? { start: { kind: 'item', path }, kindOf: kindAround(kindOf, within) }
    : undefined
}

/** The members that lead to what is around a value, and those of that. */
const kindAround =
  (kindOf: MemberKind, within: readonly string[]): MemberKind =>
  (path) => {
    const [first, ...rest] = path
    if (first !== AROUND) return kindOf(path)
    if (rest.slice(0, within.length).some((name, at) => name !== within[at])) return undefined
    return rest.length <= within.length ? 'inner' : kindOf([AROUND, ...rest.slice(within.length)])
  }
