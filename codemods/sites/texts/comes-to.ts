import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { functionAround } from '../program/syntax/nodes.ts'
import { clauseTaken } from '../program/ways/clauses.ts'
import { beginningOf, holdsFor } from './either.ts'
import type { Next } from './pieces.ts'

/** What changes are made to: a variable, a parameter, or what a parameter is taken apart into. */
export type Owner = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement

/** Whether the program comes to a change by what is asked around it since its owner was made; undefined where it may or may not. */
export const comesTo = (
  trace: Trace,
  change: ts.Node,
  owner: Owner,
  scope: Scope | undefined,
  next: Next,
): boolean | undefined => {
  const home = compiler.isVariableDeclaration(owner) ? owner.parent.parent.parent : functionAround(owner.name)
  let isSure = compiler.isExpressionStatement(change.parent)
  for (let at = change.parent; at !== home; at = at.parent) {
    const { parent } = at
    if (!parent) return undefined
    const isAsked = compiler.isIfStatement(parent) || compiler.isWhileStatement(parent)
    if (isAsked && at !== parent.expression) {
      const holds = holdsFor(trace, parent.expression, scope, next)
      const isOtherwise = compiler.isIfStatement(parent) && at === parent.elseStatement
      if (holds !== undefined && holds === isOtherwise) return false
      isSure &&= holds !== undefined
    } else if (compiler.isCaseOrDefaultClause(at)) {
      const holds = clauseTaken(at, {
        holds: (condition) => holdsFor(trace, condition, scope, next),
        ask: (asked) => next(asked).map(beginningOf),
      })
      if (holds === false) return false
      isSure &&= holds !== undefined
    } else isSure &&= isPassed(parent) || parent === home
  }
  return isSure && functionAround(change) === functionAround(owner.name) ? true : undefined
}

/** What is no condition itself: of a `switch`, its clauses are. */
const isPassed = (node: ts.Node): boolean =>
  compiler.isBlock(node) ||
  compiler.isSwitchStatement(node) ||
  compiler.isCaseBlock(node) ||
  compiler.isCaseOrDefaultClause(node)
