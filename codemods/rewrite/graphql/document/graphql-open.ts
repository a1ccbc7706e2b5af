import type { ts } from 'ts-morph'
import { retirements } from '../../../../mappings/hosts.ts'
import { compiler } from '../../../project/compiler.ts'
import { handedOn } from '../../../sites/program/calls/handed-on.ts'
import { dressed } from '../../../sites/program/syntax/nodes.ts'
import { isUnused } from '../../../sites/uncalled.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Plan } from '../../plan.ts'
import { reasons } from '../../reason.ts'
import { short } from '../../reason-text.ts'

/** A call whose whole document comes in by a parameter that nobody in these files gives a document to. */
export const openDocument = (
  trace: Trace,
  { parent: callee }: ts.ParameterDeclaration,
): Pick<Plan, 'operation' | 'left' | 'kept' | 'keptFix'> => {
  const [handed] = handedOn(trace, callee, () => true)
  const taker = takerOf(handed ?? callee) ?? handed?.parent
  if (taker) return { left: reasons.documentFrom(short(taker.getText())) }
  return {
    operation: 'helper',
    kept: 'no call of this GraphQL helper was found in these files',
    keptFix: isUnused(trace, callee)
      ? 'take it out'
      : `see who calls it, or take it out, before GraphQL retires (${retirements.graphql.is.said})`,
  }
}

/** What is called with a function, by itself or as a member of an object: `ipcMain.handle('gql', async (query) => …)`. */
const takerOf = (given: ts.Node): ts.Expression | undefined => {
  let at = compiler.isExpression(given) ? dressed(given) : given
  while (isMember(at.parent) || compiler.isObjectLiteralExpression(at.parent)) at = at.parent
  const { parent } = at
  const isGiven = compiler.isCallExpression(parent) && parent.arguments.some((one) => one === at)
  return isGiven ? parent.expression : undefined
}

const isMember = (node: ts.Node): boolean =>
  compiler.isPropertyAssignment(node) ||
  compiler.isShorthandPropertyAssignment(node) ||
  compiler.isMethodDeclaration(node) ||
  compiler.isParenthesizedExpression(node)
