import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Edit } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { nameOfFunction } from '../../sites/program/names/closed-function.ts'
import { madeAs, symbolBehind } from '../../sites/program/names/symbol.ts'
import { isNamedTest } from '../../sites/program/outside/test-file.ts'
import {
  bare,
  dressed,
  functionAround,
  functionsAround,
  isFunctionValue,
  nameOf,
  returnsOf,
  walk,
} from '../../sites/program/syntax/nodes.ts'
import { stringified } from '../../sites/texts/stringified.ts'
import { argumentsFor } from '../../sites/values/arguments-for.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { useOf } from './context.ts'
import { namesOf } from './names.ts'

/** What a test lets the service answer. */
export interface MockAnswer {
  /** The literal itself: an object or a list, or the text of one. */
  readonly literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression | ts.StringLiteralLike
  /** Where the literal is handed over: itself, or its name. */
  readonly place: ts.Expression
  /** False where the literal has a name that is used for other things, too. */
  readonly own: boolean
  /** Set where it is handed to something of the test's own, which may make anything of it. */
  readonly isHandedOn?: true
  /** Set where it is one of several that the request chooses among. */
  readonly isChosen?: true
}

/** What becomes of one answer that a test gives. */
export interface AnswerVerdict {
  readonly answer: MockAnswer
  readonly plan: Plan
  /** All calls that are answered so. */
  readonly calls: readonly Plan[]
  /** Set where its test is answered by others as well: by calls that stay, or another service. */
  readonly isBeside?: true
  /** Undefined where it must change and cannot for certain. */
  readonly edits?: readonly Edit[]
}

/** `ctx` is what msw's first major hands its handlers. */
const RESPONSES = /^(Response|HttpResponse|NextResponse|ctx)$/
const RESOLVES = /(^|\.)(mock(Resolved|Return)Value(Once)?|resolves|returns)$/
/** jest-fetch-mock's, which take the text of an answer. */
const TEXT_ANSWERS = /(^|\.)mockResponse(Once)?$/

/** The literals of a test file that are bodies of answers. */
export const mockAnswersIn = (trace: Trace, file: ts.SourceFile): MockAnswer[] => {
  const found = new Map<ts.Node, MockAnswer>()
  walk(file, (node) => {
    for (const one of handedOn(trace, node)) if (!found.has(one)) found.set(one, asHandedOn(one))
    for (const body of bodiesOf(node)) for (const one of literalsOf(trace, body, 0)) found.set(one.place, one)
    return undefined
  })
  return [...found.values()]
}

type Handed = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression

/** `given('/v1/pods', [{ … }])`, `{ 'GET /v1/pods': [{ … }] }`: what a test keeps beside an address. */
const handedOn = (trace: Trace, node: ts.Node): Handed[] => {
  if (compiler.isPropertyAssignment(node))
    return isAddress(node.name) ? [bare(node.initializer)].filter(isHandable) : []
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return []
  const [first, ...others] = node.arguments
  return first && isAddress(first) && isOfTests(trace, node) ? others.map(bare).filter(isHandable) : []
}

/** Whether a call is of a function that tests have for themselves: what the program is given stays in its words. */
const isOfTests = (trace: Trace, call: ts.CallExpression): boolean => {
  const files = trace.targets(call, undefined).map(({ node }) => node.getSourceFile())
  return files.length > 0 && files.every((file) => file === call.getSourceFile() || isNamedTest(file))
}

