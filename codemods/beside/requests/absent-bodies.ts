import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { type Edit, replace } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, walk } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { plansFor, type Told } from '../answers/answers.ts'
import { isDone } from '../near.ts'
import type { BodyVerdict } from './bodies.ts'
import { sentText } from './requests.ts'

/** Moves what a test expects of calls that had no body, and say their action in one now. */
export const moveAbsentBodies = (
  trace: Trace,
  file: ts.SourceFile,
  run: readonly Plan[],
  told: readonly Told[],
): BodyVerdict[] => {
  const found: BodyVerdict[] = []
  walk(file, (node) => {
    const absent = compiler.isCallExpression(node) ? absence(node) : undefined
    if (!absent || !compiler.isCallExpression(node)) return undefined
    const near = plansFor(trace, absent.body, run, told)
    const plan = near.find((one) => isDone(one) && one.route?.sends)
    if (!plan?.route?.sends) return undefined
    const isSure = near.every(({ route }) => route === plan.route) && plan.site.sink.library === 'fetch'
    const edits = isSure && IS_INIT.test(flatText(absent.body)) ? said(absent, plan.route.sends) : undefined
    found.push({ node, plan, isAbsent: true, ...(edits ? { edits } : {}) })
    return undefined
  })
  return found
}

/** What a request was made with, as it was given: not what a test noted of it. */
const IS_INIT = /^(init|options|opts|requestInit)(\?|!)?\.body$|\.mock\b.*\.body$/

interface Absence {
  readonly body: ts.PropertyAccessExpression
  /** The name of the matcher, with what it is given: `toBeUndefined()`. */
  readonly matcher: ts.Identifier
  /** What a body is compared with: `assert.equal(init.body, undefined)`. */
  readonly value?: ts.Expression
  readonly call: ts.CallExpression
}

const absence = (call: ts.CallExpression): Absence | undefined => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || !compiler.isIdentifier(callee.name)) return undefined
  const [first, second] = call.arguments
  const matcher = callee.name
  const expect = callee.expression
  if (compiler.isCallExpression(expect) && expect.expression.getText() === 'expect') {
    const body = bodyOf(expect.arguments[0])
    const isAbsent =
      /^toBe(Undefined|Null|Falsy)$/.test(matcher.text) ||
      (/^to(Be|Equal|StrictEqual)$/.test(matcher.text) && isNone(first))
    return body && isAbsent ? { body, matcher, call, ...(first ? { value: first } : {}) } : undefined
  }
  const body = /^(equal|strictEqual|deepEqual|deepStrictEqual|is)$/.test(matcher.text)
    ? bodyOf(first)
    : undefined
  return body && second && isNone(second) ? { body, matcher, call, value: second } : undefined
}

const isNone = (node: ts.Expression | undefined): boolean =>
  node !== undefined && /^(undefined|null)$/.test(node.getText())

const bodyOf = (given: ts.Expression | undefined): ts.PropertyAccessExpression | undefined => {
  const node = given && bare(given)
  return node && compiler.isPropertyAccessExpression(node) && node.name.text === 'body' ? node : undefined
}

const said = ({ matcher, value, call }: Absence, sends: Readonly<Record<string, unknown>>): Edit[] => {
  const text = sentText(call, sends)
  if (value) return [replace(value, text)]
  return [{ ...replace(call, `toBe(${text})`), start: matcher.getStart() }]
}
