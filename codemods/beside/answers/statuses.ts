import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { type ExactStatus, exactStatus } from '../../rewrite/answer/status/status.ts'
import { type Edit, insertAfter, replace } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { bare, nameOf, walk } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isDone } from '../near.ts'
import { plansFor, type Told } from './answers.ts'

/** The status of an answer that a test gives to a call which is held to another one since it moved. */
export interface StatusVerdict {
  readonly node: ts.Expression
  readonly plan: Plan
  readonly held: ExactStatus
  /** Undefined where it must change and cannot for certain. */
  readonly edits?: readonly Edit[]
}

/** Moves the statuses that a test answers with, where the code around a moved call asks for v2's. */
export const moveStatuses = (
  trace: Trace,
  file: ts.SourceFile,
  run: readonly Plan[],
  told: readonly Told[],
): StatusVerdict[] => {
  const held = new Map(run.flatMap((plan) => heldBy(trace, plan)))
  if (held.size === 0) return []
  const found: StatusVerdict[] = []
  walk(file, (node) => {
    const answer = answered(node) ?? ofHelper(trace, node)
    if (!answer) return undefined
    const near = plansFor(trace, node as ts.Expression, run, told)
    const plan = near.find((one) => held.has(one))
    const status = plan && held.get(plan)
    if (!plan || !status || ![status.was, status.is].includes(answer.status)) return undefined
    const isSure = answer.status === status.was && near.every((one) => held.get(one)?.is === status.is)
    const edits = isSure ? answer.said(String(status.is)) : undefined
    found.push({ node: node as ts.Expression, plan, held: status, ...(edits ? { edits } : {}) })
    return undefined
  })
  return found
}

const heldBy = (trace: Trace, plan: Plan): [Plan, ExactStatus][] => {
  const status = isDone(plan) && plan.route ? exactStatus(trace, plan.site, plan.route) : undefined
  return status && !status.isNew && status.edits ? [[plan, status]] : []
}

interface Answered {
  readonly status: number
  /** Undefined where it has no place of its own. */
  readonly said: (status: string) => Edit[] | undefined
}

/** What a node answers with: `new Response(x, { status: 200 })`, `Response.json(x)`, `{ status: 200, json }`, `.reply(200, x)`. */
const answered = (node: ts.Node): Answered | undefined => {
  if (compiler.isObjectLiteralExpression(node)) return ofObject(node)
  if (compiler.isNewExpression(node) && node.expression.getText() === 'Response') return ofResponse(node)
  if (!compiler.isCallExpression(node)) return undefined
  if (/(^|\.)(Http)?Response\.json$/.test(node.expression.getText())) return ofResponse(node)
  const [first] = node.arguments
  return /\.reply(Once)?$/.test(node.expression.getText()) && first ? ofNumber(first) : undefined
}

const ofNumber = (given: ts.Expression): Answered | undefined => {
  const node = bare(given)
  return compiler.isNumericLiteral(node)
    ? { status: Number(node.text), said: (status) => [replace(node, status)] }
    : undefined
}

/** Without a status, it is 200. */
const ofResponse = (node: ts.NewExpression | ts.CallExpression): Answered | undefined => {
  const [body, options] = node.arguments ?? []
  return body && !options
    ? { status: 200, said: (status) => [insertAfter(body, `, { status: ${status} }`)] }
    : undefined
}

/** `reply(body)` and `reply(body, 200)` of a helper of the tests' own: `(body, status = 200) => new Response(…)`. */
const ofHelper = (trace: Trace, node: ts.Node): Answered | undefined => {
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return undefined
  const [callee, ...others] = trace.targets(node, undefined)
  if (!callee || others.length > 0 || !compiler.isFunctionLike(callee.node)) return undefined
  const taken = callee.node.parameters
  const index = taken.findIndex(
    ({ name, initializer }) => initializer && /^(status|code)/i.test(name.getText()),
  )
  const given = node.arguments[index]
  if (given) return ofNumber(given)
  const usual = taken[index]?.initializer
  const status = usual && ofNumber(usual)?.status
  if (status === undefined) return undefined
  const last = node.arguments.length === index ? node.arguments[index - 1] : undefined
  return { status, said: (now) => (last ? [insertAfter(last, `, ${now}`)] : undefined) }
}

/** The options of an answer, or what stands in its place. */
const ofObject = (node: ts.ObjectLiteralExpression): Answered | undefined => {
  const { parent } = node
  const isOptions =
    (compiler.isNewExpression(parent) || compiler.isCallExpression(parent)) &&
    /(^|\.)(Http)?Response(\.json)?$/.test(parent.expression.getText())
  const names = node.properties.map(({ name }) => nameOf(name))
  if (!isOptions && !names.some((name) => /^(json|text|body|data)$/.test(name ?? ''))) return undefined
  const status = node.properties.find(({ name }) => nameOf(name) === 'status')
  return status && compiler.isPropertyAssignment(status) ? ofNumber(status.initializer) : undefined
}
