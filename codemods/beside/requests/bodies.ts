import type { ts } from 'ts-morph'
import { flatRows } from '../../../mappings/dsl/flat-rows.ts'
import type { CompiledFacet } from '../../../mappings/dsl/mapping.ts'
import { bodyFacet } from '../../../mappings/dsl/route.ts'
import type { FieldRow } from '../../../mappings/dsl/row.ts'
import { compiler } from '../../project/compiler.ts'
import { ownLiteral } from '../../rewrite/body/held/local-body.ts'
import { rewriteLiteral } from '../../rewrite/body/literal/literal.ts'
import { knownValue } from '../../rewrite/body/literal/literal-values.ts'
import { type Edit, replace } from '../../rewrite/edit/edit.ts'
import { styleOf, valueText } from '../../rewrite/mapper/helpers/style.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { bodyAt } from '../../sites/body.ts'
import { symbolBehind } from '../../sites/program/names/symbol.ts'
import { bare, someNode, statementOf, walk } from '../../sites/program/syntax/nodes.ts'
import { stringified } from '../../sites/texts/stringified.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { plansFor, type Told } from '../answers/answers.ts'
import { asksFirst, isDone } from '../near.ts'
import { methodHeld } from './method-held.ts'
import { fieldsOf, moveText } from './requests.ts'
import { parsedSent } from './sent-bodies.ts'

/** One expectation of a body that was sent: `expect(JSON.parse(init.body))…`, `expect(body.imageName)…`. */
export interface BodyVerdict {
  readonly node: ts.CallExpression
  readonly plan: Plan
  /** Undefined where it must change and cannot for certain. */
  readonly edits?: readonly Edit[]
  /** Set where no body is expected, and one says the action now. */
  readonly isAbsent?: true
}

/** Moves what a test expects of bodies that it parses itself. */
export const moveBodies = (
  trace: Trace,
  file: ts.SourceFile,
  run: readonly Plan[],
  told: readonly Told[],
): BodyVerdict[] => {
  const found: BodyVerdict[] = []
  walk(file, (node) => {
    const expected = compiler.isCallExpression(node) ? expectation(trace, node) : undefined
    if (!expected) return undefined
    const method = methodHeld(trace, expected.value)
    const plans = plansFor(trace, expected.parsed ?? expected.subject, run, told).filter(
      (one) =>
        isDone(one) &&
        one.route?.body &&
        (method ?? one.route.old.method) === one.route.old.method &&
        (!expected.isPlace || one.site.sink.library === 'axios'),
    )
    // Of several calls, the one whose old words it says
    const plan = plans.find(({ route }) => route && saysOld(node, bodyFacet(route))) ?? plans[0]
    const facet = plan?.route && bodyFacet(plan.route)
    if (!plan || !facet) return undefined
    // A mock that stands for v1's method is not asked by v2's
    const isAsked = method === undefined || plan.route?.v2.method === method
    const isOne = isAsked && plans.every((one) => one.route === plan.route && !asksFirst(one))
    const edits = isOne ? moved(trace, expected, plan, facet) : undefined
    const isTold = edits ? edits.length > 0 : mustBeTold(expected, facet)
    if (isTold) found.push({ node: expected.call, plan, ...(edits ? { edits } : {}) })
    return undefined
  })
  return found
}

/** Whether an expectation that cannot be moved for certain is about what changes. */
const mustBeTold = ({ call, member, value }: Expectation, facet: CompiledFacet): boolean => {
  const known = member && knownValue(value)
  return namesBody(call) || saysOld(call, facet) || (known ? isRespelt(member, known.value, facet) : false)
}

/** Whether a value that v1 took in two spellings goes to v2 in the other one (`ports` as one text). */
const isRespelt = (member: ts.PropertyAccessExpression, value: unknown, facet: CompiledFacet): boolean =>
  facet
    .up({ [member.name.text]: value })
    .findings.some(({ at, code }) => at === member.name.text && code === 'TOLERATED')

interface Expectation {
  readonly call: ts.CallExpression
  /** `body.imageName`, or the body. */
  readonly subject: ts.Expression
  /** Where the test parses the body. */
  readonly parsed?: ts.Expression
  readonly member?: ts.PropertyAccessExpression
  readonly matcher: string
  readonly value: ts.Expression
  /** Set where the body's text is expected, and not what it says. */
  readonly isText?: true
  /** Set where it is what stands second in a request: axios' body. */
  readonly isPlace?: true
}

const MATCHER = /^(toBe|toEqual|toStrictEqual|toMatchObject)$/

const expectation = (trace: Trace, call: ts.CallExpression): Expectation | undefined => {
  const callee = call.expression
  const [value] = call.arguments
  if (!compiler.isPropertyAccessExpression(callee) || !value || !MATCHER.test(callee.name.text))
    return undefined
  const expect = callee.expression
  if (!compiler.isCallExpression(expect) || expect.expression.getText() !== 'expect') return undefined
  const subject = expect.arguments[0] && bare(expect.arguments[0])
  if (!subject) return undefined
  const about = { call, subject, matcher: callee.name.text, value: bare(value) }
  const parsed = parsedSent(trace, subject)
  if (parsed) return { ...about, parsed }
  if (isSecond(trace, subject)) return { ...about, isPlace: true }
  const sent = stringified(about.value)
  const isBody = compiler.isPropertyAccessExpression(subject) && subject.name.text === 'body'
  if (sent && isBody) return { ...about, value: bare(sent), isText: true }
  if (!compiler.isPropertyAccessExpression(subject)) return undefined
  const within = parsedSent(trace, bare(subject.expression))
  return within ? { ...about, parsed: within, member: subject } : undefined
}

