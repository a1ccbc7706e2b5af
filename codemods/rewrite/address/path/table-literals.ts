import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { usesAcross } from '../../../sites/program/names/names-across.ts'
import { accessesTo, isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { type Access, isAccess } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  isFunctionValue,
  isInside,
  nameOf,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'

/** What a table of the program says for one call alone: `PATHS.reset`, `PATHS.pods.reset(id)`. */
export const tableValue = (trace: Trace, given: ts.Expression, top: ts.Node): ts.Expression | undefined => {
  const node = bare(given)
  const access = bare(compiler.isCallExpression(node) ? node.expression : node)
  if (!compiler.isPropertyAccessExpression(access)) return undefined
  const declared = trace.checker.getSymbolAtLocation(access.name)?.valueDeclaration
  if (!declared || !compiler.isPropertyAssignment(declared)) return undefined
  const uses = accessesTo(trace, declared, access.name.text)
  if (!uses.every((use) => isInside(use, top)) || !isOnlyAsked(trace, declared)) return undefined
  return compiler.isCallExpression(node) ? givenBy(bare(declared.initializer)) : bare(declared.initializer)
}

const givenBy = (callee: ts.Expression): ts.Expression | undefined => {
  const [value, ...others] = isFunctionValue(callee) ? returnsOf(callee) : []
  return others.length === 0 ? value : undefined
}

/** Whether nothing is done with a table, or with a table that it is a part of, but to take members out by their names. */
const isOnlyAsked = (trace: Trace, member: ts.PropertyAssignment): boolean => {
  const holder = dressed(member.parent).parent
  if (compiler.isPropertyAssignment(holder)) {
    const name = nameOf(holder.name)
    const uses = name === undefined ? undefined : accessesTo(trace, holder, name)
    return (uses?.every(isAsked) ?? false) && isOnlyAsked(trace, holder)
  }
  if (!compiler.isVariableDeclaration(holder) || !compiler.isIdentifier(holder.name)) return false
  const uses = isExported(trace, holder.name)
    ? usesAcross(trace, holder.name)
    : mentionsOf(trace, holder.name)
  return uses?.every(isAsked) ?? false
}

const isAsked = (use: ts.Identifier | Access): boolean => {
  const { parent } = dressed(use)
  if (isAccess(parent)) return compiler.isPropertyAccessExpression(parent)
  return compiler.isTypeQueryNode(parent)
}
