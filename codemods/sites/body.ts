import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { laidApart, laidOver } from './laid-over.ts'
import { argumentFor, frameOf, type Scope } from './program/frames/frames.ts'
import { findMember, saysMembers } from './program/held/member.ts'
import { wholeOfRest } from './program/held/rest-of.ts'
import { isTakenOut, restPattern } from './program/held/rest-pattern.ts'
import { declarationOf } from './program/names/symbol.ts'
import { assignmentsTo } from './program/set/assigned.ts'
import { bare, dressed, isOperation, nameOf } from './program/syntax/nodes.ts'
import { parameterOfPattern, parameterTakenApart } from './program/syntax/taken-apart.ts'
import { reached } from './program/ways/taken.ts'
import { constantOf } from './schemas/schemas.ts'
import { frameFor, type Place } from './sink.ts'
import { isEmpty, isText } from './texts/json-text.ts'
import { stringified } from './texts/stringified.ts'
import { holdsNoNull, stripped } from './values/stripped.ts'
import { assignedMembers, type Trace } from './values/trace.ts'

/** An expression with the frame to read it in. */
export interface At {
  readonly node: ts.Expression
  readonly scope: Scope | undefined
}

/** What is sent, as near to the caller as it stands. */
export interface Sent extends At {
  /** Whether JSON is made of it on the way. */
  readonly isJson?: true
  /** Set where something else may be sent in its place. */
  readonly isOneOf?: true
}

const MOST_STEPS = 20

/**
 * The expression that says what is sent, as near to the caller as it stands: parameters are followed to their
 * arguments and `JSON.stringify` is looked into, but local variables are not.
 * @returns undefined where nothing is sent
 */
export const bodyAt = (
  trace: Trace,
  place: Place | undefined,
  scope: Scope | undefined,
): Sent | undefined => {
  if (!place) return undefined
  const within = frameFor(place, scope)
  if (place.kind === 'expression')
    return place.node.pos >= 0 ? outermost(trace, { node: place.node, scope: within }, 0) : undefined
  const [first, ...others] = membersAt(trace, place.object, place.name, within)
  const sent = first && first.node.pos >= 0 ? outermost(trace, first, 0) : undefined
  return sent && others.length > 0 ? { ...sent, isOneOf: true } : sent
}

/** All that an options object may say of a member. */
export const membersAt = (
  trace: Trace,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): readonly At[] => {
  const literals = trace.sources(object, scope).flatMap(({ node, scope: inner }) => {
    const at = saysMembers(node) ? memberAt(trace, node, name, inner) : undefined
    return at ? [at] : []
  })
  const assigned = assignedTo(trace, { node: object, scope }, name)
  const said = [...literals, ...assigned].filter(({ node }) => !isEmpty(bare(node)))
  return said.filter(({ node }, index) => said.findIndex((one) => one.node === node) === index)
}

/** The names by which an object goes that may be given a member: here, in functions that hand it on, or spread into it. */
export const namesFor = (trace: Trace, { node: given, scope }: At, name: string): readonly At[] => {
  const node = bare(given)
  if (compiler.isObjectLiteralExpression(node)) {
    const said = node.properties.findLastIndex((one) => one.name && nameOf(one.name) === name)
    return node.properties
      .filter((one, index) => compiler.isSpreadAssignment(one) && index > said)
      .flatMap((one) => namesFor(trace, { node: (one as ts.SpreadAssignment).expression, scope }, name))
  }
  const parameter = compiler.isIdentifier(node) ? parameterOf(trace, node) : undefined
  const frame = parameter && frameOf(scope, parameter.parent)
  const argument = frame && argumentFor(frame, parameter)
  return [{ node, scope }, ...(argument ? namesFor(trace, { node: argument, scope: frame.outer }, name) : [])]
}

/** What is assigned to a member of an object before it is sent. */
const assignedTo = (trace: Trace, at: At, name: string): readonly At[] =>
  namesFor(trace, at, name).flatMap(({ node, scope }) =>
    reached(trace, assignedMembers(trace.checker, node, name), scope, node).values.map((value) => ({
      node: value,
      scope,
    })),
  )

