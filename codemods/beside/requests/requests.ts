import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { bodyFacet, type Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import { ownLiteral } from '../../rewrite/body/held/local-body.ts'
import { rewriteLiteral } from '../../rewrite/body/literal/literal.ts'
import { type Edit, insertAfter, replace } from '../../rewrite/edit/edit.ts'
import { indentAt, styleOf, valueText } from '../../rewrite/mapper/helpers/style.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { bodyAt } from '../../sites/body.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, nameOf } from '../../sites/program/syntax/nodes.ts'
import { stringified } from '../../sites/texts/stringified.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Use } from '../answers/context.ts'
import { addsContentType } from '../near.ts'

type Asserted = Extract<Use, { kind: 'asserted' }>

/**
 * The edits that make the request a test expects beside an address the one that is made now.
 * @returns undefined where that cannot be told
 */
export const moveRequest = (trace: Trace, use: Asserted, plans: readonly Plan[]): Edit[] | undefined => {
  const plan = plans.find(changesRequest) ?? plans[0]
  const route = plan?.route
  if (!plan || !route) return undefined
  if (!changesRequest(plan)) return []
  const isOpen = !use.init || isAnything(use.init)
  if (isOpen && plans.every((one) => one.route && !one.route.sends && hasSameMethod(one.route))) return []
  const alike = plans.every((one) => one.route === route && addsContentType(one) === addsContentType(plan))
  if (!use.init) return hasSameMethod(route) ? (alike ? withBody(use.alone, plan) : []) : undefined
  if (!alike) return undefined
  const { literal, exact } = unwrapped(use.init, use.exact)
  const { library } = plan.site.sink
  // axios takes the body itself where fetch takes what holds it.
  if (library === 'axios' && route.body && literal && exact) return moveText(trace, literal, plan)
  if (library !== 'fetch') return undefined
  if (isAnything(use.init)) return route.sends ? [replace(use.init, sayingAction(use.init, route.sends))] : []
  return literal && hasSameMethod(route) ? inLiteral(trace, literal, exact, plan) : undefined
}

/** `expect(api.post).toHaveBeenCalledWith('/pods/a/stop')` of axios, whose second argument is the body that says the action. */
const withBody = (expected: ts.CallExpression | undefined, { site, route }: Plan): Edit[] => {
  const [address, ...others] = expected?.arguments ?? []
  const { call, library } = site.sink
  if (!expected || !address || others.length > 0 || !route?.sends || library !== 'axios') return []
  const method = route.old.method.toLowerCase()
  const isIts = new RegExp(`(^expect\\(|[.(])${method}\\s*\\)`).test(flatText(expected.expression))
  if (!isIts || !call.expression.getText().endsWith(`.${method}`)) return []
  return [insertAfter(address, `, ${valueText(route.sends, styleOf(expected.getSourceFile()))}`)]
}

const hasSameMethod = ({ old, v2 }: Route): boolean => old.method === v2.method

/** Whether more than the address of a call's request is another one since it moved. */
const changesRequest = ({ route }: Plan): boolean =>
  route !== undefined && (route.sends !== undefined || route.body !== undefined || !hasSameMethod(route))

const isAnything = (node: ts.Expression): boolean =>
  /^expect\.(anything\(\)|any\(Object\))$/.test(node.getText())

/** The address alone no longer says which action is asked for: the body does. */
const sayingAction = (node: ts.Node, sends: Readonly<Record<string, unknown>>): string =>
  `expect.objectContaining({ ${actionText(node, sends)} })`

const actionText = (node: ts.Node, sends: Readonly<Record<string, unknown>>): string =>
  `body: ${sentText(node, sends)}`

/** The body that says an action, as text. */
export const sentText = (node: ts.Node, sends: Readonly<Record<string, unknown>>): string =>
  `JSON.stringify(${valueText(sends, styleOf(node.getSourceFile()))})`

/** `expect.objectContaining({…})` says only what it names. */
const unwrapped = (
  node: ts.Expression,
  exact: boolean,
): { literal?: ts.ObjectLiteralExpression; exact: boolean } => {
  const inner = bare(node)
  if (compiler.isObjectLiteralExpression(inner)) return { literal: inner, exact }
  const isPartial =
    compiler.isCallExpression(inner) && inner.expression.getText() === 'expect.objectContaining'
  const [first] = isPartial ? inner.arguments : []
  return first && compiler.isObjectLiteralExpression(first) ? { literal: first, exact: false } : { exact }
}