/** `expect(call[1])`, where `const [call] = http.post.mock.calls`. */
const isSecond = (trace: Trace, node: ts.Expression): boolean => {
  if (!compiler.isElementAccessExpression(node) || node.argumentExpression.getText() !== '1') return false
  const owner = bare(node.expression)
  const declared = compiler.isIdentifier(owner) && symbolBehind(trace, owner)?.valueDeclaration
  return /\.mock\.calls\b/.test((declared ? statementOf(declared) : owner).getText())
}

/** `expect(body).toEqual(wish)`: what is expected is said elsewhere. */
const namesBody = ({ arguments: [value] }: ts.CallExpression): boolean =>
  value !== undefined && compiler.isIdentifier(bare(value)) && bare(value).getText() !== 'undefined'

/** Whether an expectation names something that v2's body calls otherwise. */
export const saysOld = (node: ts.Node, facet: CompiledFacet | undefined): boolean => {
  const names = new Set(
    facet?.plan.old.map((path) => path.split('.')[0]).filter((one) => !facet.plan.v2.includes(one ?? '')),
  )
  return someNode(node, (one) => compiler.isIdentifier(one) && names.has(one.text))
}

const moved = (trace: Trace, expected: Expectation, plan: Plan, facet: CompiledFacet): Edit[] | undefined => {
  const { member, matcher, value } = expected
  if (member) return movedMember(member, value, facet)
  if (!compiler.isObjectLiteralExpression(value)) return undefined
  if (expected.isText) return moveText(trace, value, plan)
  if (matcher === 'toMatchObject') return movedPart(value, facet)
  if (!sendsAll(trace, value, plan)) return undefined
  const outcome = rewriteLiteral(trace, value, facet)
  return outcome.kind === 'edited' ? [...outcome.edits] : undefined
}

/**
 * Whether the call's body, as moved, is what the mapping makes of the expected one: a mapper always does that, a literal
 * where it says the same fields.
 */
const sendsAll = (trace: Trace, value: ts.ObjectLiteralExpression, plan: Plan): boolean => {
  if (plan.mappers.some(({ mapper }) => mapper.use === 'create' || mapper.use === 'update')) return true
  const sent = bodyAt(trace, plan.site.sink.body, plan.site.scope)
  const node = sent && bare(sent.node)
  const own = node && (ownLiteral(trace, node) ?? node)
  if (!own || !compiler.isObjectLiteralExpression(own)) return false
  return fieldsOf(own)?.toSorted().join() === fieldsOf(value)?.toSorted().join()
}

/** Where a single old field goes, and what becomes of its value; undefined where other fields have a say in it. */
const movedField = (
  name: string,
  value: unknown,
  facet: CompiledFacet,
): { path: string; value: unknown } | undefined => {
  const rows = flatRows(facet.plan.rows).filter((row) => 'old' in row && row.old === name)
  const [row] = rows
  if (rows.length !== 1 || row?.kind !== 'field' || row.v2.includes('.0.') || row.only === 'down')
    return undefined
  const { doc, findings } = facet.up({ [name]: value })
  if (findings.some(({ at, code }) => at === name && code !== 'DEFAULTED')) return undefined
  const at = row.v2
    .split('.')
    .reduce<unknown>((one, key) => (one as Record<string, unknown> | undefined)?.[key], doc)
  return at === undefined || !isPlain(row, value) ? undefined : { path: row.v2, value: at }
}

/** Of a list of choices v2 takes one: certain only where there is one. */
const isPlain = (row: FieldRow, value: unknown): boolean => {
  if (row.via?.sourceOfItems !== undefined) return Array.isArray(value) && value.length === 1
  // What a second call would find out (the pools of GPU types) is not in the value.
  return row.by === undefined
}

const movedMember = (
  member: ts.PropertyAccessExpression,
  value: ts.Expression,
  facet: CompiledFacet,
): Edit[] | undefined => {
  const known = knownValue(value)
  const field = known && movedField(member.name.text, known.value, facet)
  if (!known || !field) return undefined
  if (field.path === member.name.text && isSame(field.value, known.value)) return []
  const edits = [saidAs(member, field.path)]
  return isSame(field.value, known.value)
    ? edits
    : [...edits, replace(value, valueText(field.value, styleOf(value.getSourceFile())))]
}

/** `body.gpuTypeIds` -> `body.gpu.id`, `body['imageName']` -> `body['image']` */
const saidAs = (member: ts.PropertyAccessExpression, path: string): Edit =>
  path.includes('.')
    ? {
        ...replace(member, `${member.questionDotToken ? '?.' : '.'}${path}`),
        start: member.expression.getEnd(),
      }
    : replace(member.name, path)

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Part of a body: each field by itself. */
const movedPart = (literal: ts.ObjectLiteralExpression, facet: CompiledFacet): Edit[] | undefined => {
  const known = knownValue(literal)?.value as Record<string, unknown> | undefined
  if (!known) return undefined
  const v2: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(known)) {
    const field = movedField(name, value, facet)
    if (!field) return undefined
    put(v2, field.path.split('.'), field.value)
  }
  return isSame(v2, known) ? [] : [replace(literal, valueText(v2, styleOf(literal.getSourceFile())))]
}

const put = (
  target: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): void => {
  if (rest.length === 0) target[first] = value
  else {
    const inner = (target[first] ?? {}) as Record<string, unknown>
    target[first] = inner
    put(inner, rest, value)
  }
}
