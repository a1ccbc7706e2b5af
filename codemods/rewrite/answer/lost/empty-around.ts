import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  isEmptyText,
  isNothing,
  isOperation,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * The next expression out that is nothing, or empty, where this one is: `pod.machine?.id`, `id.trim()`, `String(id ?? '')`,
 * and `text(id)`, where a function of the program does no more than that.
 */
export const emptyAround = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  const { parent } = node
  const own = emptyAsWritten(node) ?? notAmong(node)
  if (own || !compiler.isCallExpression(parent)) return own
  return parent.expression !== node && givesEmpty(trace, parent, node) ? parent : undefined
}

/** `ids.includes(id)`, `known.has(id)`, `byId.get(id)`, `byId[id]`: nothing goes by the name of nothing. */
export const notAmong = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = node
  if (compiler.isElementAccessExpression(parent))
    return parent.argumentExpression === node && !isSet(parent) ? parent : undefined
  if (!compiler.isCallExpression(parent) || parent.arguments[0] !== node) return undefined
  return /^(includes|has|get|test)$/.test(accessed(parent.expression)?.name ?? '') ? parent : undefined
}

/** `seen[id] = …` */
const isSet = (access: ts.Expression): boolean =>
  compiler.isBinaryExpression(access.parent) && access.parent.left === access && isAssignment(access.parent)

const emptyAsWritten = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = node
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === node) return emptyMember(parent)
  if (!compiler.isCallExpression(parent) || parent.expression.getText() !== 'String') return undefined
  return isTextOrEmpty(bare(node)) ? parent : undefined
}

const emptyMember = (access: ts.PropertyAccessExpression): ts.Expression | undefined => {
  const { parent } = access
  const isChain = compiler.isOptionalChain(access)
  if (compiler.isCallExpression(parent) && parent.expression === access)
    return isChain || /^(trim|toLowerCase|toUpperCase)$/.test(access.name.text) ? parent : undefined
  return isChain ? access : undefined
}

/** `id ?? ''` */
const isTextOrEmpty = (node: ts.Expression): boolean =>
  isOperation(node, '??', '||') && isEmptyText(bare(node.right))

/** Whether a function of the program gives nothing, or an empty text, for nothing: `(value) => String(value ?? '').trim()`. */
const givesEmpty = (trace: Trace, call: ts.CallExpression, given: ts.Expression): boolean => {
  const [target, ...others] = trace.targets(call, undefined)
  if (!target || others.length > 0 || !compiler.isFunctionLike(target.node)) return false
  const callee = target.node as ts.SignatureDeclaration
  const name = callee.parameters[call.arguments.indexOf(given)]?.name
  const [value, ...more] = returnsOf(callee)
  if (!value || more.length > 0 || !name || !compiler.isIdentifier(name)) return false
  return mentionsOf(trace, name).some((use) => isEmptyWith(use, value))
}

/** Whether what a function gives is empty where the value in it is. */
const isEmptyWith = (use: ts.Expression, value: ts.Expression): boolean => {
  const outer = dressed(use)
  if (outer === dressed(value)) return true
  const { parent } = outer
  const isSpare = compiler.isBinaryExpression(parent) && parent.left === outer && isTextOrEmpty(parent)
  const next = isSpare ? parent : emptyAsWritten(outer)
  return next !== undefined && isEmptyWith(next, value)
}

/** What is reckoned of nothing, and so is no number: `now - Date.parse(at)`, `new Date(at).getTime()`. */
export const noNumberAround = (node: ts.Expression): ts.Expression | undefined => {
  const { parent } = node
  if (compiler.isBinaryExpression(parent))
    return /^[-*/%]$/.test(parent.operatorToken.getText()) ? parent : undefined
  if (compiler.isNewExpression(parent))
    return parent.expression.getText() === 'Date' ? timeOf(parent) : undefined
  if (!compiler.isCallExpression(parent)) return undefined
  return RECKONS.test(parent.expression.getText()) ? parent : undefined
}

const RECKONS = /^(Date\.parse|Number|parseFloat|parseInt|Math\.(floor|round|ceil|trunc|abs))$/

/** `new Date(at).getTime()`, or the date where it is reckoned with. */
const timeOf = (date: ts.NewExpression): ts.Expression | undefined => {
  const access = accessOn(date)
  if (!access) return noNumberAround(dressed(date))
  const isTime = /^(getTime|valueOf)$/.test(access.getText().split('.').at(-1) ?? '')
  return isTime && compiler.isCallExpression(access.parent) ? access.parent : undefined
}

/** What is as good as nothing where it is asked whether something is there. */
export const isFalsy = (node: ts.Node): boolean =>
  isNothing(node) ||
  isEmptyText(node) ||
  node.kind === compiler.SyntaxKind.FalseKeyword ||
  (compiler.isNumericLiteral(node) && Number(node.text) === 0)
