import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom, type Scope } from '../../../sites/program/frames/frames.ts'
import { declarationOf, madeAs } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import {
  awaited,
  bare,
  dressed,
  isFunctionValue,
  isInside,
  nameOf,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isMemberRead, nameRead } from '../errors/member-read.ts'
import { callsBehind, isThen, validatorIn } from './status-calls.ts'

/** A number that a status is held to: where it is written, what it comes to, and how another is written in its place. */
export interface HeldNumber {
  readonly node: ts.Expression
  readonly value: number
  /** The node to write a status at, and what to write; undefined where others may read the same number. */
  readonly instead: (status: number) => { readonly node: ts.Node; readonly text: string } | undefined
}

/** What an expression beside a status comes to: a number, a constant, a member of a table or of an enum of statuses. */
export const heldNumber = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
): HeldNumber | undefined => {
  const node = bare(given)
  const literal = isStatusText(node) ? node : handedNumber(trace, node, scope)
  if (literal)
    return { node: literal, value: Number(literal.text), instead: (status) => rewritten(literal, status) }
  const value = typedNumber(trace, node) ?? tracedNumber(trace, node, scope) ?? namedNumber(node)
  return value === undefined ? undefined : { node, value, instead: (status) => sibling(trace, node, status) }
}

const rewritten = (node: StatusText, status: number): { node: ts.Node; text: string } => ({
  node,
  text: node.getText().replace(node.text, String(status)),
})

type StatusText = ts.NumericLiteral | ts.StringLiteralLike

const isStatusText = (node: ts.Node): node is StatusText =>
  (compiler.isNumericLiteral(node) || compiler.isStringLiteralLike(node)) && statusIn(node.text) !== undefined

/** The numbers that a list, a set or a table has; undefined where they are not all known. */
export const heldNumbers = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
): readonly HeldNumber[] | undefined => {
  const made = listBehind(trace, given, scope)
  const list = compiler.isNewExpression(made) ? made.arguments?.[0] && bare(made.arguments[0]) : made
  if (!list) return undefined
  const isHere = list === bare(given)
  if (compiler.isObjectLiteralExpression(list))
    return list.properties.flatMap((one) => numberOfKey(one) ?? [])
  if (!compiler.isArrayLiteralExpression(list)) return undefined
  const found = list.elements.map((one) => {
    const inner = bare(one)
    const first = compiler.isArrayLiteralExpression(inner) ? inner.elements[0] : inner
    return first && heldNumber(trace, first, scope)
  })
  if (found.some((one) => one === undefined)) return undefined
  return found.flatMap((one) => one ?? []).map((one) => (isHere ? one : { ...one, instead: () => undefined }))
}

/** What a list is made as, also in another file, or as a row of a table (`EXPECTED[method]`) where it is known which. */
const listBehind = (trace: Trace, given: ts.Expression, scope: Scope | undefined): ts.Expression => {
  const made = madeAs(trace, given)
  const isNamed = compiler.isIdentifier(made) || isAccess(made)
  const [only, ...others] = isNamed ? trace.sources(made, scope) : []
  return only && others.length === 0 ? bare(only.node as ts.Expression) : made
}

const numberOfKey = (property: ts.ObjectLiteralElementLike): HeldNumber | undefined => {
  const value = statusIn(nameOf(property.name) ?? '')
  const node = property.name as ts.Node as ts.Expression
  return value === undefined ? undefined : { node, value, instead: () => undefined }
}

const statusIn = (text: string): number | undefined => (/^[1-5]\d\d$/.test(text) ? Number(text) : undefined)

const typedNumber = ({ checker }: Trace, node: ts.Expression): number | undefined => {
  const type = checker.getTypeAtLocation(node)
  return type.isNumberLiteral() ? type.value : undefined
}

const tracedNumber = (trace: Trace, node: ts.Expression, scope: Scope | undefined): number | undefined => {
  const [only, ...others] = trace.sources(node, scope)
  return only && others.length === 0 && isStatusText(only.node) ? Number(only.node.text) : undefined
}

/** The number that a call on the way says for it: `send('/pods', 200)`, `send('/pods', { expected: 200 })`. */
const handedNumber = (
  trace: Trace,
  node: ts.Expression,
  scope: Scope | undefined,
): StatusText | undefined => {
  const [only, ...others] = scope ? trace.sources(node, scope) : []
  if (!only || others.length > 0 || !isStatusText(only.node)) return undefined
  for (const frame of framesFrom(scope)) if (isInside(only.node, frame.call)) return only.node
  return undefined
}

