import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { dressed, functionAround } from '../../sites/program/syntax/nodes.ts'
import { isMockOfModule } from './given-modules.ts'

const GIVES = /\.mock(Resolved|Return)Value(Once)?$|\.(resolves|returns)$/
const GLOBALS = /\bspyOn\(\s*(globalThis|global|window|self|axios|http|https|undici)\s*,|fetch/i

/**
 * Whether a test says there what a function of the program gives, and not what the service answers: in the place of a
 * module of the program's (`vi.mock('./client', …)`), or of a method (`vi.spyOn(client, 'pods')`, `client.pods = …`).
 * @param asking names of what the calls go through: it gives what the service answers
 */
export const isGivenByOwn = (node: ts.Node, asking: ReadonlySet<string> = new Set()): boolean => {
  for (let at: ts.Node | undefined = node; at && !compiler.isSourceFile(at); at = at.parent) {
    if (!compiler.isCallExpression(at)) continue
    if (isMockOfModule(at)) return true
    const callee = at.expression.getText()
    if (GIVES.test(callee)) return /\bspyOn\(\s*\w+\s*,\s*['"`]/.test(callee) && !GLOBALS.test(callee)
  }
  return isMethodOfStandIn(node, asking)
}

/**
 * `{ pods: async () => [{ … }] }`, where an object that is no answer of `fetch` has functions of its own, or
 * `client.pods = async () => [{ … }]`.
 */
const isMethodOfStandIn = (node: ts.Node, asking: ReadonlySet<string>): boolean => {
  const giver = functionAround(node)
  const member = giver && compiler.isArrowFunction(giver) ? dressed(giver).parent : giver
  if (member && compiler.isBinaryExpression(member)) {
    const { left } = member
    return (
      compiler.isPropertyAccessExpression(left) &&
      !asking.has(left.name.text) &&
      !GLOBALS.test(left.getText()) &&
      !OF_ANSWERS.test(left.name.text) &&
      !/^(global(This)?|window|self|axios|https?|undici)$/.test(left.expression.getText())
    )
  }
  if (!member || !(compiler.isPropertyAssignment(member) || compiler.isMethodDeclaration(member)))
    return false
  return !OF_ANSWERS.test(member.name.getText())
}

/** What has an answer, or gives one. */
const OF_ANSWERS = /^(json|text|body|data|fetch\w*|get|post|put|patch|delete|request|send|resolver|handler)$/i
