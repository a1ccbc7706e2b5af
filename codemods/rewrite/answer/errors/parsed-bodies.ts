import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isParse, isParsing } from '../../../sites/answers/failure/failure.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import { copiedFrom } from '../../../sites/program/syntax/copied.ts'
import { awaited, bare, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import { oneOfAll } from '../../../sites/program/syntax/one-of-all.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { orNone } from './or-none.ts'

/** The parsings whose result an expression may be: where it stands, by a name, or in the callback that takes it. */
export const parsingsBehind = (trace: Trace, given: ts.Expression, depth = 0): ts.Expression[] =>
  valuesBehind(trace, orNone(given)).filter(
    (value) => isParse(value) || isParsedByHelper(trace, value, depth),
  )

/** The answer that a call gives parsed to who reads it: `const data = await call`, where a helper on the way parses. */
export const answerBehind = (
  trace: Trace,
  given: ts.Expression,
  roots: ReadonlySet<ts.Node>,
): ts.Expression | undefined =>
  valuesBehind(trace, orNone(given)).find((value) => roots.has(value) || roots.has(awaited(value)))

const MOST_HELPERS = 3

const valuesBehind = (trace: Trace, node: ts.Expression): ts.Expression[] => {
  if (!compiler.isIdentifier(node))
    return compiler.isAwaitExpression(node) || isParsedText(node) || isSettled(node)
      ? promisedIn(trace, node)
      : []
  const declared = declarationOf(trace, node)
  if (declared && compiler.isParameter(declared))
    return [settledInto(declared)].filter((one) => one !== undefined)
  if (declared && compiler.isBindingElement(declared)) return settledTogether(declared)
  return valuesOf(trace.checker, node)
    .flatMap((value) => promisedIn(trace, value))
    .flatMap((value) => [value, ...valuesCopied(trace, value)])
}

/** What is awaited by the name of its promise: `X` of `const told = X; … await told`. */
const promisedIn = ({ checker }: Trace, node: ts.Expression): ts.Expression[] => {
  const promise = compiler.isAwaitExpression(node) ? bare(node.expression) : node
  const values = promise !== node && compiler.isIdentifier(promise) ? valuesOf(checker, promise) : []
  return values.length > 0 ? values : [node]
}

/** `X` of `const [, body] = await Promise.all([told(), X])`. */
const settledTogether = (element: ts.BindingElement): ts.Expression[] => {
  const owner = element.parent.parent
  const made = compiler.isVariableDeclaration(owner) ? owner.initializer : undefined
  return [made ? (oneOfAll(made, element) ?? []) : []].flat()
}

/** What the name has of which a value is a copy: `{ ...body }`. */
const valuesCopied = (trace: Trace, value: ts.Expression): ts.Expression[] => {
  const from = copiedFrom(bare(value))
  const name = from && orNone(from)
  return name && compiler.isIdentifier(name) ? valuesBehind(trace, name) : []
}

/** `JSON.parse(text)`, `JSON.parse(await res.text())`. */
const isParsedText = (node: ts.Expression): boolean =>
  compiler.isCallExpression(node) &&
  node.expression.getText() === 'JSON.parse' &&
  node.arguments.every((one) => compiler.isIdentifier(one) || compiler.isAwaitExpression(one))

/** What a callback is handed: `X` of `X.then(({ message }) => …)`. */
const isSettled = ({ parent }: ts.Expression): boolean =>
  compiler.isPropertyAccessExpression(parent) && parent.name.text === 'then'

/** `X` of `X.then((body) => …)`. */
export const settledInto = (parameter: ts.ParameterDeclaration): ts.Expression | undefined => {
  const callback = parameter.parent
  const call = callback.parent
  const isFirst = callback.parameters[0] === parameter
  if (!isFirst || !compiler.isCallExpression(call) || call.arguments[0] !== callback) return undefined
  const { expression: access } = call
  const isThen = compiler.isPropertyAccessExpression(access) && access.name.text === 'then'
  return isThen ? access.expression : undefined
}

/** `await parsed(res)`, where a function of the project parses the answer that it is handed and does nothing else with it. */
const isParsedByHelper = (trace: Trace, value: ts.Expression, depth: number): boolean => {
  if (depth === MOST_HELPERS) return false
  const call = awaited(value)
  if (!compiler.isCallExpression(call) || !answerHanded(trace, call)) return false
  const targets = trace.targets(call, undefined).map(({ node }) => node)
  return (
    targets.length > 0 &&
    targets.every((node) => returnsIn(node).some((one) => isParsed(trace, one, depth + 1)))
  )
}

const returnsIn = (node: ts.Node): ts.Expression[] => (compiler.isFunctionLike(node) ? returnsOf(node) : [])

/** Whether a value is what was parsed, and not something that holds it: `text ? JSON.parse(text) : undefined`. */
const isParsed = (trace: Trace, given: ts.Expression, depth: number): boolean => {
  const node = awaited(given)
  if (compiler.isIdentifier(node)) return parsingsBehind(trace, node, depth).length > 0
  if (compiler.isConditionalExpression(node))
    return isParsed(trace, node.whenTrue, depth) || isParsed(trace, node.whenFalse, depth)
  if (compiler.isBinaryExpression(node))
    return isParsed(trace, node.left, depth) || isParsed(trace, node.right, depth)
  if (!compiler.isCallExpression(node)) return false
  const { expression: callee } = node
  const isCaught = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'catch'
  return isCaught ? isParsed(trace, callee.expression, depth) : isParsing(node)
}

/** The answer that a helper is handed. */
const answerHanded = (
  { checker }: Trace,
  { arguments: given }: ts.CallExpression,
): ts.Identifier | undefined =>
  given
    .map(bare)
    .find(
      (one): one is ts.Identifier =>
        compiler.isIdentifier(one) && checker.getTypeAtLocation(one).getProperty('json') !== undefined,
    )

/** The functions of the program that a call hands an answer to: `.then(check)`, `check(res)`. */
export const answerTakers = (trace: Trace, call: ts.CallExpression): ts.Node[] => {
  const { expression: callee } = call
  const [then] =
    compiler.isPropertyAccessExpression(callee) && callee.name.text === 'then' ? call.arguments : []
  if (then) return nodesOf(trace.sources(then, undefined))
  return answerHanded(trace, call) ? nodesOf(trace.targets(call, undefined)) : []
}

const nodesOf = (found: readonly { readonly node: ts.Node }[]): ts.Node[] => found.map(({ node }) => node)

/** Whether a helper's parsing is that of what a call gave: `const res = await call`, and then `await parsed(res)`. */
export const isParsingOf = (trace: Trace, value: ts.Expression, top: ts.Node): boolean => {
  const call = awaited(value)
  const handed = compiler.isCallExpression(call) ? answerHanded(trace, call) : undefined
  const declared = handed && trace.checker.getSymbolAtLocation(handed)?.valueDeclaration
  return (
    declared !== undefined &&
    compiler.isVariableDeclaration(declared) &&
    declared.initializer !== undefined &&
    awaited(declared.initializer) === top
  )
}

/**
 * Whether a member that only errors have is asked for where the branch taken on it throws: `if (body.error) throw …`
 * tells by its body that a call failed.
 */
export const tellsFailure = (node: ts.Node): boolean => {
  let at = node
  while (compiler.isExpression(at.parent)) at = at.parent
  const { parent } = at
  return compiler.isIfStatement(parent) && parent.expression === at && throws(parent.thenStatement)
}

const throws = (statement: ts.Statement): boolean => {
  const last = compiler.isBlock(statement) ? statement.statements.at(-1) : statement
  return last !== undefined && compiler.isThrowStatement(last)
}
