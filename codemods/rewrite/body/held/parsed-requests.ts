import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { awaitedAround, dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Where a body is parsed again of a request that is made apart: `await request.clone().json()`. */
export const parsedRequests = (trace: Trace, body: ts.Node): readonly ts.Expression[] => {
  const made = requestAround(body)
  const owner = made && dressed(made).parent
  const name = owner && compiler.isVariableDeclaration(owner) ? owner.name : undefined
  return name && compiler.isIdentifier(name)
    ? referencesOf(trace, name).flatMap((use) => parsedFrom(use) ?? [])
    : []
}

/** `new Request(url, { body })` around its body. */
const requestAround = (body: ts.Node): ts.NewExpression | undefined => {
  let at = body
  while (at.parent && compiler.isExpression(at) && !compiler.isNewExpression(at))
    at = compiler.isObjectLiteralElement(at.parent) ? at.parent.parent : at.parent
  return compiler.isNewExpression(at) && at.expression.getText() === 'Request' ? at : undefined
}

/** `await request.clone().json()` of `request`. */
const parsedFrom = (use: ts.Expression): ts.Expression | undefined => {
  const access = accessOn(use)
  const call = access?.parent
  if (!access || !call || !compiler.isCallExpression(call) || call.expression !== access) return undefined
  const name = accessed(access)?.name ?? ''
  if (name === 'clone') return parsedFrom(call)
  return /^(json|text)$/.test(name) ? awaitedAround(call) : undefined
}
