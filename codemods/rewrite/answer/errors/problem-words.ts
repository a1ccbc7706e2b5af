import type { ts } from 'ts-morph'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { copiedFrom } from '../../../sites/program/syntax/copied.ts'
import { flatText } from '../../../sites/program/syntax/flat-text.ts'
import {
  bare,
  dressed,
  isOperation,
  nameOf,
  someNode,
  statementOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAt, isWithin, replace } from '../../edit/edit.ts'
import { anyFor } from '../any-for.ts'
import { isMemberRead, type MemberRead, nameRead, partTaken, readAs } from './member-read.ts'
import { guardedEdits, STAYS } from './problem-guards.ts'
import { besideInV2, boundOf, isBoundApart, wordAllowed } from './problem-types.ts'

const V2_WORDS: ReadonlySet<string> = new Set(Object.values(errorWords))

/** Whether the statement around a node reads v2's words of the same body already. */
export const readsInV2 = (node: ts.Node): boolean => {
  const owner = ownerOf(node)
  return someNode(statementOf(node), (one) => V2_WORDS.has(wordOf(one) ?? '') && ownerOf(one) === owner)
}

/** The member that a node reads, asks for or takes. */
const wordOf = (node: ts.Node): string | undefined => {
  if (isMemberRead(node)) return nameRead(node)
  if (isAsking(node)) return compiler.isStringLiteralLike(node.left) ? node.left.text : undefined
  return compiler.isBindingElement(node) ? nameOf(node.propertyName ?? node.name) : undefined
}

/** What it reads it of, as the source says it. */
const ownerOf = (node: ts.Node): string | undefined => {
  if (isMemberRead(node)) return said(node.expression)
  if (isAsking(node)) return said(node.right)
  if (!compiler.isBindingElement(node)) return undefined
  const taken = boundOf(node)
  return taken ? said(taken) : node.parent.getText()
}

const said = (node: ts.Expression): string => bare(node).getText().replaceAll(/[?!]/g, '')

/** `'message' in body`. */
export const isAsking = (node: ts.Node): node is ts.BinaryExpression => isOperation(node, 'in')

/** In a function that words errors of whatever answered, v2's words come before v1's. */
export const wordedEdits = (trace: Trace, node: MemberRead | ts.BindingElement): readonly Edit[] => {
  if (readsInV2(node)) return []
  if (compiler.isBindingElement(node)) return besideInV2(trace, node) ?? []
  const chain = chainOf(node)
  if (chain && chain.first !== node) return []
  const types = wordAllowed(trace, node.expression)
  return types ? wordEdits(trace, node, types, false) : []
}

/** v2's word before v1's, with what lets it be read of the body's type; in its place where the body is read only once. */
export const wordEdits = (
  trace: Trace,
  node: MemberRead,
  types: readonly Edit[],
  isOne: boolean,
): readonly Edit[] => {
  const chain = chainOf(node)
  if (chain) return saidTwice(node, types, beforeChain(node, chain.operator))
  const { parent } = dressed(node)
  if (compiler.isVariableDeclaration(parent) && isBoundApart(trace, parent)) return []
  const guarded = guardedEdits(trace, node)
  if (guarded === STAYS) return []
  if (!guarded) {
    const edit = inV2(trace, node, isOne)
    return edit ? saidTwice(node, types, edit) : []
  }
  // A type that is asserted with the read is said anew in the copy.
  return [...types.filter((one) => !isWithin(one, node)), ...guarded]
}

/** `(body as { error?: string }).error`: the type that the read itself asserts is said anew in each of its two texts. */
const saidTwice = (node: MemberRead, types: readonly Edit[], edit: Edit): readonly Edit[] => {
  const [type] = types
  const from = node.getStart()
  const old = node.expression.getText()
  if (!type || !isWithin(type, node.expression)) return [...types, edit]
  const widened = old.slice(0, type.start - from) + type.text + old.slice(type.end - from)
  const isBeside = edit.start === edit.end || edit.start > type.end
  return [...(isBeside ? types : []), { ...edit, text: edit.text.replaceAll(old, () => widened) }]
}

/** `body.error || body.message`: v1 said one of them, and v2's `detail` is what both come down to. */
export interface Chain {
  readonly first: MemberRead
  readonly operator: string
}

/** The chain that a read stands in. */
export const chainOf = (node: MemberRead): Chain | undefined => {
  const top = chainTop(node)
  if (!top) return undefined
  const owner = flatText(bare(node.expression))
  const reads = operandsOf(top).filter(
    (one): one is MemberRead =>
      isMemberRead(one) &&
      flatText(bare(one.expression)) === owner &&
      Object.hasOwn(errorWords, nameRead(one)),
  )
  const [first] = reads
  return first && reads.length > 1 && !isAtOnce(node)
    ? { first, operator: top.operatorToken.getText() }
    : undefined
}