/** The value of `object.name` as it is written, without following what it names. */
export const memberAt = (
  trace: Trace,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): At | undefined => memberBehind(trace, object, name, scope, 0)

/** Objects that are spread one into the other; one may be spread into itself (`init = { ...init, method }`). */
const MOST_SPREADS = 16

const memberBehind = (
  trace: Trace,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
  spreads: number,
): At | undefined => {
  for (const source of trace.sources(object, scope)) {
    if (!saysMembers(source.node)) continue
    for (const member of findMember({ node: source.node, scope: source.scope }, name)) {
      if ('value' in member) return { node: member.value, scope: source.scope }
      if ('spread' in member) {
        const isMore = spreads < MOST_SPREADS
        const inner = isMore && memberBehind(trace, member.spread, name, source.scope, spreads + 1)
        if (inner) return inner
      } else if (compiler.isShorthandPropertyAssignment(member.declaration)) {
        return { node: member.declaration.name, scope: source.scope }
      }
    }
  }
  const [assigned] = assignedTo(trace, { node: object, scope }, name)
  if (assigned) return assigned
  const whole = wholeOfRest(trace, object, name, scope)
  return whole && memberAt(trace, whole.node, name, whole.scope)
}

/** Follows an expression through parameters to the caller that decides it. */
export const outermostOf = (trace: Trace, at: At): At | undefined => outermost(trace, at, 0)

/** Of `{ … }` in `state ? { … } : {}`, what chooses it or leaves it out: `outermostOf` passes over that. */
export const choiceAround = (trace: Trace, node: ts.Expression): ts.Expression => {
  const outer = dressed(node)
  const { parent } = outer
  const isChosen = compiler.isConditionalExpression(parent)
    ? parent.condition !== outer && trace.assumed(parent.condition) === undefined
    : isOperation(parent, '&&') && parent.right === outer
  return isChosen ? choiceAround(trace, parent as ts.Expression) : node
}

const outermost = (trace: Trace, at: At, steps: number): Sent | undefined => {
  const node = bare(at.node)
  if (steps > MOST_STEPS || isEmpty(node)) return isEmpty(node) ? undefined : at
  const next = (inner: ts.Expression): Sent | undefined =>
    outermost(trace, { node: inner, scope: at.scope }, steps + 1)
  if (compiler.isConditionalExpression(node)) {
    const taken = trace.assumed(node.condition)
    if (taken !== undefined) return next(taken ? node.whenTrue : node.whenFalse)
    return either(at, next(node.whenTrue), next(node.whenFalse))
  }
  const value = stringified(node)
  if (value) {
    const sent = next(value)
    return sent && { ...sent, isJson: true }
  }
  const strip = stripped(trace, node)
  const whole = strip && next(strip.body)
  if (strip && (!whole || !strip.isOfNull || holdsNoNull(trace, whole.node))) return whole
  if (isOperation(node, '&&')) return next(node.right)
  if (isOperation(node, '??', '||')) {
    const left = next(node.left)
    return left && isSurely(trace, left) ? left : either(at, left, next(node.right))
  }
  if (compiler.isIdentifier(node)) return throughParameter(trace, node, at, steps)
  return compiler.isPropertyAccessExpression(node) && at.scope
    ? throughMember(trace, node, at, at.scope, steps)
    : at
}

/** `init.body`, `{ ...defaults, ...init }.body`, `rest.body` */
const throughMember = (
  trace: Trace,
  node: ts.PropertyAccessExpression,
  at: At,
  scope: Scope,
  steps: number,
): Sent | undefined => {
  const parameter = compiler.isIdentifier(node.expression) ? parameterOf(trace, node.expression) : undefined
  if (parameter && frameOf(scope, parameter.parent)) {
    const inner = memberAt(trace, node.expression, node.name.text, scope)
    return inner ? outermost(trace, inner, steps + 1) : undefined
  }
  const laid = laidOver(trace, node, scope)
  if (laid) return laid === 'unsaid' ? undefined : outermost(trace, laid, steps + 1)
  return ofRest(trace, node, at, steps)
}

