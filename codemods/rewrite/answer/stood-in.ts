import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isParse, isParsing } from '../../sites/answers/failure/failure.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { valuesOf } from '../../sites/program/set/assigned.ts'
import { isEmptyObject } from '../../sites/program/syntax/entries.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { leaves } from '../../sites/program/syntax/leaves.ts'
import { awaited, bare, isNothing, nameOf, returnsOf, someNode } from '../../sites/program/syntax/nodes.ts'
import { parameterTakenApart } from '../../sites/program/syntax/taken-apart.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** What functions of the program give in the place of an answer: nothing, of either kind, or something of their own. */
export type StandIn = 'null' | 'undefined' | 'other'

const MOST_STEPS = 8
/** How often one question looks into a call: functions that call each other are gone through no more than that. */
const MOST_LOOKS = 4

/**
 * What may come in the place of an answer that a call gives (`if (!res.ok) return null`, `catch { return [] }`,
 * `.catch(() => {})`), or in that of a member of what it gives (`{ ok: false, error }`).
 */
export const standInsOf = (trace: Trace, root: Root): ReadonlySet<StandIn> =>
  new Set([...inRoot(trace, root).map(({ kind }) => kind), ...inType(trace, root)])

/** What a program writes out itself in the place of an answer. */
export const ownStandIns = (trace: Trace, root: Root): readonly ts.Expression[] =>
  inRoot(trace, root, true).flatMap(({ said }) => said ?? [])

/** Whether an object without members may come in the place of an answer: `if (!res.ok) return {}`. */
export const mayBeBare = (trace: Trace, root: Root): boolean =>
  inRoot(trace, root).some(({ said }) => said !== undefined && isEmptyObject(said))

type Root = ts.Expression | ts.BindingElement

interface Found {
  readonly kind: StandIn
  readonly said?: ts.Expression
}

const inType = ({ checker }: Trace, root: ts.Node): StandIn[] => {
  const type = checker.getAwaitedType(checker.getTypeAtLocation(root))
  const flags = (type?.isUnion() ? type.types : []).reduce((sum, one) => sum | one.flags, 0)
  const { Null, Undefined } = compiler.TypeFlags
  return [...(flags & Null ? ['null' as const] : []), ...(flags & Undefined ? ['undefined' as const] : [])]
}

const inRoot = (trace: Trace, root: Root, isAsked = false): readonly Found[] => {
  const walk = { trace, path: [], calls: [], looked: new Map(), isAsked, steps: MOST_STEPS }
  if (!compiler.isBindingElement(root)) return inValue(walk, root)
  const from = sourceOf(root.parent)
  const path = [(root.propertyName ?? root.name).getText()]
  return from ? inValue({ ...walk, path }, from) : []
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
  /** The functions that are looked into, with the call of each: what they give may be what that hands them. */
  readonly calls: readonly (readonly [callee: ts.Node, call: ts.CallExpression])[]
  /** How often the question has looked into a call. */
  readonly looked: Map<ts.CallExpression, number>
  /** Whether objects count that stand in the place of a body which is none. */
  readonly isAsked: boolean
  readonly steps: number
}

const inValue = (walk: Walk, given: ts.Expression): readonly Found[] => {
  const node = awaited(given)
  const next = (one: ts.Expression): readonly Found[] => inValue({ ...walk, steps: walk.steps - 1 }, one)
  if (walk.steps === 0) return []
  if (compiler.isConditionalExpression(node)) return inBranches(walk, node).flatMap(next)
  if (compiler.isBinaryExpression(node)) return inChoice(node, next)
  if (compiler.isIdentifier(node) && !isNothing(node)) return inName(walk, node, next)
  if (compiler.isCallExpression(node)) return inCall(walk, node, next)
  if (compiler.isPropertyAccessExpression(node))
    return inValue({ ...walk, path: [node.name.text, ...walk.path], steps: walk.steps - 1 }, node.expression)
  return walk.path.length > 0 ? inMember(walk, node) : writtenOut(node)
}

const NULL: Found = { kind: 'null' }
const UNDEFINED: Found = { kind: 'undefined' }

const writtenOut = (node: ts.Expression): readonly Found[] => {
  if (isNothing(node)) return [node.kind === compiler.SyntaxKind.NullKeyword ? NULL : UNDEFINED]
  return isOwn(node) ? [{ kind: 'other', said: node }] : []
}