const isAddress = (node: ts.Node): boolean =>
  compiler.isStringLiteralLike(node) && /^([A-Z]+ )?\*{0,2}(https?:\/)?\/[\w:./*-]+$/.test(node.text)

const isHandable = (node: ts.Node): node is Handed =>
  compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node)

const asHandedOn = (literal: Handed): MockAnswer => ({
  literal,
  place: literal,
  own: false,
  isHandedOn: true,
})

/** The expressions that a node says are an answer's body. */
const bodiesOf = (node: ts.Node): ts.Expression[] => {
  if (compiler.isNewExpression(node) && node.expression.getText() === 'Response')
    return parsed(node.arguments?.[0])
  if (compiler.isCallExpression(node)) return inCall(node)
  if (compiler.isPropertyAssignment(node) && nameOf(node.name) === 'json') return resolvedBy(node.initializer)
  if (compiler.isMethodDeclaration(node) && nameOf(node.name) === 'json')
    return returnsOf(node).flatMap(settledValue)
  if (!compiler.isPropertyAssignment(node)) return []
  if (nameOf(node.name) === 'text') return resolvedBy(node.initializer).flatMap(parsed)
  return nameOf(node.name) === 'data' && isResolved(node.parent) ? [node.initializer] : []
}

/** `axios.get.mockResolvedValue({ data: … })`: what axios answers with. */
const isResolved = ({ parent }: ts.Node): boolean =>
  compiler.isCallExpression(parent) && RESOLVES.test(parent.expression.getText())

const inCall = (node: ts.CallExpression): ts.Expression[] => {
  const callee = node.expression
  if (TEXT_ANSWERS.test(callee.getText())) return parsed(node.arguments[0])
  if (!compiler.isPropertyAccessExpression(callee)) return []
  const [first, second] = node.arguments
  if (callee.name.text === 'json' && RESPONSES.test(callee.expression.getText())) return first ? [first] : []
  if (callee.name.text === 'reply') return second ? [second] : []
  if (callee.name.text === 'end') return parsed(first)
  if (callee.name.text === 'fulfill') return fulfilled(first)
  const isFetchMock = first && /^fetchMock\b/i.test(callee.expression.getText())
  return isFetchMock && second && useOf(first).kind === 'served' ? fetchMockBody(second) : []
}

/** `fetchMock.get('…', x)`, `fetchMock.get('…', { status: 201, body: x })`. */
const fetchMockBody = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  if (!isLiteral(node)) return []
  const said = compiler.isObjectLiteralExpression(node) ? node.properties : []
  const body = said.find(({ name }) => nameOf(name) === 'body')
  if (body) return compiler.isPropertyAssignment(body) ? [body.initializer] : []
  return said.some(({ name }) => /^(status|headers|throws)$/.test(nameOf(name) ?? '')) ? [] : [node]
}

/** `route.fulfill({ json: x })`, `route.fulfill({ body: JSON.stringify(x) })` */
const fulfilled = (given: ts.Expression | undefined): ts.Expression[] => {
  const said = given && bare(given)
  if (!said || !compiler.isObjectLiteralExpression(said)) return []
  return said.properties.flatMap((one) => {
    if (!compiler.isPropertyAssignment(one)) return []
    if (nameOf(one.name) === 'body') return parsed(one.initializer)
    return nameOf(one.name) === 'json' ? [one.initializer] : []
  })
}

/** `JSON.stringify(x)` says x, and so does its text. */
const parsed = (node: ts.Expression | undefined): ts.Expression[] => {
  const inner = node && bare(node)
  if (inner && compiler.isConditionalExpression(inner))
    return [...parsed(inner.whenTrue), ...parsed(inner.whenFalse)]
  if (inner && isJsonText(inner)) return [inner]
  const value = inner && stringified(inner)
  return value ? [value] : []
}

/** `async () => x`, `() => Promise.resolve(x)`, `vi.fn().mockResolvedValue(x)`. */
const resolvedBy = (given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  if (isFunctionValue(node)) return returnsOf(node).flatMap(settledValue)
  const isMock = compiler.isCallExpression(node) && RESOLVES.test(node.expression.getText())
  if (isMock && node.arguments[0]) return settledValue(node.arguments[0])
  const [inner] = compiler.isCallExpression(node) ? node.arguments : []
  return inner && compiler.isArrowFunction(inner) ? resolvedBy(inner) : []
}

const settledValue = (node: ts.Expression): ts.Expression[] => {
  const inner = bare(node)
  const isSettled = compiler.isCallExpression(inner) && inner.expression.getText() === 'Promise.resolve'
  return isSettled ? [...inner.arguments] : [inner]
}

const MOST_STEPS = 3

const literalsOf = (trace: Trace, given: ts.Expression, depth: number): MockAnswer[] => {
  const node = bare(given)
  const next = (inner: ts.Expression): MockAnswer[] => literalsOf(trace, inner, depth + 1)
  if (isLiteral(node)) return [{ literal: node, place: node, own: true }]
  if (depth > MOST_STEPS) return []
  if (compiler.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)]
  if (compiler.isElementAccessExpression(node)) return membersOf(trace, node)
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  if (!compiler.isIdentifier(name)) return []
  const declaration = symbolBehind(trace, name)?.valueDeclaration
  if (!declaration) return []
  // `const answer = (body) => ({ json: async () => body })`: what its calls say, wherever it is imported
  if (compiler.isParameter(declaration)) return argumentsFor(trace, declaration).flatMap(next)
  if (compiler.isVariableDeclaration(declaration)) return named(trace, node, declaration)
  const member = compiler.isPropertyAssignment(declaration) ? bare(declaration.initializer) : undefined
  return member && isLiteral(member) ? [{ literal: member, place: node, own: false }] : []
}

