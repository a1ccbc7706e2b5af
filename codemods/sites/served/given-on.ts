import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  functionsAround,
  goesByPlace,
  isFunctionValue,
  isOperation,
  nameOf,
} from '../program/syntax/nodes.ts'
import { isHandler, routesAround, type Served } from './routes-around.ts'

/** Where a value stands in what a route of the program answers. */
export interface GivenOn extends Place {
  readonly routes: readonly Served[]
}

interface Place {
  /** The members that lead to it: `pods` of `res.json({ pods })`. */
  readonly within: readonly string[]
  /** Whether it is each item of a list: `res.json(pods.map((pod) => ({ ...pod, url })))`. */
  readonly isEach: boolean
  /** Members that the program says itself beside it: `{ ...pod, machineId }`. */
  readonly own: readonly string[]
}

interface Climb extends Place {
  readonly trace: Trace
  /** Whether it was made a text: what names that text says nothing of what is in it. */
  readonly isText: boolean
  /** The helper that is looked into: where it gives the value back, or answers with it, is all that is asked. */
  readonly helper?: ts.Node
}

/** Where the way of a value ends: in what is answered, or in what a helper gives back. */
interface End extends Place {
  readonly at: ts.Node
  readonly isBack: boolean
  readonly isText: boolean
}

/** The routes that answer with a value, alone or in objects of the program's own. */
export const givenOn = (trace: Trace, node: ts.Expression): GivenOn | undefined => {
  const end = climb({ trace, within: [], isEach: false, own: [], isText: false }, node)
  const routes = end ? routesAround(trace, end.at) : []
  return end && routes.length > 0 ? { ...end, routes } : undefined
}

const climb = (way: Climb, node: ts.Expression): End | undefined => {
  const outer = dressed(node)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent) || isOperation(parent, '??', '||')) return climb(way, parent)
  if (compiler.isConditionalExpression(parent))
    return parent.condition === outer ? undefined : climb(way, parent)
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent))
    return inMember(way, parent)
  if (compiler.isSpreadAssignment(parent)) return inSpread(way, parent)
  if (compiler.isCallExpression(parent) && parent.expression !== outer) return inCall(way, parent, outer)
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === outer) return piped(way, parent)
  if (compiler.isNewExpression(parent))
    return /Response$/.test(parent.expression.getText()) ? climb(way, parent) : undefined
  if (isOperation(parent, '=') && parent.right === outer)
    return /\.body$/.test(parent.left.getText()) ? { ...way, at: parent, isBack: false } : undefined
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  return compiler.isFunctionLike(callee) ? returned(way, callee) : undefined
}

const returned = (way: Climb, callee: ts.Node): End | undefined => {
  if (callee === way.helper) return { ...way, at: callee, isBack: true }
  if (!way.helper && isHandler(way.trace, callee)) return { ...way, at: callee, isBack: false }
  const call = isFunctionValue(callee) ? dressed(callee).parent : undefined
  if (!call || !compiler.isCallExpression(call)) return undefined
  const name = accessed(call.expression)?.name
  if (name === 'then') return climb(way, call)
  return name === 'map' && way.within.length === 0 ? climb({ ...way, isEach: true }, call) : undefined
}

const inMember = (
  way: Climb,
  member: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
): End | undefined => {
  const said = nameOf(member.name)
  const within = way.isText || said === undefined ? way.within : [said, ...way.within]
  return climb({ ...way, within }, member.parent)
}

/** What is said behind `...pod` is the program's own. */
const inSpread = (way: Climb, spread: ts.SpreadAssignment): End | undefined => {
  const { properties } = spread.parent
  const behind = properties.slice(properties.indexOf(spread) + 1)
  const own = behind.flatMap((one) => (one.name ? (nameOf(one.name) ?? []) : []))
  return climb({ ...way, own: [...way.own, ...(way.within.length === 0 ? own : [])] }, spread.parent)
}

const ANSWERS = /^(json|jsonp|send|end|body|ok|success|respond|reply)$/
const DRESSES =
  /^(\w+\.fromWeb|json|defer|data|devalue\.stringify|superjson\.\w+|(\w+\.)*(serialize|toJSON))$/

const inCall = (way: Climb, call: ts.CallExpression, given: ts.Expression): End | undefined => {
  const text = call.expression.getText()
  if (text === 'JSON.stringify') return climb({ ...way, isText: true }, call)
  if (/(^|\.)pipeline$/.test(text))
    return takesAnswer(way, call.arguments) ? { ...way, at: call, isBack: false } : undefined
  const [target, ...others] = way.trace.targets(call, undefined)
  if (target && others.length === 0 && goesByPlace(target) && !way.helper)
    return throughHelper(way, call, target.node as ts.SignatureDeclaration, call.arguments.indexOf(given))
  const isAnswer = ANSWERS.test(accessed(call.expression)?.name ?? '')
  if (isAnswer && isOfRequest(way.trace, call.expression)) return { ...way, at: call, isBack: false }
  return isAnswer || DRESSES.test(text) ? climb(way, call) : undefined
}

/** `upstream.body.pipe(res)`, `upstream.body.pipeTo(Writable.toWeb(res))` */
const piped = (way: Climb, { name, parent: call }: ts.PropertyAccessExpression): End | undefined => {
  if (!/^pipe(To|Through)?$/.test(name.text) || !compiler.isCallExpression(call)) return undefined
  return takesAnswer(way, call.arguments) ? { ...way, at: call, isBack: false } : climb(way, call)
}

const takesAnswer = ({ trace }: Climb, given: readonly ts.Expression[]): boolean =>
  given.some(
    (one) =>
      isOfRequest(trace, one) ||
      (compiler.isCallExpression(one) && one.arguments.some((inner) => isOfRequest(trace, inner))),
  )

/** `sendJson(res, 200, pods)`, `ok(pods)`: what a helper of the program puts around it before it answers, or gives it back. */
const throughHelper = (
  way: Climb,
  call: ts.CallExpression,
  helper: ts.SignatureDeclaration,
  place: number,
): End | undefined => {
  const name = helper.parameters[place]?.name
  if (!name || !compiler.isIdentifier(name)) return undefined
  for (const use of mentionsOf(way.trace, name)) {
    const end = climb({ ...way, helper }, use)
    if (!end) continue
    const { within, isText, own } = end
    return end.isBack ? climb({ ...way, within, isText, own }, call) : { ...end, at: call }
  }
  return undefined
}

/** `res.status(200).json`, `c.json`: a member of what a function around is handed for the request. */
export const isOfRequest = (trace: Trace, callee: ts.Expression): boolean => {
  const root = rootOf(callee)
  let owner: ts.Node | undefined = compiler.isIdentifier(root)
    ? trace.checker.getSymbolAtLocation(root)?.valueDeclaration
    : undefined
  while (owner && (compiler.isBindingElement(owner) || compiler.isObjectBindingPattern(owner)))
    owner = owner.parent
  return owner !== undefined && compiler.isParameter(owner) && functionsAround(callee).includes(owner.parent)
}

const rootOf = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const inner = accessed(node)?.of ?? (compiler.isCallExpression(node) ? node.expression : undefined)
  return inner ? rootOf(inner) : node
}