const isChoice = (node: ts.Node): node is ts.BinaryExpression => isOperation(node, '||', '??')

/** The outermost of the `||` or `??` that a value is one operand of, all of one kind. */
const chainTop = (node: ts.Expression): ts.BinaryExpression | undefined => {
  let top: ts.BinaryExpression | undefined
  for (let { parent } = node as ts.Node; isChoice(parent); { parent } = parent) {
    if (top && parent.operatorToken.kind !== top.operatorToken.kind) break
    top = parent
  }
  return top
}

const operandsOf = (node: ts.Expression): ts.Expression[] =>
  isChoice(node) ? [...operandsOf(node.left), ...operandsOf(node.right)] : [node]

const beforeChain = (first: MemberRead, operator: string): Edit => {
  const detail = readAs(first, errorWords[errorMessage] as string)
  return insertAt(first.getSourceFile(), first.getStart(), `${detail} ${operator} `)
}

/** `(await res.json()).message`, `JSON.parse(await res.text()).message`. */
export const isAtOnce = (node: MemberRead): boolean => promiseOf(bare(node.expression)) !== undefined

/** What gives a body that is parsed where a member of it is read. */
const promiseOf = (owner: ts.Expression): string | undefined => {
  if (compiler.isAwaitExpression(owner)) return owner.expression.getText()
  const [given] =
    compiler.isCallExpression(owner) && owner.expression.getText() === 'JSON.parse' ? owner.arguments : []
  return given && compiler.isAwaitExpression(given)
    ? `${given.expression.getText()}.then(JSON.parse)`
    : undefined
}

/**
 * v2's word, or else v1's. A body can be parsed only once; in a helper that others call as well, either API may have
 * answered.
 * @returns undefined where that would not be read of v2's body, or is said beside it already
 */
const inV2 = (trace: Trace, node: MemberRead, isOne: boolean): Edit | undefined => {
  const old = nameRead(node)
  const name = errorWords[old] ?? old
  const part = partTaken(node)
  const owner = bare(node.expression)
  // a copy that is made where it is read would be made twice
  if (copiedFrom(owner)) return undefined
  const promised = promiseOf(owner)
  if (!promised) {
    if (part && (!Object.hasOwn(errorWords, nameRead(part)) || isBesideOthers(part, owner))) return undefined
    const read = part ?? node
    const either = `${readAs(node, name)} ?? ${read.getText()}`
    return replace(read, standsAlone(read) ? either : `(${either})`)
  }
  if (part) return undefined
  if (isOne) return replace(node, readAs(node, name))
  const dot = node.questionDotToken ? '?.' : '.'
  const parameter = `problem${anyFor(trace, compiler.isAwaitExpression(owner) ? owner.expression : owner)}`
  const text = `await ${promised}.then((${parameter}) => problem${dot}${name} ?? problem${dot}${old})`
  const isOwner = compiler.isPropertyAccessExpression(node.parent) || compiler.isBinaryExpression(node.parent)
  return replace(node, isOwner ? `(${text})` : text)
}

/** `body.error?.message ?? body.message`: v2's word comes with the other. */
const isBesideOthers = (part: MemberRead, owner: ts.Expression): boolean => {
  const top = chainTop(part)
  return (
    top !== undefined &&
    operandsOf(top).some(
      (one) =>
        isMemberRead(one) &&
        Object.hasOwn(errorWords, nameRead(one)) &&
        bare(one.expression).getText() === owner.getText(),
    )
  )
}

/** Places where an expression needs no parentheses. */
const standsAlone = (node: ts.Expression): boolean => {
  const { parent } = node
  const isCall = compiler.isCallExpression(parent) || compiler.isNewExpression(parent)
  return (
    (isCall && parent.expression !== node) ||
    isOperation(parent, '??') ||
    (isOperation(parent, '=') && parent.right === node) ||
    compiler.isTemplateSpan(parent) ||
    compiler.isVariableDeclaration(parent) ||
    compiler.isPropertyAssignment(parent) ||
    compiler.isArrayLiteralExpression(parent) ||
    compiler.isArrowFunction(parent) ||
    compiler.isParenthesizedExpression(parent) ||
    compiler.isReturnStatement(parent) ||
    compiler.isIfStatement(parent) ||
    compiler.isWhileStatement(parent) ||
    compiler.isSwitchStatement(parent) ||
    (isChoice(parent) && parent.operatorToken.kind === compiler.SyntaxKind.QuestionQuestionToken)
  )
}
