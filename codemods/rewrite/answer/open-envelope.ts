import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isWithoutDom } from '../../project/packages/module-kind.ts'
import { isTypeScript } from '../../sites/program/syntax/is-typescript.ts'
import { inParentheses } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../edit/edit.ts'
import { parenthesesOf } from '../edit/parentheses.ts'
import { anyFor } from './any-for.ts'
import { isPromise } from './is-promise.ts'
import { orNothing } from './or-nothing.ts'
import { standInsOf } from './stood-in.ts'

/** Takes the list out of v2's envelope where a parsed body stands; undefined where types would not allow it. */
export const openEnvelope = (trace: Trace, root: ts.Expression, key: string): readonly Edit[] | undefined => {
  const outer = inParentheses(root)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent)) return openValue(trace, parent, root, key)
  if (!isPromise(trace, root)) return openValue(trace, root, root, key)
  const chained = thenAround(outer)
  if (chained) return openEnvelope(trace, chained, key)
  if (compiler.isAsExpression(parent) || typedOtherwise(trace, root)) return undefined
  const ways = orNothing(trace, root)
  if (!ways) return undefined
  const { before, behind } = ways
  const any = anyFor(trace, root)
  const taken = before === '.' ? `({ ${key} }${any}) => ${key}` : `(answer${any}) => answer?.${key}${behind}`
  return [insertAfter(root, `${breakBefore(root)}.then(${taken})`)]
}

/**
 * `const { data } = …` -> `const { data: { pods: data } } = …`, with a default where `data` is not always there; undefined
 * where a compiler would not take that, or null may stand there.
 */
export const openBound = (
  trace: Trace,
  element: ts.BindingElement,
  key: string,
): readonly Edit[] | undefined => {
  const { name, propertyName, initializer } = element
  // `[error, pods]`: where there is an error, there is nothing to take a list out of.
  if (compiler.isArrayBindingPattern(element.parent)) return undefined
  const text = name.getText()
  const inner = text === key ? `{ ${key} }` : `{ ${key}: ${text} }`
  const opened = propertyName ? inner : `${text}: ${inner}`
  const instead = standInsOf(trace, element)
  if (instead.size === 0) return [replace(name, opened)]
  const isOpen = [...instead].every((one) => one === 'undefined') && !initializer && !isTypeScript(element)
  return isOpen ? [replace(name, `${opened} = {}`)] : undefined
}

/** `x.then((res) => root)`: the call whose value the root is. */
const thenAround = (node: ts.Expression): ts.CallExpression | undefined => {
  const callback = node.parent
  if (!compiler.isArrowFunction(callback) || callback.body !== node) return undefined
  const call = callback.parent
  const isThen =
    compiler.isCallExpression(call) &&
    call.arguments.length === 1 &&
    compiler.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === 'then'
  return isThen ? call : undefined
}

/** A chain that has a line for each link gets one more. */
export const breakBefore = (node: ts.Expression): string => {
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return ''
  const { expression, name } = node.expression
  const between = node.getSourceFile().text.slice(expression.getEnd(), name.getStart())
  return /^\s*\n\s*(?=\.)/.exec(between)?.[0] ?? ''
}

/** `await x` -> `(await x).pods`; what a type says of it is wrapped as v2 wraps the value. */
const openValue = (
  trace: Trace,
  value: ts.Expression,
  root: ts.Expression,
  key: string,
): readonly Edit[] | undefined => {
  const cast = inParentheses(value).parent
  if (compiler.isAsExpression(cast)) {
    const type = wrapped(cast.type, key)
    const member = memberAfter(trace, cast, root, key)
    return type && member && [...type, ...member]
  }
  return typedOtherwise(trace, root) ? undefined : memberAfter(trace, value, root, key)
}

/** Parentheses that are there already serve. */
const memberAfter = (
  trace: Trace,
  node: ts.Expression,
  root: ts.Expression,
  key: string,
): readonly Edit[] | undefined => {
  const ways = orNothing(trace, root, node)
  if (!ways) return undefined
  const { before, behind } = ways
  const own = parenthesesOf(node)
  const outer = own ?? node
  const isBound = behind !== '' && bindsTighter(outer)
  const [open, close] = isBound ? ['(', ')'] : ['', '']
  const member = `${before}${key}${behind}${close}`
  const isSimple = own !== undefined || !(compiler.isAwaitExpression(node) || compiler.isAsExpression(node))
  const [start, end] = isSimple ? [open, member] : [`${open}(`, `)${member}`]
  return [...(start === '' ? [] : [insertBefore(outer, start)]), insertAfter(outer, end)]
}

/** Whether what stands around a value would take only a part of `value ?? null`: `value === null`, `typeof value`, `on && value`. */
const bindsTighter = ({ parent }: ts.Expression): boolean =>
  (compiler.isBinaryExpression(parent) && parent.operatorToken.kind !== compiler.SyntaxKind.EqualsToken) ||
  compiler.isPrefixUnaryExpression(parent) ||
  compiler.isTypeOfExpression(parent) ||
  compiler.isAwaitExpression(parent) ||
  compiler.isNonNullExpression(parent) ||
  compiler.isAsExpression(parent) ||
  compiler.isSatisfiesExpression(parent)

/** `rest<Pod[]>(…)` -> `rest<{ pods: Pod[] }>(…)`; undefined where a type argument is no list as it stands. */
export const openTypes = (
  calls: readonly ts.Node[],
  { checker }: Trace,
  key: string,
): readonly Edit[] | undefined => {
  const given = [...new Set(calls)].flatMap((call) =>
    compiler.isCallExpression(call) ? [...(call.typeArguments ?? [])] : [],
  )
  const said = given.filter(
    (type) => type.kind !== compiler.SyntaxKind.AnyKeyword && !isParameter(checker.getTypeFromTypeNode(type)),
  )
  const edits = said.map((type) => wrapped(type, key))
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined
}

/** Of a helper that is generic itself, the caller says the type. */
const isParameter = (type: ts.Type): boolean => (type.flags & compiler.TypeFlags.TypeParameter) !== 0

/** Inserted around it, for what is inside may be reworded as well. */
const wrapped = (type: ts.TypeNode, key: string): readonly Edit[] | undefined =>
  isListType(type) ? [insertBefore(type, `{ ${key}: `), insertAfter(type, ' }')] : undefined

const isListType = (type: ts.TypeNode): boolean =>
  compiler.isArrayTypeNode(type) ||
  (compiler.isTypeReferenceNode(type) && /^(Readonly)?Array$/.test(type.typeName.getText())) ||
  (compiler.isTypeOperatorNode(type) && isListType(type.type))

/** A type that is neither written at the call nor `any` comes from a declaration elsewhere. */
const typedOtherwise = (trace: Trace, root: ts.Expression): boolean => {
  const { checker } = trace
  if (compiler.isCallExpression(root) && root.typeArguments) return false
  if (isPromise(trace, root) && isUnknown(checker, root)) return true
  const type = checker.getAwaitedType(checker.getTypeAtLocation(root)) ?? checker.getTypeAtLocation(root)
  return (type.flags & compiler.TypeFlags.Any) === 0
}

/** Of an answer's `json()`, and of a function that gives what it gives, some compilers know nothing. */
const isUnknown = (checker: ts.TypeChecker, root: ts.CallExpression): boolean => {
  if (!isTypeScript(root) || !isWithoutDom(root.getSourceFile().fileName)) return false
  const declared = checker.getResolvedSignature(root)?.declaration
  return declared === undefined || !declared.type || declared.getSourceFile().isDeclarationFile
}