/** `rest.body` of `const { json, ...rest } = init ?? {}`, where the caller says all that `init` holds. */
const ofRest = (
  trace: Trace,
  { expression, name }: ts.PropertyAccessExpression,
  at: At,
  steps: number,
): Sent | undefined => {
  const pattern = restPattern(trace.checker, expression)
  const parameter = pattern && parameterOfPattern(trace.checker, pattern)
  const frame = parameter && frameOf(at.scope, parameter.parent)
  if (!pattern || !parameter || !frame) return at
  const argument = argumentFor(frame, parameter)
  if (!argument || isTakenOut(pattern, name.text)) return undefined
  const literal = bare(argument)
  if (!compiler.isObjectLiteralExpression(literal) || literal.properties.some(isOpen)) return at
  const inner = memberAt(trace, literal, name.text, frame.outer)
  return inner && outermost(trace, inner, steps + 1)
}

const isOpen = ({ name }: ts.ObjectLiteralElementLike): boolean => !name || nameOf(name) === undefined

/** Of two that may be sent the one that is said; where both are, what chooses between them, as long as it is no text. */
const either = (whole: At, one: Sent | undefined, other: Sent | undefined): Sent | undefined => {
  if (!one || !other) return one ?? other
  if (one.node === other.node) return one.isJson ? one : other
  return one.isJson || other.isJson ? { ...one, isOneOf: true } : whole
}

/** An object that is written out, here or in a constant, is never nothing: `variables ?? {}` is what the caller passes. */
const isSurely = (trace: Trace, { node, isOneOf }: Sent): boolean => {
  const said = bare(node)
  const value = compiler.isIdentifier(said) ? constantOf(trace, said) : said
  return !isOneOf && value !== undefined && compiler.isObjectLiteralExpression(bare(value))
}

const parameterOf = (trace: Trace, node: ts.Identifier): ts.ParameterDeclaration | undefined => {
  const declaration = declarationOf(trace, node)
  return declaration && compiler.isParameter(declaration) ? declaration : undefined
}

const throughParameter = (trace: Trace, node: ts.Identifier, at: At, steps: number): Sent | undefined => {
  const declaration = declarationOf(trace, node)
  if (!declaration) return at
  if (compiler.isVariableDeclaration(declaration)) return aliased(trace, declaration, at, steps)
  const parameter = compiler.isParameter(declaration)
    ? declaration
    : parameterTakenApart(trace.checker, declaration)
  const frame = parameter && frameOf(at.scope, parameter.parent)
  if (!parameter || !frame) {
    const laid = laidApart(trace, declaration, at.scope)
    return laid === 'unsaid' ? undefined : laid ? outermost(trace, laid, steps + 1) : at
  }
  const argument = argumentFor(frame, parameter)
  if (!argument) return undefined
  if (parameter === declaration) return outermost(trace, { node: argument, scope: frame.outer }, steps + 1)
  const name = compiler.isBindingElement(declaration)
    ? nameOf(declaration.propertyName ?? declaration.name)
    : undefined
  const inner = name === undefined ? undefined : memberAt(trace, argument, name, frame.outer)
  return inner ? outermost(trace, inner, steps + 1) : undefined
}

/** `const payload = JSON.stringify(body)`: a name for what is sent; also one that is given it later, on a condition. */
const aliased = (
  trace: Trace,
  declaration: ts.VariableDeclaration,
  at: At,
  steps: number,
): Sent | undefined => {
  const written = assignmentsTo(trace.checker, declaration)
  const set = reached(trace, written, at.scope, at.node)
  const first = declaration.initializer
  const isFilled = first === undefined || isEmpty(bare(first))
  const isNone = (one: ts.Expression): boolean => isEmpty(bare(one))
  const isMade = written.some(isText) && written.every((one) => isText(one) || isNone(one))
  if (isFilled && isMade && set.values.every(isNone)) return undefined
  const [value, ...others] = isFilled && (set.isSure || written.length === 1) ? set.values : [first]
  if (!value || !isText(value)) return at
  const sent = outermost(trace, { node: value, scope: at.scope }, steps + 1)
  const isSetAnew = isFilled ? others.length > 0 : written.length > 0
  return sent && isSetAnew ? { ...sent, isOneOf: true } : sent
}
