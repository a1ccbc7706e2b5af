import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessesTo, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * Where the program says a value again that it put into an object: by the member of `{ host: value }` and of
 * `this.host = value`, and behind `new Pod(value)` by the constructor's parameter, in the class and outside of it.
 */
export const heldAt = (trace: Trace, given: ts.Expression): readonly ts.Expression[] => {
  const outer = dressed(given)
  const { parent } = outer
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent))
    return accessesTo(trace, parent, nameOf(parent.name) ?? '')
  if (compiler.isNewExpression(parent)) return inClass(trace, parent, outer)
  const isSet =
    compiler.isBinaryExpression(parent) &&
    parent.right === outer &&
    parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  return isSet ? setOn(trace, bare(parent.left)) : []
}

const setOn = (trace: Trace, left: ts.Expression): readonly ts.Expression[] => {
  if (!compiler.isPropertyAccessExpression(left)) return []
  const { name } = left
  const [declared] = trace.checker.getSymbolAtLocation(name)?.declarations ?? []
  return declared ? accessesTo(trace, declared, name.text).filter((one) => one !== left) : []
}

const inClass = (trace: Trace, made: ts.NewExpression, outer: ts.Expression): readonly ts.Expression[] => {
  const name = bare(made.expression)
  const declared = compiler.isIdentifier(name) ? symbolBehind(trace, name)?.valueDeclaration : undefined
  const maker =
    declared && compiler.isClassLike(declared)
      ? declared.members.find((one) => compiler.isConstructorDeclaration(one) && one.body)
      : undefined
  const place = made.arguments?.indexOf(outer) ?? -1
  const parameter = (maker as ts.ConstructorDeclaration | undefined)?.parameters[place]
  if (!parameter || !compiler.isIdentifier(parameter.name)) return []
  const isMember = compiler.isParameterPropertyDeclaration(parameter, parameter.parent)
  return [
    ...mentionsOf(trace, parameter.name),
    ...(isMember ? accessesTo(trace, parameter, parameter.name.text) : []),
  ]
}
