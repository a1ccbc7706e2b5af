import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { type At, memberAt } from '../../sites/body.ts'
import { argumentFor, frameOf, type Scope } from '../../sites/program/frames/frames.ts'
import { declarationOf, isName } from '../../sites/program/names/symbol.ts'
import { type Access, isAccess, isMade } from '../../sites/program/syntax/access.ts'
import {
  bare,
  functionAround,
  isConst,
  isNothing,
  isOperation,
  nameOf,
  someNode,
  walk,
} from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { memberIn } from './member-in.ts'
import { isReady } from './ready.ts'
import { isPureOperator, isRepeatable } from './repeatable.ts'
import { thisSaid } from './this-said.ts'
import { isDeclaredIn, visibleAt } from './visible.ts'

const MOST_STEPS = 8

/** How an expression may be said elsewhere. */
export interface Saying {
  /** Parts of it for which something else is said. */
  readonly instead?: ReadonlyMap<ts.Node, string>
  /** True where it is said in one place only, so that a local constant may be evaluated there instead. */
  readonly isOnly?: boolean
  /** Whether that constant may be waited for at the place. */
  readonly mayWait?: boolean
  /** Makes a name of another file known at the place; false where that cannot be. */
  readonly borrow?: (name: ts.Identifier) => boolean
  readonly steps?: number
  /** The calls on the way to the sink, for what a constructor or a field says by `this`. */
  readonly way?: Scope | undefined
}

/**
 * An expression of a function on the way to the sink, as it can be said at another place: parameters by what the call
 * passes for them, local constants by what they stand for.
 * @returns undefined where some part of it means nothing there, or may not be evaluated a second time
 */
export const saidAt = (trace: Trace, at: At, place: ts.Node, how: Saying = {}): string | undefined => {
  const { node, scope } = at
  const { instead, steps = 0 } = how
  if (steps > MOST_STEPS) return undefined
  const isWhole = !instead && visibleAt(trace, node, place)
  if (isWhole && !isOnTheWay(trace, node, scope)) return node.getText()
  const parts: { readonly node: ts.Node; readonly text: string }[] = []
  let isSaid = true
  walk(node, (inner) => {
    if (!isSaid) return false
    const other =
      instead?.get(inner) ??
      memberPassed(trace, inner, scope, place, how) ??
      spareSaid(trace, inner, scope, place, how) ??
      ownerSaid(trace, inner, at, place, how)
    if (other !== undefined) parts.push({ node: inner, text: other })
    if (other !== undefined) return false
    const name = compiler.isShorthandPropertyAssignment(inner) ? inner.name : inner
    if (inner.kind === compiler.SyntaxKind.ThisKeyword) isSaid = false
    if (!compiler.isIdentifier(name) || (name === inner && !isName(name))) return undefined
    if (isDeclaredIn(trace, name, node)) return undefined
    const text = nameSaidAt(trace, name, scope, place, how)
    if (text === undefined) isSaid = false
    else if (name !== inner) parts.push({ node: inner, text: `${name.text}: ${text}` })
    else if (text !== name.text) parts.push({ node: inner, text: wrapped(name, text) })
    return name === inner ? undefined : false
  })
  return isSaid ? spliced(node, parts) : undefined
}

/**
 * The same for the parts of one new call: what the outermost caller passes may be anything, as it is evaluated there
 * once before and once after. Where it is wanted a second time, it must be repeatable.
 * @param used what the call evaluates already
 */
export const saidOnce = (
  trace: Trace,
  place: ts.Node,
  used: Set<ts.Node>,
): ((at: At) => string | undefined) => {
  return (at) => {
    const said = saidAt(trace, at, place)
    if (said !== undefined) return said
    const given = passedFor(trace, at)
    if (!given || used.has(given) || !visibleAt(trace, given, place)) return undefined
    used.add(given)
    return given.getText()
  }
}

/** What the outermost caller passes for a parameter. */
const passedFor = (trace: Trace, { node: wanted, scope }: At): ts.Expression | undefined => {
  const node = bare(wanted)
  const declaration = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const frame =
    declaration && compiler.isParameter(declaration) ? frameOf(scope, declaration.parent) : undefined
  const given = frame && argumentFor(frame, declaration as ts.ParameterDeclaration)
  if (!frame || !given) return undefined
  return frame.outer ? (passedFor(trace, { node: given, scope: frame.outer }) ?? given) : given
}

