import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, frameOf, givenIn, type Scope } from '../../../sites/program/frames/frames.ts'
import { isTakenOut, restPattern } from '../../../sites/program/held/rest-pattern.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { isEmptyObject } from '../../../sites/program/syntax/entries.ts'
import { bare, dressed, isInside, takenBy } from '../../../sites/program/syntax/nodes.ts'
import { parameterOfPattern } from '../../../sites/program/syntax/taken-apart.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter, replace } from '../../edit/edit.ts'
import { separatorOf } from '../../edit/separator.ts'
import { addProperty } from './add-property.ts'
import { type Inlet, inletOf, inletOfProperty } from './body-inlet.ts'
import { memberPassed, memberSaid } from './spread-choices.ts'

/**
 * Passes the body to where a helper takes it in: as it is where the helper makes JSON of it, else as JSON.
 * @param scope the frames in which it takes it in, where what it calls makes the request (`const { url, init } = build(options)`)
 */
export const throughHelper = (
  trace: Trace,
  site: Site,
  inlet: Inlet | undefined,
  text: string,
  scope = site.scope,
): Edit[] | undefined => inlet && passArgument(trace, site, inlet, text, scope)

/** `const request = build('POST', path)`: what makes the request takes the body in, for this call alone. */
export const throughMaker = (
  trace: Trace,
  site: Site,
  inlet: Inlet | undefined,
  scope: Scope | undefined,
  text: string,
): Edit[] | undefined => {
  const frame = inlet && frameOf(scope, inlet.parameter.parent)
  return frame && isMadeFor(trace, frame.call, site.top) ? passTo(site, frame, inlet, text) : undefined
}

/** Whether what a call gives is made in another call, or kept under a name that only that one mentions. */
const isMadeFor = (trace: Trace, made: ts.Expression, top: ts.Node): boolean => {
  if (isInside(made, top)) return true
  const { parent } = dressed(made)
  return (
    compiler.isVariableDeclaration(parent) &&
    compiler.isIdentifier(parent.name) &&
    !isExported(trace, parent.name) &&
    mentionsOf(trace, parent.name).every((use) => isInside(use, top))
  )
}

/** @param scope the frames that are left on the way out: a helper that tries again by itself has two of its own */
const passArgument = (
  trace: Trace,
  site: Site,
  inlet: Inlet,
  text: string,
  scope: Scope | undefined,
): Edit[] | undefined => {
  const frame = frameOf(scope, inlet.parameter.parent)
  if (!frame) return undefined
  if (frame.call === site.top) return passTo(site, frame, inlet, text)
  const given = argumentFor(frame, inlet.parameter)
  return given && onward(trace, site, inlet, given, text, frame.outer)
}

const passTo = (
  site: Site,
  frame: Scope,
  { parameter, member, isStringified }: Inlet,
  text: string,
): Edit[] | undefined => {
  const given = argumentFor(frame, parameter)
  const value = isStringified || site.sink.serializes ? text : `JSON.stringify(${text})`
  if (member === undefined) return asArgument(frame, parameter, value)
  // What the default says besides (`init = { method: 'POST' }`) would be gone.
  if (!given && parameter.initializer && !isEmptyObject(parameter.initializer)) return undefined
  if (!given) return asArgument(frame, parameter, `{ ${member}: ${value} }`)
  const literal = bare(given)
  if (!compiler.isObjectLiteralExpression(literal)) return undefined
  return memberSaid(literal, member) ? undefined : addProperty(literal, member, value)
}

/** A helper that hands its own parameter, or a member of it, on to the next. */
const onward = (
  trace: Trace,
  site: Site,
  { member, isStringified }: Inlet,
  given: ts.Expression,
  text: string,
  scope: Scope | undefined,
): Edit[] | undefined => {
  const value = bare(given)
  const isMade = member !== undefined && compiler.isObjectLiteralExpression(value)
  const property = isMade ? memberPassed(trace, value, member) : undefined
  const spread = isMade && !property ? spreadLast(value) : undefined
  if (!isMade || spread) {
    const from = spread ?? value
    const whole = restInlet(trace, from, member, isStringified) ?? inletOf(trace, from, isStringified)
    const inner = whole && member !== undefined ? memberOfInlet(whole, member) : whole
    return inner && passArgument(trace, site, inner, text, scope)
  }
  const inner = property && inletOfProperty(trace, property)
  const passed = inner && { ...inner, isStringified: inner.isStringified || isStringified }
  return passed && passArgument(trace, site, passed, text, scope)
}

/** `opts` of `{ ...opts, tries: tries + 1 }`: what says the members that the literal does not. */
const spreadLast = ({ properties }: ts.ObjectLiteralExpression): ts.Identifier | undefined => {
  const last = properties.findLast(compiler.isSpreadAssignment)
  const from = last && bare(last.expression)
  return from && compiler.isIdentifier(from) ? from : undefined
}

/** `options` of `({ retries, ...options })`: the parameter that it is left of, where the member is not taken out. */
const restInlet = (
  trace: Trace,
  value: ts.Expression,
  member: string | undefined,
  isStringified: boolean,
): Inlet | undefined => {
  const pattern = member === undefined ? undefined : restPattern(trace.checker, value)
  const parameter = pattern && parameterOfPattern(trace.checker, pattern)
  return parameter && !isTakenOut(pattern, member as string) ? { parameter, isStringified } : undefined
}

/** A member of what comes in whole; what is itself a member lies too deep. */
const memberOfInlet = (whole: Inlet, member: string): Inlet | undefined =>
  whole.member === undefined ? { ...whole, member } : undefined

const asArgument = (frame: Scope, parameter: ts.ParameterDeclaration, text: string): Edit[] | undefined => {
  const index = takenBy(frame.callee).indexOf(parameter)
  const given = givenIn(frame)
  const last = given.at(-1)
  const here = given[index]
  if (here) return isInside(here, frame.call) ? [replace(here, text)] : undefined
  // An argument that the function was bound to stands elsewhere.
  if (!last || !isInside(last, frame.call)) return undefined
  const separator = separatorOf(last)
  const filler = `${separator}undefined`.repeat(index - given.length)
  return [insertAfter(last, `${filler}${separator}${text}`)]
}
