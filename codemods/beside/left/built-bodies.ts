import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { isAccess } from '../../sites/program/syntax/access.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isTestFile } from '../files/test-files.ts'

/**
 * `const { body } = podBody(…)`: what a function of the program's makes, and no request. Where nothing in that function
 * moved, it says v1's words as before, and the call translates them.
 */
export const isBuiltAsBefore = (
  trace: Trace,
  given: ts.Expression,
  done: readonly Plan[],
  root: string,
): boolean => {
  const call = callBehind(trace, given)
  const made = call && trace.checker.getResolvedSignature(call)?.declaration
  if (!made || compiler.isJSDocSignature(made) || !('body' in made) || !made.body) return false
  const file = made.getSourceFile()
  if (file.isDeclarationFile || isTestFile(file, root)) return false
  return !done
    .flatMap(({ base, edits }) => [...base, ...edits])
    .some((edit) => edit.file === file && edit.start >= made.getStart() && edit.end <= made.getEnd())
}

/** More names than these are not followed. */
const MOST_NAMES = 4

const callBehind = (trace: Trace, given: ts.Expression, left = MOST_NAMES): ts.CallExpression | undefined => {
  let node = bare(given)
  while (isAccess(node)) node = bare(node.expression)
  if (compiler.isAwaitExpression(node)) node = bare(node.expression)
  if (compiler.isCallExpression(node)) return node
  const declared = compiler.isIdentifier(node) && left > 0 ? declarationOf(trace, node) : undefined
  const variable = declared && variableOf(declared)
  return variable?.initializer && callBehind(trace, variable.initializer, left - 1)
}

/** Of a name in a pattern (`const { body } = …`), the variable whose pattern that is. */
const variableOf = (declared: ts.Node): ts.VariableDeclaration | undefined => {
  let at = declared
  while (compiler.isBindingElement(at)) at = at.parent.parent
  return compiler.isVariableDeclaration(at) ? at : undefined
}