/** Whether a name in it belongs to a function that the way to the sink leads through: another call may mean another value. */
const isOnTheWay = (trace: Trace, node: ts.Expression, scope: Scope | undefined): boolean =>
  someNode(node, (inner) => {
    if (inner.kind === compiler.SyntaxKind.ThisKeyword) return scope !== undefined
    const declaration =
      compiler.isIdentifier(inner) && isName(inner) ? declarationOf(trace, inner) : undefined
    const owner = declaration && parameterOf(declaration)
    return owner !== undefined && frameOf(scope, owner.parent) !== undefined
  })

/** `this`: what the method around it is called on, on the way to the sink. */
const ownerSaid = (
  trace: Trace,
  node: ts.Node,
  { scope }: At,
  place: ts.Node,
  { instead: _, steps = 0, ...same }: Saying,
): string | undefined =>
  thisSaid(node, scope, {
    place,
    way: same.way,
    say: (at) => saidAt(trace, at, place, { ...same, steps: steps + 1 }),
  })

const nameSaidAt = (
  trace: Trace,
  name: ts.Identifier,
  scope: Scope | undefined,
  place: ts.Node,
  how: Saying,
): string | undefined => {
  const { instead: _, steps = 0, ...same } = how
  const next: Saying = { ...same, steps: steps + 1 }
  const declaration = declarationOf(trace, name)
  const parameter = declaration && parameterOf(declaration)
  const frame = parameter && frameOf(scope, parameter.parent)
  if (parameter && frame) {
    const given = argumentFor(frame, parameter)
    if (declaration !== parameter) return memberSaidAt(trace, declaration, given, frame, place, next)
    const value = given ?? parameter.initializer
    const at = value && { node: value, scope: given ? frame.outer : scope }
    const text = at && isRepeatable(at.node) ? saidAt(trace, at, place, next) : undefined
    const spare = given && mayBeMissing(trace, given) ? parameter.initializer : undefined
    if (text === undefined || !spare) return text
    const other = isRepeatable(spare) ? saidAt(trace, { node: spare, scope }, place, next) : undefined
    return other && `${/^[\w$.]+!?$/.test(text) ? text : `(${text})`} ?? ${other}`
  }
  if (visibleAt(trace, name, place) || how.borrow?.(name)) return name.text
  const value = declaration && constantOf(declaration)
  const isThere =
    value && how.isOnly && isLocal(declaration) && isReady(value, how.mayWait ? place : undefined)
  if (!value || !(isThere || isRepeatable(value))) return undefined
  const text = saidAt(trace, { node: value, scope }, place, next)
  if (!text || !compiler.isBindingElement(declaration)) return text
  return `${bare(value) === value ? text : `(${text})`}.${takenAs(declaration)}`
}

/** Whether what is passed may be undefined, so that the parameter's default counts: `count!` is no more there than `count`. */
const mayBeMissing = ({ checker }: Trace, given: ts.Expression): boolean => {
  const { Any, Unknown, Undefined } = compiler.TypeFlags
  const type = checker.getTypeAtLocation(bare(given))
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(({ flags }) => (flags & (Any | Unknown | Undefined)) !== 0)
}

/** Whether a constant is made anew with every call of the function around it. */
const isLocal = (declaration: ts.Declaration): boolean => functionAround(declaration) !== undefined

/** A name taken out of an argument by its parameter: `({ apiKey }) => …`. */
const memberSaidAt = (
  trace: Trace,
  declaration: ts.Declaration,
  given: ts.Expression | undefined,
  frame: Scope,
  place: ts.Node,
  next: Saying,
): string | undefined => {
  if (!given || !compiler.isBindingElement(declaration) || declaration.dotDotDotToken) return undefined
  const name = nameOf(declaration.propertyName ?? declaration.name)
  if (name === undefined || !compiler.isObjectBindingPattern(declaration.parent)) return undefined
  const at = memberAt(trace, given, name, frame.outer)
  if (at) return isRepeatable(at.node) ? saidAt(trace, at, place, next) : undefined
  if (declaration.initializer || !compiler.isIdentifier(bare(given))) return undefined
  const object = saidAt(trace, { node: given, scope: frame.outer }, place, next)
  return object && `${object}.${name}`
}

