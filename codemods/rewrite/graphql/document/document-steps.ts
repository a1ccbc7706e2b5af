import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import { argumentFor, frameOf } from '../../../sites/program/frames/frames.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { assignmentsTo } from '../../../sites/program/set/assigned.ts'
import { bare, isConst, isFunctionValue, nameOf, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a name, a member or a call stands for, one step back; undefined where that is not one expression. */
export const stepBack = (trace: Trace, { node, scope }: At): At | undefined => {
  if (compiler.isIdentifier(node)) return named(trace, { node, scope })
  if (compiler.isCallExpression(node)) return returned(trace, { node, scope })
  if (!compiler.isPropertyAccessExpression(node)) return undefined
  const [source, ...others] = trace.sources(node, scope)
  if (!source || others.length > 0 || source.node === node || source.env !== undefined || source.parameter)
    return undefined
  return compiler.isExpression(source.node) && !compiler.isIdentifier(source.node)
    ? { node: source.node, scope: source.scope }
    : undefined
}

const named = (trace: Trace, { node, scope }: At): At | undefined => {
  const declaration = declaredAt(trace, node as ts.Identifier)
  if (!declaration) return undefined
  if (compiler.isVariableDeclaration(declaration)) {
    const isSettled = declaration.initializer && isConstant(trace, declaration)
    return isSettled ? { node: declaration.initializer as ts.Expression, scope } : undefined
  }
  const parameter = compiler.isParameter(declaration) ? declaration : ownerOf(declaration)
  const frame = parameter && frameOf(scope, parameter.parent)
  if (!parameter || !frame) return undefined
  const given = argumentFor(frame, parameter)
  if (parameter === declaration) {
    const value = given ?? parameter.initializer
    return value && { node: value, scope: given ? frame.outer : scope }
  }
  const name = compiler.isBindingElement(declaration)
    ? nameOf(declaration.propertyName ?? declaration.name)
    : undefined
  return given && name !== undefined ? memberAt(trace, given, name, frame.outer) : undefined
}

/** Where a name is declared, in whichever file that is. */
export const declaredAt = (trace: Trace, node: ts.Identifier): ts.Declaration | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  if (!symbol || !(symbol.flags & compiler.SymbolFlags.Alias)) return declarationOf(trace, node)
  return trace.checker.getAliasedSymbol(symbol).declarations?.[0]
}

const ownerOf = (declaration: ts.Declaration): ts.ParameterDeclaration | undefined => {
  if (!compiler.isBindingElement(declaration) || declaration.dotDotDotToken || declaration.initializer)
    return undefined
  const owner = declaration.parent.parent
  return compiler.isParameter(owner) ? owner : undefined
}

/** Whether a variable keeps the value that it is declared with. */
const isConstant = (trace: Trace, declaration: ts.VariableDeclaration): boolean => {
  if (isConst(declaration)) return true
  if (assignmentsTo(trace.checker, declaration).length > 0) return false
  return !new RegExp(`\\b${declaration.name.getText()}\\s*\\+=`).test(declaration.getSourceFile().text)
}

/** What a function of the project with one way out gives. */
const returned = (trace: Trace, { node, scope }: At): At | undefined => {
  const [target, ...others] = trace.targets(node as ts.CallExpression, scope)
  const callee = target?.node as ts.SignatureDeclaration | undefined
  if (!callee || others.length > 0 || frameOf(scope, callee)) return undefined
  const [value, ...more] = returnsOf(callee)
  if (!value || more.length > 0) return undefined
  return { node: value, scope: { callee, call: node as ts.CallExpression, outer: scope } }
}

/** The one expression that a callback gives back, and the callback where it is written out. */
export const resultOf = (
  trace: Trace,
  given: ts.Expression,
): { readonly callee: ts.SignatureDeclaration; readonly value: ts.Expression } | undefined => {
  const node = bare(given)
  const target = isFunctionValue(node)
    ? node
    : trace.sources(node, undefined).find((one) => compiler.isFunctionLike(one.node))?.node
  if (!target || !compiler.isFunctionLike(target)) return undefined
  const callee = target as ts.SignatureDeclaration
  const [value, ...more] = returnsOf(callee)
  const { body } = callee as ts.FunctionLikeDeclaration
  const isShort = !body || !compiler.isBlock(body) || body.statements.length === 1
  return value && more.length === 0 && (isShort || callee === node) ? { callee, value } : undefined
}
