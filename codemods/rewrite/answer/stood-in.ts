import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isParse, isParsing } from '../../sites/answers/failure/failure.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { valuesOf } from '../../sites/program/set/assigned.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { leaves } from '../../sites/program/syntax/leaves.ts'
import { awaited, bare, isNothing, returnsOf, someNode } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** What functions of the program give in the place of an answer: nothing, of either kind, or something of their own. */
export type StandIn = 'null' | 'undefined' | 'other'

const MOST_STEPS = 8

/**
 * What may come in the place of an answer that a call gives (`if (!res.ok) return null`, `catch { return [] }`,
 * `.catch(() => {})`), or in that of a member of what it gives (`{ ok: false, error }`).
 */
export const standInsOf = (trace: Trace, root: ts.Expression | ts.BindingElement): ReadonlySet<StandIn> =>
  new Set([...inRoot(trace, root), ...inType(trace, root)])

const inType = ({ checker }: Trace, root: ts.Node): StandIn[] => {
  const type = checker.getAwaitedType(checker.getTypeAtLocation(root))
  const flags = (type?.isUnion() ? type.types : []).reduce((sum, one) => sum | one.flags, 0)
  const { Null, Undefined } = compiler.TypeFlags
  return [...(flags & Null ? ['null' as const] : []), ...(flags & Undefined ? ['undefined' as const] : [])]
}

const inRoot = (trace: Trace, root: ts.Expression | ts.BindingElement): readonly StandIn[] => {
  if (!compiler.isBindingElement(root)) return inValue({ trace, path: [], steps: MOST_STEPS }, root)
  const from = sourceOf(root.parent)
  const path = [(root.propertyName ?? root.name).getText()]
  return from ? inValue({ trace, path, steps: MOST_STEPS }, from) : []
}

/** `const { data } = source`, `source.then(({ data }) => …)` */
const sourceOf = ({ parent }: ts.BindingPattern): ts.Expression | undefined => {
  if (compiler.isVariableDeclaration(parent)) return parent.initializer
  const call = compiler.isParameter(parent) ? parent.parent.parent : undefined
  const isCalled =
    call && compiler.isCallExpression(call) && compiler.isPropertyAccessExpression(call.expression)
  return isCalled && call.expression.name.text === 'then' ? call.expression.expression : undefined
}

interface Walk {
  readonly trace: Trace
  /** The members on the way to what is asked about. */
  readonly path: readonly string[]
  readonly steps: number
}

const inValue = (walk: Walk, given: ts.Expression): readonly StandIn[] => {
  const node = awaited(given)
  const next = (one: ts.Expression): readonly StandIn[] => inValue({ ...walk, steps: walk.steps - 1 }, one)
  if (walk.steps === 0) return []
  if (compiler.isConditionalExpression(node)) return inBranches(walk.trace, node).flatMap(next)
  if (compiler.isBinaryExpression(node)) return inChoice(node, next)
  if (compiler.isIdentifier(node) && !isNothing(node)) return inName(walk.trace, node, next)
  if (compiler.isCallExpression(node)) return inCall(walk, node, next)
  if (compiler.isPropertyAccessExpression(node))
    return inValue({ ...walk, path: [node.name.text, ...walk.path], steps: walk.steps - 1 }, node.expression)
  return walk.path.length > 0 ? inMember(walk, node) : writtenOut(node)
}

const writtenOut = (node: ts.Expression): readonly StandIn[] => {
  if (isNothing(node)) return [node.kind === compiler.SyntaxKind.NullKeyword ? 'null' : 'undefined']
  return isOwn(node) ? ['other'] : []
}

