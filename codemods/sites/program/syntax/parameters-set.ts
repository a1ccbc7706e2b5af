import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessed, accessOn } from './access.ts'
import { bare, dressed } from './nodes.ts'

/** `query.set('name', value)`, `query['append'](…)`: the call that sets a parameter on what a use names. */
export const parameterCall = (use: ts.Expression): ts.CallExpression | undefined => {
  const method = accessOn(use)
  const call = method && dressed(method).parent
  const isSet = method && /^(set|append)$/.test(accessed(method)?.name ?? '')
  return isSet && call && compiler.isCallExpression(call) && bare(call.expression) === method
    ? call
    : undefined
}

/** Whether a use of a query gives it no other name and hands it to nobody who may set something on it. */
export const isOnlyHere = (use: ts.Expression): boolean => {
  const access = accessOn(use)
  if (access) return accessed(access)?.name !== undefined
  const whole = dressed(use)
  const { parent } = whole
  if (compiler.isVariableDeclaration(parent)) return parent.initializer !== whole
  const isArgument =
    (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) && parent.expression !== whole
  return !isArgument || /^(String|encodeURI|URLSearchParams)$/.test(parent.expression.getText())
}
