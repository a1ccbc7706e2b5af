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
    targets.every(({ node }) => compiler.isFunctionLike(node) && joins(trace, node, index))
  )
}

const joins = (trace: Trace, { parameters }: ts.SignatureDeclaration, index: number): boolean => {
  const taken = parameters[index] ?? parameters.at(-1)
  if (!taken || !compiler.isIdentifier(taken.name) || (!parameters[index] && !taken.dotDotDotToken))
    return false
  const uses = referencesOf(trace, taken.name)
  return uses.length > 0 && uses.every(taken.dotDotDotToken ? isJoined : isItemJoined)
}

/** `[API, kind, id].join('/')`, by one of its parts. */
const isItemJoined = (use: ts.Expression): boolean => {
  const { parent } = dressed(use)
  return compiler.isArrayLiteralExpression(parent) && isJoined(parent)
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
