import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Sent } from '../../../sites/body.ts'
import { isEmptyObject } from '../../../sites/program/syntax/entries.ts'
import { bare, dressed, isInside, isNothing, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { stringified } from '../../../sites/texts/stringified.ts'
import { doesNothing } from '../../dead/pure.ts'
import { replace } from '../../edit/edit.ts'
import type { Part } from '../../plan.ts'
import { type Reason, reasons } from '../../reason.ts'

/**
 * Puts what v2 wants where a call sends something that v1 took no notice of. It is sent always, whatever the program
 * made it hang on before.
 */
export const replaceIgnored = (
  sent: Sent,
  text: string,
  { top, sink: { serializes } }: Site,
): Part | Reason => {
  if (sent.isOneOf || !doesNothing(sent.node) || isStepped(sent.node, top)) return reasons.ignoredBody()
  const place = placeOf({ node: dressed(sent.node), isText: !serializes && !sent.isJson })
  if (!place) return reasons.ignoredBody()
  const json = place.isText ? `JSON.stringify(${text})` : text
  const said = place.member === undefined ? json : `${place.member}: ${json}`
  return { edits: [replace(place.node, said)], mappers: [], findings: nothingLost(sent.node) }
}

/** Whether it is set by a statement that the call may be made without: `if (extra) init.body = …`. */
const isStepped = (node: ts.Node, top: ts.Node): boolean => {
  for (let at = node; at.parent && !isInside(top, at.parent); at = at.parent)
    if (compiler.isStatement(at.parent) && !isPlain(at.parent)) return true
  return false
}

const isPlain = (node: ts.Statement): boolean =>
  compiler.isExpressionStatement(node) || compiler.isVariableStatement(node) || compiler.isBlock(node)

const nothingLost = (node: ts.Expression): Finding[] => (saysNothing(node) ? [] : [NO_NOTICE])

/** Whether a body has no field: `{}`, `'{}'`, `null`. */
export const saysNothing = (node: ts.Expression): boolean => {
  const inner = bare(node)
  const isBlank = compiler.isStringLiteralLike(inner) && BLANK.test(inner.text)
  return isEmptyObject(inner) || isBlank || isNothing(inner)
}

/** JSON that says nothing: `body: '{}'`. */
const BLANK = /^\s*(\{\s*\}|null)?\s*$/

const NO_NOTICE: Finding = {
  code: 'TOLERATED',
  rule: 'codemod.action-body',
  at: 'the body',
  why: 'REST v1 took no notice of what was sent here, so it is sent no more',
}

/** What the body is written over. */
interface Place {
  readonly node: ts.Node
  /** Whether nobody makes JSON of what stands there. */
  readonly isText: boolean
  /** The member that has to be named, where a spread gives way. */
  readonly member?: string
}

/** The outermost choice that what is sent hangs on (`x ? JSON.stringify({}) : undefined`), or what is sent itself. */
const placeOf = (sent: Place & { node: ts.Expression }): Place | undefined => {
  let chosen: Place = sent
  let at: ts.Node = sent.node
  let { isText } = sent
  for (;;) {
    const { parent }: ts.Node = at
    if (compiler.isExpression(parent) && isDress(parent)) at = parent
    else if (isBranch(parent, at)) {
      at = parent
      chosen = { node: at, isText }
    } else if (compiler.isCallExpression(parent) && stringified(parent) === at) {
      at = parent
      isText = true
    } else break
  }
  const property = at.parent
  const spread = compiler.isPropertyAssignment(property) ? spreadAround(property) : undefined
  if (spread === undefined) return chosen
  const member = compiler.isPropertyAssignment(property) ? nameOf(property.name) : undefined
  return spread && member !== undefined ? { node: spread, isText, member } : undefined
}

const isDress = (node: ts.Expression): boolean => bare(node) !== node

const isBranch = (parent: ts.Node, at: ts.Node): boolean => {
  if (compiler.isConditionalExpression(parent)) return parent.condition !== at
  if (!compiler.isBinaryExpression(parent)) return false
  const { kind } = parent.operatorToken
  return (
    (kind === compiler.SyntaxKind.AmpersandAmpersandToken && parent.right === at) ||
    kind === compiler.SyntaxKind.BarBarToken ||
    kind === compiler.SyntaxKind.QuestionQuestionToken
  )
}

/**
 * `...(x ? { body: … } : {})`: the spread that brings nothing but this member.
 * @returns undefined where nothing is spread on a condition; null where that brings something else as well
 */
const spreadAround = (property: ts.PropertyAssignment): ts.SpreadAssignment | null | undefined => {
  const literal = property.parent
  let at: ts.Node = literal
  while (!compiler.isSpreadAssignment(at.parent)) {
    if (!isBranch(at.parent, at) && !(compiler.isExpression(at.parent) && isDress(at.parent)))
      return undefined
    at = at.parent
  }
  const spread = at.parent
  const isAlone = literal.properties.length === 1 && choicesIn(spread.expression, literal)
  return isAlone && doesNothing(spread.expression) ? spread : null
}

/** Whether what is spread is this literal or nothing. */
const choicesIn = (node: ts.Expression, literal: ts.Node): boolean => {
  const inner = bare(node)
  if (inner === literal) return true
  if (compiler.isConditionalExpression(inner))
    return choicesIn(inner.whenTrue, literal) && choicesIn(inner.whenFalse, literal)
  if (compiler.isBinaryExpression(inner)) return choicesIn(inner.right, literal)
  return isNothing(inner) || isEmptyObject(inner)
}
