import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { referencesOf } from '../../sites/program/references.ts'
import { dressed } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** A header that is set where the headers are made already. */
export interface HeaderSet {
  readonly name: string
  readonly value: ts.Expression
}

/** `const headers = new Headers()`, and each `headers.set('Authorization', …)` after it. */
export const headersSet = (trace: Trace, node: ts.Node): readonly HeaderSet[] => {
  if (!compiler.isNewExpression(node) || node.expression.getText() !== 'Headers') return []
  const { parent } = dressed(node)
  const holder = compiler.isVariableDeclaration(parent) ? parent.name : undefined
  if (!holder || !compiler.isIdentifier(holder)) return []
  return referencesOf(trace, holder).flatMap(({ parent: access }): HeaderSet[] => {
    const call = access.parent
    if (!compiler.isPropertyAccessExpression(access) || !compiler.isCallExpression(call)) return []
    const [name, value] = call.arguments
    const isSet = /^(set|append)$/.test(access.name.text) && call.expression === access
    return isSet && name && value && compiler.isStringLiteralLike(name) ? [{ name: name.text, value }] : []
  })
}