/** `kept[url.split('/').pop()]` of `const kept = { pods: [ … ] }`: any of them may be the answer. */
const membersOf = (trace: Trace, { expression }: ts.ElementAccessExpression): MockAnswer[] => {
  const record = madeAs(trace, expression)
  const members = compiler.isObjectLiteralExpression(record) ? record.properties : []
  return members.flatMap((one): MockAnswer[] => {
    const value = compiler.isPropertyAssignment(one) ? bare(one.initializer) : undefined
    return value && isLiteral(value) ? [{ literal: value, place: value, own: false, isChosen: true }] : []
  })
}

const isLiteral = (node: ts.Node): node is MockAnswer['literal'] =>
  compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node) || isJsonText(node)

/** `'[{"id":"x"}]'`. */
export const isJsonText = (node: ts.Node): node is ts.StringLiteralLike =>
  compiler.isStringLiteralLike(node) && /^\s*(\{.*\}|\[.*\])\s*$/s.test(node.text)

const named = (trace: Trace, place: ts.Expression, declaration: ts.VariableDeclaration): MockAnswer[] => {
  const value = declaration.initializer && bare(declaration.initializer)
  if (!value || !isLiteral(value) || !compiler.isIdentifier(declaration.name)) return []
  const uses = namesOf(trace, declaration.name)
  return [{ literal: value, place, own: uses?.length === 1 }]
}

/** The function, from the innermost out, and the conditions around a place that decide when it is answered. */
export const conditionsAround = (given: ts.Expression): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at: ts.Node = dressed(given); at.parent && !compiler.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && parent.thenStatement === at) found.push(parent.expression)
    if (compiler.isConditionalExpression(parent) && parent.whenTrue === at) found.push(parent.condition)
    if (compiler.isCaseClause(parent) && parent.expression !== at) found.push(parent.expression)
    if (compiler.isPropertyAssignment(parent) && parent.initializer === at) found.push(parent.name)
    if (compiler.isCallExpression(parent)) found.push(...served(parent, at))
  }
  return found
}

/** `http.get('…', () => …)` and `nock(…).get('…').reply(200, …)`: the address that is answered. */
const served = (call: ts.CallExpression, at: ts.Node): ts.Node[] => {
  const [first] = call.arguments
  if (
    first &&
    first !== at &&
    call.arguments.some((one) => one === at) &&
    compiler.isStringLiteralLike(first)
  )
    return [first]
  const owner = compiler.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
  return owner && compiler.isCallExpression(owner) && call.arguments.some((one) => one === at)
    ? [...owner.arguments]
    : []
}

/** The callback of the test around a node; of what is set before each test of a group, the group's. */
export const testAround = (node: ts.Node): ts.Node | undefined => {
  let isBefore = false
  for (let at = functionAround(node); at; at = functionAround(at)) {
    const call = at.parent
    const name = compiler.isCallExpression(call) ? call.expression.getText() : ''
    if (
      /^(it|test|t\.test|\w+Test)\b(?!\.before)/.test(name) ||
      (isBefore && /^(test\.)?describe\b/.test(name))
    )
      return at
    if (/^(test\.)?before(Each|All)?$/.test(name)) isBefore = true
  }
  return undefined
}

const MOST_CALLERS = 3

/** The tests that an answer is given in: the one around it, or those that call the function around it (`const gone = () => …`). */
export const testsGiving = (trace: Trace, node: ts.Node, depth = 0): ts.Node[] => {
  const test = testAround(node)
  if (test) return [test]
  const names = functionsAround(node).flatMap((one) => nameOfFunction(one) ?? [])
  const uses = depth < MOST_CALLERS ? names.flatMap((name) => namesOf(trace, name) ?? []) : []
  const tests = uses.map((use) => testsGiving(trace, use, depth + 1))
  return tests.every((some) => some.length > 0) ? [...new Set(tests.flat())] : []
}