/** What RFC 9110 calls the statuses that a call which went well may have, as libraries write it (`StatusCodes.OK`, `HTTP_STATUS_OK`). */
const NAMES = new Map([
  ['OK', 200],
  ['CREATED', 201],
  ['ACCEPTED', 202],
  ['NO_CONTENT', 204],
])

const statusName = (name: string): string | undefined =>
  /(?:^|_)(OK|CREATED|ACCEPTED|NO_CONTENT)$/.exec(name)?.[1]

/** By its name alone, where the library that says it is not there to be read. */
const namedNumber = (node: ts.Expression): number | undefined => {
  const name = compiler.isPropertyAccessExpression(node) ? node.name.text : node.getText()
  return NAMES.get(statusName(name) ?? '')
}

/** `StatusCodes.CREATED` for `StatusCodes.OK`, where the table has it or cannot be read. */
const sibling = (
  trace: Trace,
  node: ts.Expression,
  status: number,
): { node: ts.Node; text: string } | undefined => {
  const name = [...NAMES].find(([, value]) => value === status)?.[0]
  if (!compiler.isPropertyAccessExpression(node) || !name) return undefined
  const own = statusName(node.name.text)
  const text = own && node.name.text.replace(new RegExp(`${own}$`), name)
  const owner = trace.checker.getTypeAtLocation(node.expression)
  const isUnread = Boolean(owner.flags & compiler.TypeFlags.Any)
  return text && (isUnread || owner.getProperty(text)) ? { node: node.name, text } : undefined
}

/** Whether a name is the one a status is read under, `status` or `statusCode`. */
export const isStatusName = (name: string | undefined): boolean => name === 'status' || name === 'statusCode'

/** How a call gives a status that gives it alone, and no answer or object that has one. */
export const ALONE = Symbol('alone')

/** How calls of the program's own give a status: as a member of that name, or alone. */
export type GivenAs = string | typeof ALONE

/**
 * What a status is read of: the answer, or, where it came in under a name, that name; undefined of what is no status.
 * @param as how calls of the program's own give one, where that is not an answer's
 */
export const statusOwner = (trace: Trace, given: ts.Expression, as?: GivenAs): ts.Expression | undefined => {
  const node = awaited(given)
  const isIts = (name: string | undefined): boolean =>
    isStatusName(name) || (name !== undefined && name === as)
  if (isMemberRead(node)) return isIts(nameRead(node)) ? bare(node.expression) : undefined
  const isAlone = as === ALONE && callsBehind(trace, node).length > 0
  if (compiler.isCallExpression(node)) return isAlone || takesStatus(trace, node, as) ? node : undefined
  if (!compiler.isIdentifier(node)) return undefined
  const declared = declarationOf(trace, node)
  if (declared && compiler.isBindingElement(declared))
    return isIts(nameOf(declared.propertyName ?? declared.name)) ? node : undefined
  if (declared && compiler.isParameter(declared) && validatorIn(declared.parent)) return node
  const value = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  const owner = value && statusOwner(trace, value, as)
  return owner ?? (isAlone || isStatusName(node.text) ? node : undefined)
}

/** `call.then((answer) => answer.status)` */
const takesStatus = (trace: Trace, node: ts.CallExpression, as?: GivenAs): boolean => {
  const [taker] = isThen(node) ? node.arguments : []
  const given = taker && isFunctionValue(taker) ? returnsOf(taker) : []
  return given.length > 0 && given.every((one) => statusOwner(trace, one, as) !== undefined)
}

/** `String(status)`, `` `${status}` ``, `status.toString()`, `Number(status)`: the same status, said otherwise. */
export const wrapped = (given: ts.Expression): ts.Expression => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isAwaitExpression(parent)) return wrapped(parent)
  if (compiler.isCallExpression(parent) && /^(String|Number)$/.test(parent.expression.getText()))
    return wrapped(parent)
  if (compiler.isPropertyAccessExpression(parent) && parent.name.text === 'toString')
    return compiler.isCallExpression(parent.parent) ? wrapped(parent.parent) : node
  const template = compiler.isTemplateSpan(parent) ? parent.parent : undefined
  const isAlone = template?.head.text === '' && template.templateSpans[0]?.literal.text === ''
  return template && isAlone ? wrapped(template) : node
}