/** The members of a request that a call may have changed. */
const inLiteral = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  exact: boolean,
  plan: Plan,
): Edit[] | undefined => {
  if (literal.properties.some(compiler.isSpreadAssignment)) return undefined
  const members = new Map(literal.properties.map((one) => [nameOf(one.name) ?? '', one]))
  // A record of the test's own (`{ url, method }`) holds what the test put there.
  const isRecord = members.has('url') || members.has('path')
  const body = bodyEdits(trace, literal, members.get('body'), { exact, isRecord }, plan)
  const headers = addsContentType(plan)
    ? headerEdits(literal, members.get('headers'), exact && !isRecord)
    : []
  return body && headers && (!isRecord || !members.has('init')) ? [...body, ...headers] : undefined
}

const bodyEdits = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  given: ts.ObjectLiteralElementLike | undefined,
  { exact, isRecord }: { readonly exact: boolean; readonly isRecord: boolean },
  plan: Plan,
): Edit[] | undefined => {
  const { sends } = plan.route ?? {}
  if (sends) {
    if (given) return undefined
    return isRecord ? [] : added(literal, actionText(literal, sends))
  }
  if (!given) return exact && !isRecord ? undefined : []
  const value = compiler.isPropertyAssignment(given) ? bare(given.initializer) : undefined
  if (!value) return undefined
  if (/^expect\.(anything\(\)|any\(String\))$/.test(value.getText())) return []
  const sent = stringified(value)
  const expected = sent && bare(sent)
  return expected && compiler.isObjectLiteralExpression(expected)
    ? moveText(trace, expected, plan)
    : undefined
}

/**
 * The text of a body: it is the same after the move only where the call's own literal was moved where it stands, and
 * says the same fields in the same order.
 */
export const moveText = (
  trace: Trace,
  expected: ts.ObjectLiteralExpression,
  plan: Plan,
): Edit[] | undefined => {
  const facet = plan.route && bodyFacet(plan.route)
  const sent = bodyAt(trace, plan.site.sink.body, plan.site.scope)
  if (
    !facet ||
    !sent ||
    plan.mappers.some(({ mapper }) => mapper.use === 'create' || mapper.use === 'update')
  )
    return undefined
  const node = bare(sent.node)
  const own = ownLiteral(trace, node) ?? node
  if (!compiler.isObjectLiteralExpression(own) || !sameFields(own, expected)) return undefined
  return moveLiteral(trace, expected, facet)
}

const sameFields = (a: ts.ObjectLiteralExpression, b: ts.ObjectLiteralExpression): boolean => {
  const [left, right] = [fieldsOf(a), fieldsOf(b)]
  return left !== undefined && right !== undefined && left.join() === right.join()
}

/** The names of a literal's members; undefined where it has others than plain ones. */
export const fieldsOf = (node: ts.ObjectLiteralExpression): string[] | undefined => {
  const names = node.properties.map((one) =>
    compiler.isPropertyAssignment(one) || compiler.isShorthandPropertyAssignment(one)
      ? nameOf(one.name)
      : undefined,
  )
  return names.every((one) => one !== undefined) ? (names as string[]) : undefined
}

/** A body that is all there to see, in v2's words. */
const moveLiteral = (
  trace: Trace,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
): Edit[] | undefined => {
  const outcome = rewriteLiteral(trace, node, facet)
  return outcome.kind === 'edited' ? [...outcome.edits] : undefined
}

const headerEdits = (
  literal: ts.ObjectLiteralExpression,
  given: ts.ObjectLiteralElementLike | undefined,
  exact: boolean,
): Edit[] | undefined => {
  const { quote } = styleOf(literal.getSourceFile())
  const said = `${quote}Content-Type${quote}: ${quote}application/json${quote}`
  if (!given) return exact ? added(literal, `headers: { ${said} }`) : []
  const value = compiler.isPropertyAssignment(given) ? bare(given.initializer) : undefined
  if (!value) return undefined
  if (/^expect\.(anything\(\)|any\(\w+\)|objectContaining\([\s\S]*\))$/.test(value.getText())) return []
  return compiler.isObjectLiteralExpression(value) && fieldsOf(value) ? added(value, said) : undefined
}

const added = (literal: ts.ObjectLiteralExpression, text: string): Edit[] => {
  const last = literal.properties.at(-1)
  if (!last) return [replace(literal, `{ ${text} }`)]
  const file = literal.getSourceFile()
  const separator = literal.getText().includes('\n')
    ? `,${styleOf(file).newline}${indentAt(file, last.getStart())}`
    : ', '
  return [insertAfter(last, `${separator}${text}`)]
}
