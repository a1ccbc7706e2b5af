import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import { argumentFor, frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'

/** What the caller says for a parameter, or for the member of one that a name is taken apart to (`({ url }) => …`). */
export const givenFor = (
  trace: Trace,
  declaration: ts.Declaration,
  scope: Scope | undefined,
): At | undefined => {
  const element = compiler.isBindingElement(declaration) ? declaration : undefined
  const parameter = element?.parent.parent ?? declaration
  const frame = compiler.isParameter(parameter) ? frameOf(scope, parameter.parent) : undefined
  const argument = frame && compiler.isParameter(parameter) ? argumentFor(frame, parameter) : undefined
  if (!frame || !argument) return undefined
  if (!element) return { node: argument, scope: frame.outer }
  const member = element.dotDotDotToken ? undefined : nameOf(element.propertyName ?? element.name)
  return member === undefined ? undefined : memberAt(trace, argument, member, frame.outer)
}
