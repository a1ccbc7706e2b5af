import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { endsHere } from '../syntax/leaves.ts'
import { type Ask, isSaidAs } from './condition.ts'

/** What tells a condition, and the texts that an expression may be. */
interface Known {
  readonly holds: (condition: ts.Expression) => boolean | undefined
  readonly ask: Ask
}

/** Whether a `switch` comes to one of its clauses, by itself or from the one before; undefined where it may or may not. */
export const clauseTaken = (clause: ts.CaseOrDefaultClause, known: Known): boolean | undefined => {
  const { clauses } = clause.parent
  const before = clauses[clauses.indexOf(clause) - 1]
  const isThrough = before !== undefined && !endsHere(before.statements.at(-1))
  const ways = [isChosen(clause, known), isThrough ? clauseTaken(before, known) : false]
  if (ways.includes(true)) return true
  return ways.includes(undefined) ? undefined : false
}

const isChosen = (clause: ts.CaseOrDefaultClause, known: Known): boolean | undefined => {
  const { clauses, parent: owner } = clause.parent
  const isCase = ({ expression }: ts.CaseClause) => isSame(owner.expression, expression, known)
  if (compiler.isCaseClause(clause)) return isCase(clause)
  const others = clauses.filter(compiler.isCaseClause).map(isCase)
  if (others.includes(true)) return false
  return others.includes(undefined) ? undefined : true
}

/** `switch (method) { case 'GET': … }`, `switch (true) { case method === 'GET': … }` */
const isSame = (asked: ts.Expression, said: ts.Expression, { holds, ask }: Known): boolean | undefined => {
  if (asked.kind === compiler.SyntaxKind.TrueKeyword) return holds(said)
  return compiler.isStringLiteralLike(said) ? isSaidAs(ask(asked), said.text) : undefined
}