/** `options.id` where the call passes `{ ...defaults, id }`: what stands there for it, not a member of the whole literal. */
const memberPassed = (
  trace: Trace,
  node: ts.Node,
  scope: Scope | undefined,
  place: ts.Node,
  { instead: _, steps = 0, ...same }: Saying,
): string | undefined => {
  if (!compiler.isPropertyAccessExpression(node)) return undefined
  const { frame, literal } = optionsOf(trace, node, scope) ?? {}
  if (!literal || !compiler.isObjectLiteralExpression(literal)) return undefined
  const name = node.name.text
  const found = memberIn(literal, name)
  if (!found || !isRepeatable(found.node)) return undefined
  const text = saidAt(trace, { node: found.node, scope: frame?.outer }, place, { ...same, steps: steps + 1 })
  const access = found.isSpread && mayBeMissing(trace, found.node) ? '?.' : '.'
  if (text === undefined || found.isSpread) return text && `${text}${access}${name}`
  return wrapped(node, text)
}

/** `KEY` of `options.key ?? KEY`, where this caller's options say none. */
const spareSaid = (
  trace: Trace,
  node: ts.Node,
  scope: Scope | undefined,
  place: ts.Node,
  { instead: _, steps = 0, ...same }: Saying,
): string | undefined => {
  if (!isOperation(node, '??', '||')) return undefined
  const member = bare(node.left)
  const options = isAccess(member) ? optionsOf(trace, member, scope) : undefined
  const isSeen = options && (!options.literal || compiler.isObjectLiteralExpression(options.literal))
  const found = isSeen ? trace.sources(member, scope) : []
  return found.length > 0 && found.every((one) => isNothing(one.node))
    ? saidAt(trace, { node: node.right, scope }, place, { ...same, steps: steps + 1 })
    : undefined
}

/** What a caller passes for the parameter that a member is read of; undefined where it is of none on the way. */
const optionsOf = (
  trace: Trace,
  { expression }: Access,
  scope: Scope | undefined,
): { readonly frame: Scope; readonly literal: ts.Expression | undefined } | undefined => {
  const owner = bare(expression)
  const declared = compiler.isIdentifier(owner) ? declarationOf(trace, owner) : undefined
  const frame = declared && compiler.isParameter(declared) ? frameOf(scope, declared.parent) : undefined
  const given = frame && argumentFor(frame, declared as ts.ParameterDeclaration)
  return frame && { frame, literal: given && bare(given) }
}

/** The parameter that a name is, or is taken out of. */
const parameterOf = (declaration: ts.Declaration): ts.ParameterDeclaration | undefined => {
  if (compiler.isParameter(declaration)) return declaration
  if (!compiler.isBindingElement(declaration)) return undefined
  const owner = declaration.parent.parent
  return compiler.isParameter(owner) ? owner : undefined
}

/** What a constant is made of; of one that is taken out of an object (`const { apiKey } = settings()`), the object. */
const constantOf = (declaration: ts.Declaration): ts.Expression | undefined => {
  const isTaken = compiler.isBindingElement(declaration) && takenAs(declaration) !== undefined
  const whole = isTaken ? declaration.parent.parent : declaration
  const value = compiler.isVariableDeclaration(whole) && isConst(whole) ? whole.initializer : undefined
  return isTaken && value && !compiler.isLeftHandSideExpression(bare(value)) ? undefined : value
}

/** The member that a name is taken out of an object by; undefined where something else may stand for it. */
const takenAs = (element: ts.BindingElement): string | undefined => {
  const { parent, propertyName, name, dotDotDotToken, initializer } = element
  const member = nameOf(propertyName ?? name)
  const isPlain = compiler.isObjectBindingPattern(parent) && !dotDotDotToken && !initializer
  return isPlain && member !== undefined && /^[A-Za-z_$][\w$]*$/.test(member) ? member : undefined
}

/** In parentheses where what stands around it would bind closer. */
const wrapped = (name: ts.Expression, text: string): string => {
  const { parent } = name
  const stands =
    /^[\w$.]+$/.test(text) ||
    (/^[\w$.]+\([^()]*\)$/.test(text) && !isMade(name)) ||
    (compiler.isCallExpression(parent) && parent.expression !== name) ||
    compiler.isTemplateSpan(parent) ||
    compiler.isPropertyAssignment(parent) ||
    (compiler.isBinaryExpression(parent) && !isPureOperator(parent))
  return stands ? text : `(${text})`
}

const spliced = (node: ts.Expression, parts: readonly { node: ts.Node; text: string }[]): string => {
  const from = node.getStart()
  let text = ''
  let at = from
  const source = node.getSourceFile().text
  for (const part of [...parts].sort((a, b) => a.node.getStart() - b.node.getStart())) {
    text += source.slice(at, part.node.getStart()) + part.text
    at = part.node.getEnd()
  }
  return text + source.slice(at, node.getEnd())
}
