import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { dressed, functionAround } from '../../sites/program/syntax/nodes.ts'
import { isMockOfModule } from './given-modules.ts'

const GIVES = /\.mock(Resolved|Return)Value(Once)?$|\.(resolves|returns)$/
const GLOBALS = /\bspyOn\(\s*(globalThis|global|window|self|axios|http|https|undici)\s*,|fetch/i

/**
 * Whether a test says there what a function of the program gives, and not what the service answers: in the place of a
 * module of the program's (`vi.mock('./client', …)`), or of a method (`vi.spyOn(client, 'pods')`).
 */
export const isGivenByOwn = (node: ts.Node): boolean => {
  for (let at: ts.Node | undefined = node; at && !compiler.isSourceFile(at); at = at.parent) {
    if (!compiler.isCallExpression(at)) continue
    if (isMockOfModule(at)) return true
    const callee = at.expression.getText()
    if (GIVES.test(callee)) return /\bspyOn\(\s*\w+\s*,\s*['"`]/.test(callee) && !GLOBALS.test(callee)
  }
  return isMethodOfStandIn(node)
}

/** `{ pods: async () => [{ … }] }`, where an object that is no answer of `fetch` has functions of its own. */
const isMethodOfStandIn = (node: ts.Node): boolean => {
  const giver = functionAround(node)
  const member = giver && compiler.isArrowFunction(giver) ? dressed(giver).parent : giver
  if (!member || !(compiler.isPropertyAssignment(member) || compiler.isMethodDeclaration(member)))
    return false
  return !/^(json|text|body|data|fetch\w*|get|post|put|patch|delete|request|send|resolver|handler)$/i.test(
    member.name.getText(),
  )
}
