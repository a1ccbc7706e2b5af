import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { SchemaNode } from '../../../mappings/schemas/walk.ts'
import { compiler } from '../../project/compiler.ts'
import { underFailure } from '../../sites/answers/failure/failure.ts'
import { isOnlyLookedAt } from '../../sites/answers/uses/harmless.ts'
import type { Uses } from '../../sites/answers/uses/uses-walk.ts'
import { isOfError } from '../../sites/answers/uses/within.ts'
import { comparedWith } from '../../sites/program/syntax/logic.ts'
import { dressed } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { readPathsOf } from './reads/read-paths.ts'

/**
 * Where a helper asks of an answer what one API answers otherwise than the other: for a member that only one of them says
 * (`'imageName' in body`, `if (body.status) throw …`), or one that lists have (`'length' in body`).
 */
export const asksUnlike = (
  trace: Trace,
  { asked, reads, opened }: Uses,
  { answer, list, mapping }: Route,
): ts.Node | undefined => {
  const { kindOf, saidNow } = readPathsOf(mapping)
  const isOfFailure = (node: ts.Node): boolean => isOfError(trace, node) || underFailure(trace, node)
  // Who asks for the envelope, and takes no list out of it, means something else by that
  const isTaken = opened.some((node) => !isAsked(node))
  const isUnlike = (name: string | undefined): boolean => {
    if (name === undefined) return true
    if (answer === 'list') return name === list ? !isTaken : name === '' || name in Array.prototype
    return name !== '' && (kindOf([name]) !== undefined) !== (saidNow(name) !== undefined)
  }
  const found =
    asked.find(({ name, node }) => isUnlike(name) && !isOfFailure(node)) ??
    reads.find(({ path, node }) => {
      const now = kindOf(path) === undefined && answer !== 'list' ? saidNow(path.join('.')) : undefined
      return now !== undefined && !isOfFailure(node) && !isNoneOf(now, node)
    })
  return found?.node ?? (isTaken ? undefined : opened.find((node) => !isOfFailure(node)))
}

/** Whether a member is only asked whether it is there. */
const isAsked = (node: ts.Node): boolean => isOnlyLookedAt(dressed(node as ts.Expression).parent)

/** `body.status >= 400`, `body.status === 'FAILED'`, `typeof body.status === 'number'`: what is compared with what v2's member never is. */
const isNoneOf = ({ type, values }: SchemaNode, read: ts.Node): boolean => {
  if (compiler.isBindingElement(read)) return false
  const { parent } = dressed(read as ts.Expression)
  const other = comparedWith(compiler.isTypeOfExpression(parent) ? parent : (read as ts.Expression))
  if (!other) return false
  if (compiler.isTypeOfExpression(parent))
    return other.getText().slice(1, -1) === 'number' && type === 'string'
  if (compiler.isNumericLiteral(other)) return type === 'string'
  return compiler.isStringLiteralLike(other) && values !== undefined && !values.includes(other.text)
}
