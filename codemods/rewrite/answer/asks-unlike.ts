import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import type { SchemaNode } from '../../../mappings/schemas/walk.ts'
import { compiler } from '../../project/compiler.ts'
import { underFailure } from '../../sites/answers/failure.ts'
import type { Uses } from '../../sites/answers/uses-walk.ts'
import { isOfError } from '../../sites/answers/within.ts'
import { bare, dressed } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { readPathsOf } from './read-paths.ts'

/**
 * Whether a helper asks of an answer what one API answers otherwise than the other: for a member that only one of them says
 * (`'imageName' in body`, `if (body.status) throw …`), or one that lists have (`'length' in body`).
 */
export const asksUnlike = (
  trace: Trace,
  { asked, reads }: Uses,
  { answer, list, mapping }: Route,
): boolean => {
  const { kindOf, saidNow } = readPathsOf(mapping)
  const isOfFailure = (node: ts.Node): boolean => isOfError(trace, node) || underFailure(trace, node)
  const isUnlike = (name: string | undefined): boolean => {
    if (name === undefined) return true
    if (answer === 'list') return name !== list && (name === '' || name in Array.prototype)
    return name !== '' && (kindOf([name]) !== undefined) !== (saidNow(name) !== undefined)
  }
  return (
    asked.some(({ name, node }) => isUnlike(name) && !isOfFailure(node)) ||
    reads.some(({ path, node }) => {
      const now = kindOf(path) === undefined && answer !== 'list' ? saidNow(path.join('.')) : undefined
      return now !== undefined && !isOfFailure(node) && !isNoneOf(now, node)
    })
  )
}

const COMPARES = /^([!=]==?|[<>]=?)$/

/** `body.status >= 400`, `body.status === 'FAILED'`, `typeof body.status === 'number'`: what is compared with what v2's member never is. */
const isNoneOf = ({ type, values }: SchemaNode, read: ts.Node): boolean => {
  if (compiler.isBindingElement(read)) return false
  const held = dressed(read as ts.Expression)
  const isType = compiler.isTypeOfExpression(held.parent)
  const outer = isType ? dressed(held.parent as ts.Expression) : held
  const { parent } = outer
  if (!compiler.isBinaryExpression(parent) || !COMPARES.test(parent.operatorToken.getText())) return false
  const other = bare(parent.left === outer ? parent.right : parent.left)
  if (isType) return compiler.isStringLiteralLike(other) && other.text === 'number' && type === 'string'
  if (compiler.isNumericLiteral(other)) return type === 'string'
  return compiler.isStringLiteralLike(other) && values !== undefined && !values.includes(other.text)
}
