import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { awaitedAround, dressed, isConst, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a program reads of undici's answer: the expressions that hold its body, and whether it asks for the status. */
interface Read {
  readonly bodies: readonly ts.Expression[]
  readonly asksStatus: boolean
}

const UNKNOWN = undefined

/**
 * What makes of a Response what undici gives, as far as the program reads it: `const { statusCode, body } = await request(…)`.
 * @returns undefined where more is read, or the body is not parsed where it is read
 */
export const asUndici = (trace: Trace, top: ts.Expression): string | undefined => {
  if (compiler.isExpressionStatement(awaitedAround(top).parent)) return ''
  const read = readOf(trace, top)
  if (!read?.bodies.every(isParsed)) return UNKNOWN
  return `.then((body) => ({ ${read.asksStatus ? 'statusCode: body.status, ' : ''}body }))`
}

const readOf = (trace: Trace, top: ts.Expression): Read | undefined => {
  const value = awaitedAround(top)
  const { parent } = value
  if (compiler.isPropertyAccessExpression(parent)) return ofMembers([value])
  if (!compiler.isVariableDeclaration(parent) || !isConst(parent)) return UNKNOWN
  if (compiler.isIdentifier(parent.name)) return ofMembers(mentionsOf(trace, parent.name))
  return compiler.isObjectBindingPattern(parent.name) ? ofPattern(trace, parent.name) : UNKNOWN
}

const ofMembers = (values: readonly ts.Expression[]): Read | undefined => {
  const accesses = values.map((one) => dressed(one).parent)
  const isKnown = (one: ts.Node): one is ts.PropertyAccessExpression =>
    compiler.isPropertyAccessExpression(one) && /^(body|statusCode)$/.test(one.name.text)
  if (!accesses.every(isKnown)) return UNKNOWN
  return {
    bodies: accesses.filter(({ name }) => name.text === 'body'),
    asksStatus: accesses.some(({ name }) => name.text === 'statusCode'),
  }
}

const ofPattern = (trace: Trace, { elements }: ts.ObjectBindingPattern): Read | undefined => {
  const names = elements.map((one) => (one.dotDotDotToken ? undefined : nameOf(one.propertyName ?? one.name)))
  if (!names.every((one) => one === 'body' || one === 'statusCode')) return UNKNOWN
  const body = elements[names.indexOf('body')]?.name
  if (body && !compiler.isIdentifier(body)) return UNKNOWN
  return { bodies: body ? mentionsOf(trace, body) : [], asksStatus: names.includes('statusCode') }
}

/** `body.json()` */
const isParsed = (body: ts.Expression): boolean => {
  const access = dressed(body).parent
  return (
    compiler.isPropertyAccessExpression(access) &&
    /^(json|text)$/.test(access.name.text) &&
    compiler.isCallExpression(access.parent) &&
    access.parent.expression === access
  )
}