/** Of nothing at all, the program reads no member either. */
const inMember = ({ path: [name = '', ...path], ...walk }: Walk, node: ts.Expression): readonly Found[] => {
  if (!compiler.isObjectLiteralExpression(node)) return []
  if (node.properties.some(compiler.isSpreadAssignment)) return []
  const member = node.properties.find((one) => one.name?.getText().replace(/^['"]|['"]$/g, '') === name)
  if (!member) return [UNDEFINED]
  const inside = { ...walk, path, steps: walk.steps - 1 }
  if (compiler.isPropertyAssignment(member)) return inValue(inside, member.initializer)
  return compiler.isShorthandPropertyAssignment(member)
    ? inName(inside, member.name, (one) => inValue(inside, one))
    : []
}

type Next = (node: ts.Expression) => readonly Found[]

const inBranches = ({ trace, isAsked }: Walk, node: ts.ConditionalExpression): ts.Expression[] =>
  isOfStatus204(node.condition)
    ? []
    : [node.whenTrue, node.whenFalse].filter(
        (one) => isAsked || !(isObject(one) && isOfText(trace, node.condition)),
      )

const inChoice = ({ left, operatorToken, right }: ts.BinaryExpression, next: Next): readonly Found[] => {
  const sign = operatorToken.getText()
  if (sign === '&&') return [{ kind: 'other' }, ...next(right)]
  if (sign !== '||' && sign !== '??') return []
  return [...next(left).filter(({ kind }) => kind === 'other'), ...next(right)]
}

/** `let body = null; … body = await res.json(); return body` */
const inName = (walk: Walk, name: ts.Identifier, next: Next): readonly Found[] => {
  const { trace } = walk
  const declared = declarationOf(trace, name)
  if (!declared || !compiler.isVariableDeclaration(declared))
    return declared ? inParameter(walk, declared) : []
  const isEmpty = !declared.initializer && compiler.isIdentifier(declared.name)
  return [...(isEmpty ? [UNDEFINED] : []), ...valuesOf(trace.checker, name).flatMap(next)]
}

/** `return fallback`, of `ask('/pods', [])`, or of a default. */
const inParameter = (walk: Walk, declared: ts.Declaration): readonly Found[] => {
  const parameter = compiler.isParameter(declared)
    ? declared
    : parameterTakenApart(walk.trace.checker, declared)
  const [callee, call] = walk.calls.find(([one]) => one === parameter?.parent) ?? []
  if (!parameter || !callee || !call) return []
  const given = call.arguments[parameter.parent.parameters.indexOf(parameter)] ?? parameter.initializer
  if (!given || !compiler.isBindingElement(declared))
    return given ? inValue({ ...walk, steps: walk.steps - 1 }, given) : []
  const name = nameOf(declared.propertyName ?? declared.name)
  return name === undefined
    ? []
    : inValue({ ...walk, path: [name, ...walk.path], steps: walk.steps - 1 }, given)
}

const inCall = (walk: Walk, call: ts.CallExpression, next: Next): readonly Found[] => {
  if (isParsing(call)) return []
  const { expression: callee, arguments: given } = call
  const [callback] = given
  if (callback && compiler.isPropertyAccessExpression(callee)) {
    const inside = inFunction(walk, bare(callback), isParse(callee.expression))
    if (callee.name.text === 'then') return inside
    if (callee.name.text === 'catch') return [...next(callee.expression), ...inside]
  }
  const looks = walk.looked.get(call) ?? 0
  walk.looked.set(call, looks + 1)
  if (looks >= MOST_LOOKS) return []
  return walk.trace
    .targets(call, undefined)
    .flatMap(({ node }) => inFunction({ ...walk, calls: [[node, call], ...walk.calls] }, node))
}

/** @param isUnparsed whether what a function gives is for a body that could not be parsed */
const inFunction = (walk: Walk, node: ts.Node, isUnparsed = false): readonly Found[] => {
  if (!compiler.isFunctionLike(node)) return []
  const { body } = node as ts.FunctionLikeDeclaration
  if (!body) return []
  const returned = returnsOf(node).filter(
    (one) => walk.isAsked || (!isWithoutBody(walk.trace, one) && !(isUnparsed && isObject(one))),
  )
  const said = returned.flatMap((one) => inValue({ ...walk, steps: walk.steps - 1 }, one))
  return endsWithout(body) && walk.path.length === 0 ? [UNDEFINED, ...said] : said
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
