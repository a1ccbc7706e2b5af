import type { ts } from 'ts-morph'
import { hostProfiles } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import { frameOf, givenIn, type Scope } from '../../../sites/program/frames/frames.ts'
import { callsOfClosed } from '../../../sites/program/names/closed-function.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * Whether calls of other services may go through a helper: its callers say the host, and not all of them are seen to say
 * this one. What it sends with every call, it would send there as well.
 */
export const servesOthers = (trace: Trace, site: Site, helper: ts.SignatureDeclaration): boolean => {
  const hosts = site.located.flatMap(({ shape, host }) => (host ? shape.slice(0, host[1]) : []))
  const isOurs = (given: readonly ts.Expression[]): boolean =>
    given.flatMap(partsOf).some((one) => isAddress(trace, one, hosts))
  const frames = framesOf(frameOf(site.scope, helper))
  if (!frames.some((frame) => isOurs(givenIn(frame)))) return false
  return !callsOfClosed(trace, helper)?.every(
    (call) => isOurs(call.arguments) || isToUs(trace, site, helper, call),
  )
}

const OURS = [hostProfiles.runpod.is.v1, hostProfiles.runpod.is.v2].map((base) => new URL(base).origin)

/** Whether a call that says a path alone goes to the service as well, by the base that the helper puts before it. */
const isToUs = (
  trace: Trace,
  { sink }: Site,
  helper: ts.SignatureDeclaration,
  call: ts.CallExpression,
): boolean => {
  if (sink.url.kind !== 'expression') return false
  const found = texts(trace, sink.url.node, trace.frame(helper, call, undefined)).map(shapeOf)
  return found.length > 0 && found.every((shape) => OURS.some((host) => shape.startsWith(`${host}/`)))
}

/** A helper's frame, and those in which what it is part of was made: `new Client(base)`. */
const framesOf = (frame: Scope | undefined): readonly Scope[] =>
  frame ? [frame, ...framesOf(frame.made)] : []

/** An argument, with the members of one that is an object: `{ url: … }`. */
const partsOf = (given: ts.Expression): readonly ts.Expression[] => {
  const node = bare(given)
  return compiler.isObjectLiteralExpression(node)
    ? node.properties.flatMap((one) => (compiler.isPropertyAssignment(one) ? one.initializer : []))
    : [node]
}

const isAddress = (trace: Trace, node: ts.Expression, hosts: readonly string[]): boolean =>
  texts(trace, node, undefined)
    .map(shapeOf)
    .some((shape) => hosts.some((host) => shape.startsWith(host)))