/** Of nothing at all, the program reads no member either. */
const inMember = ({ path: [name = '', ...path], ...walk }: Walk, node: ts.Expression): readonly StandIn[] => {
  if (!compiler.isObjectLiteralExpression(node)) return []
  if (node.properties.some(compiler.isSpreadAssignment)) return []
  const member = node.properties.find((one) => one.name?.getText().replace(/^['"]|['"]$/g, '') === name)
  if (!member) return ['undefined']
  const inside = { ...walk, path, steps: walk.steps - 1 }
  if (compiler.isPropertyAssignment(member)) return inValue(inside, member.initializer)
  return compiler.isShorthandPropertyAssignment(member)
    ? inName(walk.trace, member.name, (one) => inValue(inside, one))
    : []
}

type Next = (node: ts.Expression) => readonly StandIn[]

const inBranches = (trace: Trace, node: ts.ConditionalExpression): ts.Expression[] =>
  isOfStatus204(node.condition)
    ? []
    : [node.whenTrue, node.whenFalse].filter((one) => !(isObject(one) && isOfText(trace, node.condition)))

const inChoice = ({ left, operatorToken, right }: ts.BinaryExpression, next: Next): readonly StandIn[] => {
  const sign = operatorToken.getText()
  if (sign === '&&') return ['other', ...next(right)]
  if (sign !== '||' && sign !== '??') return []
  return [...next(left).filter((one) => one === 'other'), ...next(right)]
}

/** `let body = null; … body = await res.json(); return body` */
const inName = (trace: Trace, name: ts.Identifier, next: Next): readonly StandIn[] => {
  const declared = declarationOf(trace, name)
  if (!declared || !compiler.isVariableDeclaration(declared)) return []
  const isEmpty = !declared.initializer && compiler.isIdentifier(declared.name)
  return [...(isEmpty ? (['undefined'] as const) : []), ...valuesOf(trace.checker, name).flatMap(next)]
}

const inCall = (walk: Walk, call: ts.CallExpression, next: Next): readonly StandIn[] => {
  if (isParsing(call)) return []
  const { expression: callee, arguments: given } = call
  const [callback] = given
  if (callback && compiler.isPropertyAccessExpression(callee)) {
    const inside = inFunction(walk, bare(callback), isParse(callee.expression))
    if (callee.name.text === 'then') return inside
    if (callee.name.text === 'catch') return [...next(callee.expression), ...inside]
  }
  return walk.trace.targets(call, undefined).flatMap(({ node }) => inFunction(walk, node))
}

/** @param isUnparsed whether what a function gives is for a body that could not be parsed */
const inFunction = (walk: Walk, node: ts.Node, isUnparsed = false): readonly StandIn[] => {
  if (!compiler.isFunctionLike(node)) return []
  const { body } = node as ts.FunctionLikeDeclaration
  if (!body) return []
  const returned = returnsOf(node).filter(
    (one) => !isWithoutBody(walk.trace, one) && !(isUnparsed && isObject(one)),
  )
  const said = returned.flatMap((one) => inValue({ ...walk, steps: walk.steps - 1 }, one))
  return endsWithout(body) && walk.path.length === 0 ? ['undefined', ...said] : said
}

/** `if (response.status === 204) return null`, `if (!text) return {}`: a list comes with a body. */
const isWithoutBody = (trace: Trace, returned: ts.Expression): boolean => {
  for (let at: ts.Node = returned; at.parent && !compiler.isFunctionLike(at.parent); at = at.parent) {
    const { parent } = at
    if (!compiler.isIfStatement(parent) || parent.thenStatement !== at) continue
    if (isOfStatus204(parent.expression) || (isObject(returned) && isOfText(trace, parent.expression)))
      return true
  }
  return false
}

const isOfStatus204 = (condition: ts.Expression): boolean =>
  /\b20[45]\b/.test(flatText(condition)) && !/\.ok\b/.test(flatText(condition))

/**
 * Whether a condition asks whether there is a text to be parsed, and of nothing else. An object in the place of one is what
 * an error's body is: whoever reads a list of it has looked for an error before.
 */
const isOfText = (trace: Trace, condition: ts.Expression): boolean => {
  const node = bare(condition)
  if (compiler.isPrefixUnaryExpression(node)) return isOfText(trace, node.operand)
  if (compiler.isCallExpression(node) && node.arguments.length === 0) return isOfText(trace, node.expression)
  if (compiler.isPropertyAccessExpression(node) && /^(length|trim)$/.test(node.name.text))
    return isOfText(trace, node.expression)
  return (
    compiler.isIdentifier(node) &&
    valuesOf(trace.checker, node).some((one) => /\.text\(\)/.test(flatText(one)))
  )
}

const isObject = (node: ts.Expression): boolean => compiler.isObjectLiteralExpression(bare(node))

/** Whether a function may end without a word: by `return;`, or by coming to its end. */
const endsWithout = (body: ts.ConciseBody): boolean =>
  compiler.isBlock(body) &&
  (!leaves(body) ||
    someNode(
      body,
      (one) => compiler.isReturnStatement(one) && !one.expression,
      (one) => compiler.isFunctionLike(one),
    ))

/** What a program writes itself: `[]`, `{ error }`, `false`, `''`. */
const isOwn = (node: ts.Expression): boolean =>
  compiler.isArrayLiteralExpression(node) ||
  compiler.isObjectLiteralExpression(node) ||
  compiler.isStringLiteralLike(node) ||
  node.kind === compiler.SyntaxKind.FalseKeyword ||
  node.kind === compiler.SyntaxKind.TrueKeyword
