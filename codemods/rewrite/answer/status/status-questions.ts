import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { COMPARISONS, isJoin, isNot, outcomeOf } from '../../../sites/program/syntax/logic.ts'
import { bare, dressed, walk } from '../../../sites/program/syntax/nodes.ts'
import { sameSyntax } from '../../../sites/program/syntax/same-syntax.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import {
  type GivenAs,
  type HeldNumber,
  heldNumber,
  heldNumbers,
  statusOwner,
  wrapped,
} from './status-values.ts'

/** A place where the way that the code goes hangs on a status: a whole condition, the cases of a `switch`, a table. */
export interface StatusQuestion {
  /** Whose status: the answer that it is read of, or the name that it came in under. */
  readonly of: ts.Expression
  readonly numbers: readonly HeldNumber[]
  /** Which way the code goes for a status, where all that is asked beside it turns out one way. */
  readonly way: (status: number, beside: boolean, read?: Reading) => unknown
  /** Numbers stand in a `switch`, where each may stand once. */
  readonly isSwitch: boolean
}

/** What a number is taken for; its own value where nothing else is said. */
type Reading = (number: HeldNumber) => number

const asWritten: Reading = ({ value }) => value

/** How questions are looked for. */
export interface Asker {
  readonly trace: Trace
  /** The frame in which numbers that come in from outside are read. */
  readonly scope: Scope | undefined
  /** The parameter that is handed a status, under whatever name. */
  readonly status?: ts.ParameterDeclaration | undefined
  /** How calls of the program's own give a status. */
  readonly as?: GivenAs | undefined
}

/**
 * The questions about a status that stand in a function or a file, to be asked of one status and another, and to be rewritten.
 * What tells a failure from a success, and is only to be understood, is tried with all statuses by `told-failure.ts`.
 */
export const questionsIn = (asker: Asker, place: ts.Node): readonly StatusQuestion[] => {
  const found = new Map<ts.Node, StatusQuestion>()
  walk(place, (node) => {
    if (!isRead(node)) return undefined
    const of = ownerOf(asker, node)
    const leaf = of && leafAt(asker, node)
    if (!of || !leaf) return undefined
    const root = rootOf(leaf.node)
    if (!found.has(root)) found.set(root, whole(asker, of, root))
    return undefined
  })
  return [...found.values()]
}

const ownerOf = ({ trace, status, as }: Asker, node: ts.Expression): ts.Expression | undefined => {
  const isHanded = status && compiler.isIdentifier(node) && declarationOf(trace, node) === status
  return isHanded ? node : statusOwner(trace, node, as)
}

/** A read of a status: not the name that one is kept under. */
export const isRead = (node: ts.Node): node is ts.Expression => {
  if (isAccess(node) || compiler.isCallExpression(node)) return true
  if (!compiler.isIdentifier(node)) return false
  const { parent } = node
  const isMember = compiler.isPropertyAccessExpression(parent) && parent.name === node
  return !isMember && !(compiler.isBindingElement(parent) || compiler.isParameter(parent))
}

/** The way that one question about a status goes, by itself. */
interface Leaf {
  readonly node: ts.Expression
  readonly numbers: readonly HeldNumber[]
  readonly way: (status: number, read: Reading) => unknown
  readonly isSwitch: boolean
}

const leafAt = (asker: Asker, given: ts.Expression): Leaf | undefined => {
  const node = wrapped(given)
  const { parent } = node
  if (compiler.isBinaryExpression(parent)) return comparison(asker, node, parent)
  if (compiler.isSwitchStatement(parent)) return switched(asker, parent)
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return among(parent, numbersOf(asker, parent.expression), true)
  if (!compiler.isCallExpression(parent)) return undefined
  const asserted = assertion(asker, node, parent) ?? tested(node, parent)
  if (asserted || !compiler.isPropertyAccessExpression(parent.expression)) return asserted
  const { name, expression } = parent.expression
  const isAsked = /^(includes|has|get|indexOf)$/.test(name.text) && parent.arguments[0] === node
  return isAsked ? among(parent, numbersOf(asker, expression), name.text === 'get') : undefined
}

/** Whether what is asked of a status where it is read is understood. */
export const isAskedAt = (asker: Asker, node: ts.Expression): boolean => leafAt(asker, node) !== undefined

const numberOf = ({ trace, scope }: Asker, node: ts.Expression): HeldNumber | undefined =>
  heldNumber(trace, node, scope)

const numbersOf = ({ trace, scope }: Asker, node: ts.Expression): readonly HeldNumber[] | undefined =>
  heldNumbers(trace, node, scope)

