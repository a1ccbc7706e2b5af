import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { isExported } from '../program/names/exported.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { declarationOf } from '../program/names/symbol.ts'
import { bare, isConst } from '../program/syntax/nodes.ts'

/**
 * `new Request(url, init)`, in place or by the name of a constant. One that is also sent elsewhere, or that another is made
 * of (`new Request(request, { method })`), says of no call alone what it asks for.
 */
export const madeRequest = (trace: Trace, given: ts.Expression): ts.NewExpression | undefined => {
  const node = bare(given)
  const made = compiler.isIdentifier(node) ? keptBy(trace, node) : node
  return made && isRequest(made) && !isOfRequest(trace, made) ? made : undefined
}

const isRequest = (node: ts.Node): node is ts.NewExpression =>
  compiler.isNewExpression(node) && node.expression.getText() === 'Request'

/** `new Request(request, …)`: what that is made of says its address, and all that is not said anew. */
const isOfRequest = (trace: Trace, made: ts.NewExpression): boolean => {
  const first = made.arguments?.[0]
  return first !== undefined && trace.sources(first, undefined).some(({ node }) => isRequest(node))
}

const keptBy = (trace: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const declared = declarationOf(trace, name)
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  if (!declared.initializer || !isConst(declared) || isExported(declared.initializer)) return undefined
  const isAlone = mentionsOf(trace, declared.name).every((one) => one === name || isLookedAt(one))
  return isAlone ? bare(declared.initializer) : undefined
}

/** `request.url`, `request.clone().json()`; not `request.clone()`, which is sent as well. */
const isLookedAt = (mention: ts.Identifier): boolean => {
  const { parent } = mention
  if (!compiler.isPropertyAccessExpression(parent) || parent.expression !== mention) return false
  return parent.name.text !== 'clone' || compiler.isPropertyAccessExpression(parent.parent.parent)
}
