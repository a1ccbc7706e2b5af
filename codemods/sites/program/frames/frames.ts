import type { ts } from 'ts-morph'
import { kept } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed, functionsAround, isUndefined, takenBy } from '../syntax/nodes.ts'
import { nodesIn } from '../syntax/walk.ts'

/** One call on the way from the outermost caller to the sink: it says what the function's parameters are. */
export interface Scope {
  readonly callee: ts.SignatureDeclaration
  readonly call: ts.CallExpression | ts.NewExpression
  /** The frame in which the call's arguments are to be read. */
  readonly outer: Scope | undefined
  /** What the function takes, where that is not simply the call's arguments: `f.call(this, …)`, a bound function. */
  readonly given?: readonly ts.Expression[]
  /** The frames in which the function itself was made: its factory's call, its object's `new`. */
  readonly made?: Scope
}

/** The frames on the way to the sink, innermost first. */
export const framesFrom = function* (scope: Scope | undefined): Generator<Scope> {
  for (let frame = scope; frame; frame = frame.outer) yield frame
}

/** The frame of a function, where the way to the sink leads through it. */
export const frameOf = (scope: Scope | undefined, callee: ts.Node): Scope | undefined => {
  for (let frame = scope; frame; frame = frame.outer) {
    if (frame.callee === callee) return withForwarded(frame)
    const around = frameOf(frame.made, callee)
    if (around) return frame.outer ? withOuter(around, frame.outer) : around
  }
  return undefined
}

/** A factory's frame with those its product is called in, where what it was given is read; one for each pair, as identity counts. */
const withOuter = (frame: Scope, outer: Scope): Scope =>
  kept(
    kept(WITHIN, frame, () => new WeakMap()),
    outer,
    () => ({
      ...frame,
      outer: frame.outer ? withOuter(frame.outer, outer) : outer,
    }),
  )

const WITHIN = new WeakMap<Scope, WeakMap<Scope, Scope>>()

/**
 * Of `const call = (...args) => request(...args)`, the parameter that hands on all that the function takes, or takes from
 * there (`(times, ...args) =>`), where it does nothing else with it.
 */
export const forwardedIn = (frame: Scope): ts.ParameterDeclaration | undefined => {
  const [only, ...others] = frame.call.arguments ?? []
  if (!only || others.length > 0 || frame.given || !compiler.isSpreadElement(only)) return undefined
  const name = bare(only.expression)
  if (!compiler.isIdentifier(name)) return undefined
  const isSaid = (one: ts.Node): one is ts.Identifier =>
    compiler.isIdentifier(one) && one.text === name.text && !compiler.isFunctionTypeNode(one.parent.parent)
  for (const callee of functionsAround(only)) {
    const last = takenBy(callee).at(-1)
    if (last?.dotDotDotToken && compiler.isIdentifier(last.name) && last.name.text === name.text)
      return nodesIn(callee, isSaid).every((one) => one === last.name || isSpreadInto(one)) ? last : undefined
  }
  return undefined
}

/** `call(...args)`, which leaves the list as it is. */
const isSpreadInto = (name: ts.Identifier): boolean => {
  const { parent } = dressed(name)
  return (
    compiler.isSpreadElement(parent) &&
    (compiler.isCallExpression(parent.parent) || compiler.isNewExpression(parent.parent))
  )
}

/** What such a function is called with is what it calls the other with, but for what it takes before. */
const withForwarded = (frame: Scope): Scope => {
  const rest = forwardedIn(frame)
  const from = rest && frame.outer && frameOf(frame.outer, rest.parent)
  if (!rest || !from) return frame
  const place = takenBy(from.callee).indexOf(rest)
  const given = place > 0 ? givenIn(from) : []
  if (given.slice(0, place).some(compiler.isSpreadElement)) return frame
  const { made: _, ...call } = from
  const own = frame.made ? { made: frame.made } : {}
  const behind = place > 0 ? { given: given.slice(place) } : {}
  return kept(FORWARDED, frame, () => ({ ...call, ...behind, callee: frame.callee, ...own }))
}

const FORWARDED = new WeakMap<Scope, Scope>()

/** The arguments a frame's function is given. */
export const givenIn = (frame: Scope): readonly ts.Expression[] => {
  const { given, call } = withForwarded(frame)
  return given ?? call.arguments ?? []
}

/** The argument a frame passes for a parameter: undefined where the caller leaves it out. */
export const argumentFor = (frame: Scope, parameter: ts.ParameterDeclaration): ts.Expression | undefined => {
  const index = takenBy(frame.callee).indexOf(parameter)
  const given = givenIn(frame)
  if (given.slice(0, index + 1).some(compiler.isSpreadElement)) return undefined
  const argument = parameter.dotDotDotToken ? undefined : given[index]
  // A default takes the place of what is said to be undefined as well
  return argument && isUndefined(argument) ? undefined : argument
}

/** Whether a call hands over its arguments by a spread, so that none can be told apart. */
export const spreadsArguments = (frame: Scope): boolean => givenIn(frame).some(compiler.isSpreadElement)
