import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { argumentFor, framesFrom, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, dressed, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { usesOf } from '../../address/asked/path-asked.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { type Inlet, inletOf } from './body-inlet.ts'
import { inletsOf } from './body-inlets.ts'

/**
 * Where a function on the way asks whether it is given a body (`if (body) confirm()`): a call that is an action now gives
 * one. What makes the text of it, tells its type or chooses the method is meant for that.
 */
export const presenceAsked = (trace: Trace, done: readonly Plan[], root: string): Note[] => {
  const asked = done
    .filter(({ route, site }) => route?.sends && site.scope)
    .flatMap(({ site }) => bodyNames(trace, site))
    .flatMap((name) => usesOf(trace, name).flatMap((use) => askedAt(trace, use) ?? []))
  return [...new Set(asked)].map((node) => ({
    ...positionOf(node, root),
    rule: 'codemod.action-body',
    class: 'follow-up',
    fix: 'see whether it is meant for them, too; else ask for the path or the method',
    confidence: 'medium',
    why: `what is done here hangs on whether there is a body (${node.getText().replace(/\s+/g, ' ')}), and calls that moved to an action give one now`,
  }))
}

/** The names by which the functions on the way know a body, the innermost first. */
const bodyNames = (trace: Trace, { sink, scope }: Site): ts.Identifier[] => {
  const { body } = sink
  const inlets =
    body?.kind === 'member'
      ? inletsOf(trace, { node: body.object, scope }, body.name).map(({ inlet }) => inlet)
      : [body && inletOf(trace, body.node)]
  return inlets.flatMap((inlet) => (inlet ? namesFrom(trace, inlet, [...framesFrom(scope)]) : []))
}

/** The name of a parameter that takes a body in, and those of the parameters that hand it there. */
const namesFrom = (trace: Trace, { parameter, member }: Inlet, frames: readonly Scope[]): ts.Identifier[] => {
  const frame = frames.find(({ callee }) => callee === parameter.parent)
  const own = member === undefined ? parameter.name : elementOf(parameter, member)
  const names = own && compiler.isIdentifier(own) ? [own] : []
  const given = frame && member === undefined ? argumentFor(frame, parameter) : undefined
  const inlet = given && inletOf(trace, given)
  const outer = frame ? frames.slice(frames.indexOf(frame) + 1) : []
  return inlet ? [...names, ...namesFrom(trace, inlet, outer)] : names
}

const elementOf = ({ name }: ts.ParameterDeclaration, member: string): ts.BindingName | undefined =>
  compiler.isObjectBindingPattern(name)
    ? name.elements.find((one) => (one.propertyName ?? one.name).getText() === member)?.name
    : undefined

/** The condition that a name stands in alone, or beside others, where what hangs on it is more than the request's own parts. */
const askedAt = (trace: Trace, use: ts.Expression): ts.Expression | undefined => {
  const condition = conditionAround(use, false)
  if (!condition) return undefined
  const { parent } = condition
  if (compiler.isIfStatement(parent) && parent.expression === condition)
    return isOfRequest(parent) ? undefined : condition
  if (compiler.isConditionalExpression(parent) && parent.condition === condition)
    return isOfRequest(placeOf(parent)) ? undefined : condition
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return undefined
  return usesOf(trace, parent.name).some((one) => askedAt(trace, one)) ? condition : undefined
}

/** `!body`, `body !== undefined`, `method === 'POST' && body`: up to the whole of what is asked. */
const conditionAround = (given: ts.Expression, isAsked: boolean): ts.Expression | undefined => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isPrefixUnaryExpression(parent)) return conditionAround(parent, true)
  if (isOperation(parent, '===', '!==', '==', '!=')) {
    const other = bare(parent.left === node ? parent.right : parent.left)
    return /^(undefined|null|void 0)$/.test(other.getText()) ? conditionAround(parent, true) : undefined
  }
  if (isOperation(parent, '&&', '||') && !isOfRequest(parent)) return conditionAround(parent, isAsked)
  const isTested =
    (compiler.isIfStatement(parent) && parent.expression === node) ||
    (compiler.isConditionalExpression(parent) && parent.condition === node)
  return isAsked || isTested ? node : undefined
}

/** The member that a choice says, with its name. */
const placeOf = (node: ts.Expression): ts.Node => {
  const { parent } = dressed(node)
  return compiler.isPropertyAssignment(parent) || compiler.isVariableDeclaration(parent) ? parent : node
}

/** Makes the text, tells its type, or says the method. */
const isOfRequest = (node: ts.Node): boolean => REQUEST.test(node.getText())

const REQUEST =
  /JSON\.stringify|content-(type|length)|\bheaders\b|\bbody\s*[:=][^=]|['"`](GET|POST|PUT|PATCH|DELETE)['"`]\s*:/i
