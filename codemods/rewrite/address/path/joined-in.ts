import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { dressed } from '../../../sites/program/syntax/nodes.ts'

/** Whether a literal is handed to a function of the program that joins what it is given, and does nothing else with it: `join(API, 'pods', id)`. */
export const isJoinedIn = (trace: Trace, literal: ts.Node): boolean => {
  const call = literal.parent
  if (!compiler.isCallExpression(call)) return false
  const index = call.arguments.indexOf(literal as ts.Expression)
  const targets = trace.targets(call, undefined)
  return (
    targets.length > 0 &&
    targets.every(({ node }) => compiler.isFunctionLike(node) && joinsRest(trace, node, index))
  )
}

const joinsRest = (trace: Trace, { parameters }: ts.SignatureDeclaration, index: number): boolean => {
  const rest = parameters.at(-1)
  if (!rest?.dotDotDotToken || index < parameters.length - 1 || !compiler.isIdentifier(rest.name))
    return false
  const uses = referencesOf(trace, rest.name)
  return uses.length > 0 && uses.every(isJoined)
}

/** `parts.join('/')`, `[API, ...parts].join('/')`, also of what is filtered or encoded first. */
const isJoined = (use: ts.Expression): boolean => {
  const { parent } = dressed(use)
  if (compiler.isSpreadElement(parent))
    return compiler.isArrayLiteralExpression(parent.parent) && isJoined(parent.parent)
  const access = accessOn(use)
  const call = access?.parent
  if (!access || !call || !compiler.isCallExpression(call) || call.expression !== access) return false
  const name = accessed(access)?.name
  return name === 'join' || (/^(filter|map)$/.test(name ?? '') && isJoined(call))
}
