import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { givenIn, type Scope } from '../../../sites/program/frames/frames.ts'
import { callsOfClosed } from '../../../sites/program/names/closed-function.ts'
import { bare, functionAround, isNothing, nameOf, takenBy } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { stringified } from '../../../sites/texts/stringified.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import type { Inlet } from '../inlets/body-inlet.ts'
import { literalIn } from '../inlets/literal-in.ts'
import { servesOthers } from '../inlets/serves-others.ts'
import { sayContentType } from './content-type.ts'

/**
 * Teaches a helper that takes a body to say that it is JSON, among headers of its own: where it makes JSON of whatever it
 * is given, or all of its callers can be seen to. Undefined where something else may go through it, or to somebody else, or it says no
 * headers.
 */
export const teachContentType = (trace: Trace, site: Site, inlet: Inlet): Edit[] | undefined => {
  const { options } = site.sink
  const helper = inlet.parameter.parent
  const literal =
    options &&
    framesOf(site.scope)
      .filter(({ callee }) => callee === helper)
      .map((frame) => literalIn(trace, frame, 'headers', options, site.scope))
      .find((found) => found?.properties.some(({ name }) => name && nameOf(name) === 'headers'))
  if (!literal || functionAround(literal) !== helper || OTHERS.test(helper.getText())) return undefined
  if (servesOthers(trace, site, helper)) return undefined
  return inlet.isStringified || areAllJson(trace, inlet) ? sayContentType(trace, site, literal) : undefined
}

/** Bodies that are no JSON, of which a helper speaks that may be given one (`body instanceof FormData ? body : …`). */
const OTHERS = /\b(FormData|URLSearchParams|Blob|ArrayBuffer|ReadableStream)\b/

/** The same for a helper that puts what its caller says among options of its own: `{ ...init, headers: { … } }`. */
export const teachSpread = (
  trace: Trace,
  site: Site,
  said: ts.ObjectLiteralExpression,
  member: string,
): Edit[] | undefined => {
  const frame = framesOf(site.scope).find(({ call }) => call === site.top)
  const place = frame ? givenIn(frame).findIndex((one) => bare(one) === said) : -1
  const parameter = frame && takenBy(frame.callee)[place]
  return parameter && teachContentType(trace, site, { parameter, member, isStringified: false })
}

const framesOf = (scope: Scope | undefined): Scope[] => (scope ? [scope, ...framesOf(scope.outer)] : [])

/** Whether every caller that hands over a body makes JSON of it. */
const areAllJson = (trace: Trace, { parameter, member }: Inlet): boolean => {
  const place = parameter.parent.parameters.indexOf(parameter)
  const calls = callsOfClosed(trace, parameter.parent)
  return (
    calls?.every((call) => {
      if (call.arguments.slice(0, place + 1).some(compiler.isSpreadElement)) return false
      const given = call.arguments[place]
      return given === undefined || (member === undefined ? isJson(given) : isJsonIn(bare(given), member))
    }) ?? false
  )
}

const isJson = (given: ts.Expression): boolean =>
  isNothing(bare(given)) || stringified(bare(given)) !== undefined

const isJsonIn = (given: ts.Expression, member: string): boolean =>
  compiler.isObjectLiteralExpression(given) &&
  given.properties.every((one) => {
    if (!one.name || nameOf(one.name) === undefined) return false
    if (nameOf(one.name) !== member) return true
    return compiler.isPropertyAssignment(one) && isJson(one.initializer)
  })
