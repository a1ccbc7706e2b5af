import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { endsHere, leaves } from '../syntax/leaves.ts'
import { functionAround, isInside } from '../syntax/nodes.ts'

/**
 * Whether no run gets from where a variable is set to a use of it: the use stands on the other way of an `if` or in another
 * case of a `switch`, or behind one that the run left the function from (`if (!pod) { pod = await create(); return pod }`).
 */
export const neverAfter = (set: ts.Node, use: ts.Node, declared: ts.Node): boolean => {
  if (functionAround(set) !== functionAround(declared)) return false
  let found = false
  for (let at = set; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    // The next time round, it may stand before.
    if (compiler.isIterationStatement(at, false) && isInside(use, at) && !isInside(declared, at)) return false
    if (compiler.isTryStatement(at)) return found
    found ||= compiler.isCaseOrDefaultClause(parent) && isPastCase(at, parent, use)
    if (!compiler.isIfStatement(parent) || at === parent.expression) continue
    const other = at === parent.thenStatement ? parent.elseStatement : parent.thenStatement
    found ||= other !== undefined && isInside(use, other)
    found ||= leaves(at as ts.Statement) && use.getStart() >= parent.getEnd()
  }
  return found
}

/** Whether a case that is left behind a statement keeps a use out: one in another case, or behind all of them. */
const isPastCase = (statement: ts.Node, clause: ts.CaseOrDefaultClause, use: ts.Node): boolean => {
  if (isInside(use, clause) || statement === (clause as ts.CaseClause).expression) return false
  const rest = clause.statements.slice(clause.statements.indexOf(statement as ts.Statement))
  return rest.some(isInside(use, clause.parent) ? endsHere : leaves)
}
