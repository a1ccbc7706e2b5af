import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom, type Scope } from '../../../sites/program/frames/frames.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, isInside, nameOf, takenBy } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** One thing that a function takes: a parameter, or a member that its parameter takes apart. */
export interface Slot {
  readonly name: ts.Identifier
  readonly parameter: ts.ParameterDeclaration
  readonly index: number
  /** The member of the argument, where it is one of several. */
  readonly member?: string
  /** The whole argument is what is sent: `request({ query, variables })`. */
  readonly isWhole?: true
}

/** A function on the way from the caller who says the document to the call of the library. */
export interface Level {
  readonly callee: ts.SignatureDeclaration
  /** The call of it that leads to the caller. */
  readonly call: ts.CallExpression
  /** What the document comes in by. */
  readonly document: Slot
  /** What else is only made part of the request's body. */
  readonly dropped: readonly Slot[]
}

/**
 * The functions on the way, innermost first, where each does nothing with the document and what goes with it but hand
 * it on; undefined where one does more.
 * @param document how the innermost function names the document
 * @param bodies what the request's body is made of in it
 * @param isWhole whether it is named by all that is sent, and is a member of that
 */
export const levelsOf = (
  trace: Trace,
  scope: Scope,
  { document, bodies, isWhole }: { document: ts.Expression; bodies: readonly ts.Node[]; isWhole: boolean },
): Level[] | undefined => {
  const found: Level[] = []
  let named: ts.Expression | undefined = document
  let region = bodies
  for (const frame of framesFrom(scope)) {
    const plain: Level | undefined = named && levelOf(trace, frame, named, region)
    if (!plain) return undefined
    const asMember = { ...plain.document, member: 'query', isWhole: true } as const
    const level = isWhole && found.length === 0 ? { ...plain, document: asMember } : plain
    if (level.document.isWhole && plain.document.member !== undefined) return undefined
    found.push(level)
    named = givenFor(level, level.document)
    if (!named) return undefined
    const whole = level.document.isWhole && level.call.arguments[level.document.index]
    region = whole
      ? [whole]
      : [level.document, ...level.dropped].flatMap((slot) => givenFor(level, slot) ?? [])
  }
  return found
}

const levelOf = (
  trace: Trace,
  { callee, call, given }: Scope,
  named: ts.Expression,
  region: readonly ts.Node[],
): Level | undefined => {
  const name = bare(named)
  if (given || !compiler.isCallExpression(call) || call.arguments.some(compiler.isSpreadElement))
    return undefined
  const slots = slotsOf(callee)
  const declared = compiler.isIdentifier(name) && declarationOf(trace, name)
  const document = slots.find((slot) => slot.name.parent === declared)
  const isOnlyIn = ({ name: own }: Slot): boolean => {
    const mentions = mentionsOf(trace, own)
    return mentions.length > 0 && mentions.every((use) => region.some((node) => isInside(use, node)))
  }
  if (!document || !isOnlyIn(document)) return undefined
  return { callee, call, document, dropped: slots.filter((slot) => slot !== document && isOnlyIn(slot)) }
}

const slotsOf = (callee: ts.SignatureDeclaration): Slot[] =>
  takenBy(callee).flatMap((parameter, index): Slot[] => {
    const { name } = parameter
    if (parameter.dotDotDotToken) return []
    if (compiler.isIdentifier(name)) return [{ name, parameter, index }]
    if (!compiler.isObjectBindingPattern(name)) return []
    return name.elements.flatMap((element) => {
      const member = nameOf(element.propertyName ?? element.name)
      const isPlain = !element.dotDotDotToken && compiler.isIdentifier(element.name) && member !== undefined
      return isPlain ? [{ name: element.name as ts.Identifier, parameter, index, member }] : []
    })
  })

/** How a function names what a slot holds. */
export const textOf = ({ name, member, isWhole }: Slot): string =>
  isWhole ? `${name.text}.${member}` : name.text

/** What the call of a level gives for one of its slots. */
export const givenFor = ({ call }: Level, { index, member }: Slot): ts.Expression | undefined => {
  const given = call.arguments[index]
  if (member === undefined || !given) return given
  const property = propertyOf(given, member)
  if (property && compiler.isShorthandPropertyAssignment(property)) return property.name
  return property && compiler.isPropertyAssignment(property) ? property.initializer : undefined
}

/** The member of an object that is written out, and says each of its members by itself. */
export const propertyOf = (given: ts.Expression, member: string): ts.ObjectLiteralElementLike | undefined => {
  const literal = bare(given)
  if (!compiler.isObjectLiteralExpression(literal)) return undefined
  const isPlain = literal.properties.every(({ name }) => name && nameOf(name) !== undefined)
  return isPlain ? literal.properties.find(({ name }) => nameOf(name) === member) : undefined
}
