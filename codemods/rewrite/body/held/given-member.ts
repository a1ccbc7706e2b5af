import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare, nameOf, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * `spec.body` of `const spec = specOf(gpu)`, where that gives `{ body, price }`: the body in there. Only where nothing else
 * is done here with what holds it.
 */
export const givenMember = (trace: Trace, node: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isPropertyAccessExpression(node)) return undefined
  const holder = bare(node.expression)
  const name = node.name.text
  const variable = compiler.isIdentifier(holder) ? declarationOf(trace, holder) : undefined
  if (!variable || !compiler.isVariableDeclaration(variable) || !variable.initializer) return undefined
  if (!compiler.isIdentifier(variable.name)) return undefined
  const isOther = ({ parent }: ts.Identifier): boolean =>
    compiler.isPropertyAccessExpression(parent) && parent.name.text !== name
  const uses = referencesOf(trace, variable.name).filter((use) => use !== holder)
  if (!uses.every(isOther)) return undefined
  const made = onlyReturned(trace, bare(variable.initializer))
  const member = made?.properties.find((one) => one.name && nameOf(one.name) === name)
  if (!member || made?.properties.some(compiler.isSpreadAssignment)) return undefined
  if (compiler.isShorthandPropertyAssignment(member)) return member.name
  return compiler.isPropertyAssignment(member) ? member.initializer : undefined
}

/** The object that a function of the project gives, where it gives but one. */
const onlyReturned = (trace: Trace, call: ts.Expression): ts.ObjectLiteralExpression | undefined => {
  if (!compiler.isCallExpression(call)) return undefined
  const [callee, ...others] = trace.targets(call, undefined)
  if (!callee || others.length > 0 || !compiler.isFunctionLike(callee.node)) return undefined
  const [given, ...more] = returnsOf(callee.node as ts.SignatureDeclaration)
  const value = given && more.length === 0 ? bare(given) : undefined
  return value && compiler.isObjectLiteralExpression(value) ? value : undefined
}
