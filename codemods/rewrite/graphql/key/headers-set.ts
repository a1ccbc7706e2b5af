import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { isAssignment, keyOf, setsAnew } from '../../../sites/program/set/assigned.ts'
import { dressed, statementOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** A header that is set where the headers are made already. */
export interface HeaderSet {
  readonly name: string
  readonly value: ts.Expression
  /** False where it is set only sometimes, or beside what it is already. */
  readonly isAlways: boolean
}

/**
 * `const headers = new Headers()`, and each `headers.set('Authorization', …)` after it; `const headers = { … }`, and each
 * `headers.Authorization = …`.
 */
export const headersSet = (trace: Trace, node: ts.Node): readonly HeaderSet[] => {
  const isList = compiler.isNewExpression(node) && node.expression.getText() === 'Headers'
  if (!isList && !compiler.isObjectLiteralExpression(node)) return []
  const { parent } = dressed(node as ts.Expression)
  const holder = compiler.isVariableDeclaration(parent) ? parent.name : undefined
  if (!holder || !compiler.isIdentifier(holder)) return []
  return referencesOf(trace, holder).flatMap((used): HeaderSet[] => {
    const { parent: access } = used
    const call = access.parent
    if (!isList) return memberSet(used, node)
    if (!compiler.isPropertyAccessExpression(access) || !compiler.isCallExpression(call)) return []
    const [name, value] = call.arguments
    const isSet = /^(set|append)$/.test(access.name.text) && call.expression === access
    if (!isSet || !name || !value || !compiler.isStringLiteralLike(name)) return []
    const isAlways = access.name.text === 'set' && statementOf(call).parent === statementOf(node).parent
    return [{ name: name.text, value, isAlways }]
  })
}

const memberSet = ({ parent: access }: ts.Identifier, made: ts.Node): HeaderSet[] => {
  const set = access.parent
  if (!compiler.isBinaryExpression(set) || set.left !== access || !isAssignment(set)) return []
  const name = keyOf(set.left)
  const isAlways = setsAnew(set) && statementOf(set).parent === statementOf(made).parent
  return name === undefined ? [] : [{ name, value: set.right, isAlways }]
}