const comparison = (asker: Asker, status: ts.Expression, node: ts.BinaryExpression): Leaf | undefined => {
  const kind = node.operatorToken.getText()
  const isLeft = node.left === status
  if (kind === 'in') return isLeft ? among(node, numbersOf(asker, node.right), false) : undefined
  const compare = COMPARISONS.get(kind)
  const number = compare && numberOf(asker, isLeft ? node.right : node.left)
  if (!compare || !number) return undefined
  return {
    node,
    // A bound is not a status that the code expects.
    numbers: [/==/.test(kind) ? number : { ...number, instead: () => undefined }],
    way: (one, read) => (isLeft ? compare(one, read(number)) : compare(read(number), one)),
    isSwitch: false,
  }
}

/** `expect(status).toBe(200)`, `assert.equal(status, 200)`. */
const assertion = (asker: Asker, status: ts.Expression, call: ts.CallExpression): Leaf | undefined => {
  const { expression: callee, arguments: given, parent } = call
  if (given[0] !== status) return undefined
  const held = compiler.isPropertyAccessExpression(parent) ? parent.parent : undefined
  const isExpected = callee.getText() === 'expect' && held && compiler.isCallExpression(held)
  const isAsserted = compiler.isPropertyAccessExpression(callee) && EQUAL.test(callee.name.text)
  const said = isExpected ? held.arguments[0] : isAsserted ? given[1] : undefined
  const number = said && numberOf(asker, said)
  return (
    number && {
      node: isExpected ? held : call,
      numbers: [number],
      way: (one, read) => one === read(number),
      isSwitch: false,
    }
  )
}

/** `/^4(00|04)$/.test(String(status))` */
const tested = (status: ts.Expression, node: ts.CallExpression): Leaf | undefined => {
  const { expression: callee, arguments: given } = node
  const pattern =
    compiler.isPropertyAccessExpression(callee) && callee.name.text === 'test' && given[0] === status
      ? bare(callee.expression)
      : undefined
  if (!pattern || !compiler.isRegularExpressionLiteral(pattern)) return undefined
  const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(pattern.text) ?? []
  const way = (one: number): boolean => new RegExp(source, flags).test(String(one))
  const numbers = ANSWERED.filter(way).map((value) => ({ node: pattern, value, instead: () => undefined }))
  return { node, numbers, way, isSwitch: false }
}

/** The statuses of RFC 9110, section 15, that a call may be answered with. */
const ANSWERED = Array.from({ length: 400 }, (_, index) => 200 + index)

const EQUAL = /^(strictE|deepE|deepStrictE|e)qual$/

/** Whether a status is in a list, or which entry of a table it picks. */
const among = (
  node: ts.Expression,
  numbers: readonly HeldNumber[] | undefined,
  picks: boolean,
): Leaf | undefined => {
  const placeOf = (status: number, read: Reading): number =>
    (numbers ?? []).findIndex((one) => read(one) === status)
  const way: Leaf['way'] = (status, read) => (picks ? placeOf(status, read) : placeOf(status, read) !== -1)
  return numbers && { node, numbers, way, isSwitch: false }
}

/** The statements that a status comes to: those of its case, or of the next case that has some. */
const switched = (asker: Asker, node: ts.SwitchStatement): Leaf => {
  const { clauses } = node.caseBlock
  const numbers = clauses.map((one) =>
    compiler.isCaseClause(one) ? numberOf(asker, one.expression) : undefined,
  )
  const way: Leaf['way'] = (status, read) => {
    const own = numbers.findIndex((one) => one && read(one) === status)
    const from = own === -1 ? clauses.findIndex(compiler.isDefaultClause) : own
    return from === -1 ? from : clauses.findIndex((one, at) => at >= from && one.statements.length > 0)
  }
  return { node: node.expression, numbers: numbers.flatMap((one) => one ?? []), way, isSwitch: true }
}

/** The whole condition that a question is a part of. */
const rootOf = (given: ts.Expression): ts.Expression => {
  const node = dressed(given)
  return isJoin(node.parent) || isNot(node.parent) ? rootOf(node.parent) : node
}

const whole = (asker: Asker, of: ts.Expression, root: ts.Expression): StatusQuestion => {
  const leaves = leavesIn(asker, of, root)
  return {
    of,
    numbers: [...leaves.values()].flatMap(({ numbers }) => numbers),
    way: (status, beside, read = asWritten) =>
      outcomeOf<unknown>(root, (part) => {
        const leaf = leaves.get(part)
        return leaf ? leaf.way(status, read) : beside
      }),
    isSwitch: [...leaves.values()].some(({ isSwitch }) => isSwitch),
  }
}

/** The questions about the same status in a condition. */
const leavesIn = (asker: Asker, of: ts.Expression, root: ts.Expression): ReadonlyMap<ts.Node, Leaf> => {
  const found = new Map<ts.Node, Leaf>()
  walk(root, (node) => {
    if (!isRead(node)) return undefined
    const owner = ownerOf(asker, node)
    const leaf = owner && sameSyntax(owner, of) ? leafAt(asker, node) : undefined
    if (leaf) found.set(bare(leaf.node), leaf)
    return undefined
  })
  return found
}
