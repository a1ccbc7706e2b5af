import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { nothing, returnsOf, someNode } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { setsAsked } from './collects-deeds.ts'
import { changesWords } from './only-said.ts'
import { isSaying, leavesOutWords } from './only-says.ts'
import { fillsDeeds } from './sorts-deeds.ts'

/**
 * Whether something is done without the value that else is not, or is not done any more that else ends what is done here,
 * or is waited for and does not speak of the value.
 * @param known what the statement asks comes to without the value
 */
export const doesOtherwise = (
  trace: Trace,
  said: ReadonlySet<string>,
  asked: ts.IfStatement,
  known: boolean,
): boolean => {
  const [without, otherwise] = branchesOf(asked, known)
  const isNoDeed = (one: ts.Statement): boolean => leavesOutWords(trace, one, asked)
  const isWord = (one: ts.Statement): boolean => isSaying(one) || changesWords(trace, one)
  if (statementsOf(without).some((one) => !isWord(one) && !isNoDeed(one))) return true
  if (!otherwise) return false
  if (setsAsked(trace, otherwise, (one) => waits(trace, one))) return true
  return (
    statementsOf(otherwise).some((one) => leaves(one) && !isNoDeed(one)) ||
    (isTelling(trace, otherwise) && !speaksOf(said, otherwise))
  )
}

/** The same in a function that is handed the value, which ends there all the same: what it gives is another matter. */
export const doesOtherwiseIn = (
  trace: Trace,
  said: ReadonlySet<string>,
  asked: ts.IfStatement,
  known: boolean,
): boolean => {
  const [without, otherwise] = branchesOf(asked, known)
  const rest = statementsAfter(asked)
  const runs = (one: ts.Node): boolean => isTelling(trace, one)
  const ends = (branch: ts.Statement | undefined): boolean => statementsOf(branch).some(leaves)
  if (without && (runs(without) || statementsOf(without).some(compiler.isThrowStatement))) return true
  if (ends(otherwise) && rest.some(runs)) return true
  const spared = [...(otherwise ? [otherwise] : []), ...(ends(without) ? rest : [])]
  return spared.some((one) => runs(one) && !speaksOf(said, one))
}

/** What a function gives without the value that it asks for: in that branch, or behind the statement. */
export const givenWithout = (
  asked: ts.IfStatement,
  callee: ts.SignatureDeclaration,
  known: boolean,
): readonly ts.Expression[] => {
  const [without, otherwise] = branchesOf(asked, known)
  const here = statementsOf(without).find(compiler.isReturnStatement)
  if (here) return [here.expression ?? nothing]
  return statementsOf(otherwise).some(leaves) ? returnsOf(callee).filter(({ pos }) => pos >= asked.end) : []
}

/** What runs without the value, and what else. */
const branchesOf = (
  { thenStatement, elseStatement }: ts.IfStatement,
  known: boolean,
): readonly [ts.Statement | undefined, ts.Statement | undefined] =>
  known ? [thenStatement, elseStatement] : [elseStatement, thenStatement]

const statementsAfter = (one: ts.Statement): readonly ts.Statement[] =>
  compiler.isBlock(one.parent) ? one.parent.statements.filter(({ pos }) => pos >= one.end) : []

/** Whether something is done, or put where something is done with it. */
const isTelling = (trace: Trace, node: ts.Node): boolean =>
  waits(trace, node) || fillsDeeds(trace, node, (one) => waits(trace, one))

/** Whether something is done that takes its time: a call of the API does. */
export const waits = (trace: Trace, node: ts.Node): boolean =>
  someNode(
    node,
    (one) =>
      compiler.isAwaitExpression(one) ||
      (compiler.isCallExpression(one) && trace.checker.getTypeAtLocation(one).symbol?.name === 'Promise'),
    compiler.isFunctionLike,
  )

/** Whether a part of the program says a value by one of its names. */
export const speaksOf = (said: ReadonlySet<string>, node: ts.Node): boolean =>
  someNode(
    node,
    (one) =>
      (compiler.isIdentifier(one) || compiler.isPropertyAccessExpression(one)) && said.has(one.getText()),
  )

const statementsOf = (branch: ts.Statement | undefined): readonly ts.Statement[] =>
  branch && compiler.isBlock(branch) ? branch.statements : branch ? [branch] : []

const leaves = (one: ts.Statement): boolean =>
  compiler.isReturnStatement(one) ||
  compiler.isThrowStatement(one) ||
  compiler.isBreakStatement(one) ||
  compiler.isContinueStatement(one)
