import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { COMPARISONS, outcomeOf } from '../../program/syntax/logic.ts'
import { bare, isConst, isOperation, nameOf } from '../../program/syntax/nodes.ts'
import { isOfAnother } from './origin.ts'

/** What is known of an answer while a condition is tried: whether it is one of those that went well. */
interface Sample {
  readonly ok: boolean
  readonly status: number
}

type Value = boolean | number | undefined

/** One try of a condition. */
interface Try {
  readonly trace: Trace
  readonly sample: Sample
  /** What the parameters of the function that is looked into are handed. */
  readonly given: ReadonlyMap<ts.Symbol, Value>
  readonly depth: number
  /** Collects what is read of an answer. */
  readonly reads: Set<ts.Expression>
  /** Whether what else a condition asks is passed over, so that the rest settles it. */
  readonly unknown: 'left open' | 'passed over'
}

const GOOD: readonly Sample[] = [200, 201, 202, 204].map((status) => ({ ok: true, status }))
/** Those that bring something to read: behind `if (res.status === 204) return` stands what went well, too. */
const WITH_BODY = [0, 1] as const
const BAD: readonly Sample[] = [400, 401, 402, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504].map(
  (status) => ({ ok: false, status }),
)

/** What a condition tells of the answer: whether it failed where the condition holds, and where it does not. */
export interface Told {
  readonly holds: boolean
  readonly fails: boolean
  /** Whether it holds for every answer that failed, whatever else it asks. */
  readonly always: boolean
  /** Whether it holds for none that failed, whatever else it asks. */
  readonly never: boolean
  /** What it reads of an answer. */
  readonly reads: readonly ts.Expression[]
}

/** What a condition tells that asks nothing of an answer. */
const NOTHING: Told = { holds: false, fails: false, always: false, never: false, reads: [] }

const known = new WeakMap<ts.Node, Told>()

/**
 * Whether a condition tells an answer that failed from one that did not, tried with each status there may be; `ok`,
 * `status` and `statusCode` are read by whatever name. What else is asked beside is passed over where the condition holds.
 * Nothing of it is edited: where the numbers stand that a moved call's status is held to is for `status-questions.ts`.
 */
export const toldBy = (trace: Trace, condition: ts.Expression): Told => {
  const before = known.get(condition)
  if (before) return before
  known.set(condition, NOTHING)
  const reads = new Set<ts.Expression>()
  const tried = (samples: readonly Sample[], unknown: Try['unknown']): Value[] =>
    samples.map((sample) => tryOne({ trace, sample, given: new Map(), depth: 0, reads, unknown }, condition))
  const [good, bad] = [tried(GOOD, 'passed over'), tried(BAD, 'passed over')]
  const surely = tried(BAD, 'left open')
  // `const STRICT = true` holds for every answer, and tells none apart
  if (reads.size === 0) return NOTHING
  const told = {
    holds: good.every((one) => one !== undefined && !one) && bad.some(Boolean),
    fails:
      WITH_BODY.every((index) => good[index]) &&
      bad.every((one) => one !== undefined && !one) &&
      isStrict(condition),
    always: surely.every(Boolean),
    never: surely.every((one) => one !== undefined && !one),
    reads: [...reads],
  }
  known.set(condition, told)
  return told
}

/** The same of one answer, which a node is read of: what a condition asks of another says nothing of it. */
export const toldOf = (trace: Trace, node: ts.Node, condition: ts.Expression): Told => {
  const told = toldBy(trace, condition)
  const isAny = told.holds || told.fails || told.always || told.never
  return isAny && isAskedOf(trace, node, told.reads) ? told : NOTHING
}

const isAskedOf = (trace: Trace, node: ts.Node, reads: readonly ts.Expression[]): boolean => {
  const read = compiler.isBindingElement(node) ? node.name : node
  return !compiler.isExpression(read) || !isOfAnother(trace, read, reads)
}

/** Whether one `case` of a status, of the answer that a node is read of, is only for those that failed. */
export const isFailureCase = (
  trace: Trace,
  node: ts.Node,
  { parent, expression }: ts.CaseClause,
): boolean => {
  const asked = parent.parent.expression
  if (!isAskedOf(trace, node, [asked])) return false
  const isMet = (sample: Sample): boolean => {
    const at: Try = { trace, sample, given: new Map(), depth: 0, reads: new Set(), unknown: 'passed over' }
    const status = tryOne(at, asked)
    return status !== undefined && status === tryOne(at, expression)
  }
  return BAD.some(isMet) && !GOOD.some(isMet)
}

/** Whether nothing else is asked in a condition: where it does not hold, that may be why. */
const isStrict = (given: ts.Expression): boolean => {
  const node = bare(given)
  return !isOperation(node, '&&')
}

