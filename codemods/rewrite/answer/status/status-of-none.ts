import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, dressed, functionAround, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isStatusName } from './status-values.ts'

/**
 * Whether what a status is read of is surely no call's answer: an object that is written out, or what the function that
 * makes the call was given, of which nothing is done but to read members.
 */
export const isOfNoAnswer = (trace: Trace, of: ts.Expression, site: Site): boolean => {
  const name = bare(of)
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  if (!declared || !(compiler.isParameter(declared) || compiler.isVariableDeclaration(declared))) return false
  const isThere = compiler.isParameter(declared)
    ? declared.parent === functionAround(site.top)
    : isWrittenOut(declared.initializer)
  return (
    isThere &&
    compiler.isIdentifier(declared.name) &&
    referencesOf(trace, declared.name).every((one) => isOnlyRead(one))
  )
}

const isWrittenOut = (given: ts.Expression | undefined): boolean => {
  const value = given && bare(given)
  return (
    value !== undefined &&
    compiler.isObjectLiteralExpression(value) &&
    value.properties.some(
      (one) =>
        compiler.isPropertyAssignment(one) &&
        isStatusName(nameOf(one.name)) &&
        compiler.isNumericLiteral(bare(one.initializer)),
    )
  )
}

/** `job.status`, and not `job.status = …` or `fill(job)`. */
const isOnlyRead = (use: ts.Expression): boolean => {
  const node = dressed(use)
  const { parent: member } = node
  if (!compiler.isPropertyAccessExpression(member) || member.expression !== node) return false
  const { parent } = dressed(member)
  if (compiler.isCallExpression(parent) && parent.expression === dressed(member)) return false
  return !(
    isStatusName(member.name.text) &&
    compiler.isBinaryExpression(parent) &&
    parent.left === dressed(member) &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  )
}