const MOST_DEPTH = 8

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  '/': (left, right) => left / right,
  '-': (left, right) => left - right,
  '|': (left, right) => left | right,
}

const tryOne = (at: Try, given: ts.Expression): Value =>
  at.depth > MOST_DEPTH
    ? undefined
    : outcomeOf<boolean | number>(given, (part) => tryPart({ ...at, depth: at.depth + 1 }, part), at.unknown)

/** What a part of a condition comes to that is no condition joined of others. */
const tryPart = (at: Try, node: ts.Expression): Value => {
  const next = (inner: ts.Expression): Value => tryOne(at, inner)
  if (compiler.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return true
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return false
  if (compiler.isPropertyAccessExpression(node)) return ofMember(at, node.name.text, node)
  if (compiler.isBinaryExpression(node)) return ofBoth(node, next)
  if (compiler.isIdentifier(node)) return ofName(at, node)
  return compiler.isCallExpression(node) ? ofCall(at, node, next) : undefined
}

const ofMember = ({ sample, reads }: Try, name: string | undefined, node: ts.Expression): Value => {
  if (!/^(ok|status|statusCode)$/.test(name ?? '')) return undefined
  reads.add(node)
  return name === 'ok' ? sample.ok : sample.status
}

const ofBoth = (node: ts.BinaryExpression, next: (inner: ts.Expression) => Value): Value => {
  const [left, right] = [next(node.left), next(node.right)]
  const sign = node.operatorToken.getText()
  if (sign === '??') return left ?? right
  const run = ARITHMETIC[sign] ?? COMPARISONS.get(sign)
  return run && typeof left === 'number' && typeof right === 'number' ? run(left, right) : undefined
}

const ofName = (at: Try, node: ts.Identifier): Value => {
  const symbol = at.trace.checker.getSymbolAtLocation(node)
  const declared = symbol?.valueDeclaration
  if (!symbol || !declared) return undefined
  if (at.given.has(symbol)) return at.given.get(symbol)
  if (compiler.isBindingElement(declared))
    return ofMember(at, nameOf(declared.propertyName ?? declared.name), node)
  if (compiler.isParameter(declared)) return ofParameter(at, declared)
  if (!compiler.isVariableDeclaration(declared) || !declared.initializer) return undefined
  return isConst(declared)
    ? tryOne({ ...at, given: new Map(), depth: at.depth + 1 }, declared.initializer)
    : undefined
}

/** What every caller hands in alike. */
const ofParameter = (at: Try, parameter: ts.ParameterDeclaration): Value => {
  const index = parameter.parent.parameters.indexOf(parameter)
  const [first, ...others] = at.trace.callers(parameter.parent).map((call) => {
    const given = call.arguments?.[index]
    return given && tryOne({ ...at, given: new Map(), depth: at.depth + 1 }, given)
  })
  return others.every((one) => one === first) ? first : undefined
}

const ofCall = (at: Try, node: ts.CallExpression, next: (inner: ts.Expression) => Value): Value => {
  const values = node.arguments.map(next)
  const [first] = values
  const callee = node.expression
  const name = callee.getText()
  if (name === 'Math.floor' || name === 'Math.trunc')
    return typeof first === 'number' ? Math.floor(first) : undefined
  if (name === 'Boolean') return first === undefined ? undefined : Boolean(first)
  if (compiler.isPropertyAccessExpression(callee) && callee.name.text === 'includes') {
    const list = bare(callee.expression)
    if (!compiler.isArrayLiteralExpression(list) || first === undefined) return undefined
    return list.elements.some((one) => next(one) === first)
  }
  const [target, ...others] = at.trace.targets(node, undefined)
  return target && others.length === 0 ? ofFunction(at, target.node, values) : undefined
}

/** What a function of the project gives that does nothing else. */
const ofFunction = (at: Try, callee: ts.Node, values: readonly Value[]): Value => {
  if (!compiler.isArrowFunction(callee) && !compiler.isFunctionDeclaration(callee)) return undefined
  const result = callee.body && onlyResult(callee.body)
  if (!result) return undefined
  const given = new Map<ts.Symbol, Value>()
  for (const [index, { name }] of callee.parameters.entries()) {
    const symbol = compiler.isIdentifier(name) ? at.trace.checker.getSymbolAtLocation(name) : undefined
    if (symbol) given.set(symbol, values[index])
  }
  return tryOne({ ...at, given, depth: at.depth + 1 }, result)
}

const onlyResult = (body: ts.ConciseBody): ts.Expression | undefined => {
  if (!compiler.isBlock(body)) return body
  const [only, ...others] = body.statements
  return only && others.length === 0 && compiler.isReturnStatement(only) ? only.expression : undefined
}
