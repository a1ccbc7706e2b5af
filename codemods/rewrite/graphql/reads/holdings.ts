import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isMember } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, functionAround, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** An object that a value was put into, and the member that gives it again. */
export interface Holding {
  readonly whole: ts.Expression
  readonly name: string
}

/**
 * The objects that hold a value, also where no type tells what is read of them later: `{ host: value }`,
 * `{ get host() { return value } }`, and `new Pod(…)` of a class whose constructor or getter says it.
 */
export const holdingsOf = (trace: Trace, given: ts.Expression): readonly Holding[] => {
  const outer = dressed(given)
  const { parent } = outer
  if (isMember(parent)) return [{ whole: parent.parent, name: nameOf(parent.name) ?? '' }]
  if (compiler.isNewExpression(parent)) return inNew(trace, parent, outer)
  if (compiler.isReturnStatement(parent)) return byGetter(trace, functionAround(parent))
  if (!isOperation(parent, '=') || parent.right !== outer) return []
  const set = bare(parent.left)
  const isOwn =
    compiler.isPropertyAccessExpression(set) && set.expression.kind === compiler.SyntaxKind.ThisKeyword
  return isOwn ? madeOf(trace, set).map((whole) => ({ whole, name: set.name.text })) : []
}

/** `new Pod(value)`, whose constructor says `readonly raw`. */
const inNew = (trace: Trace, made: ts.NewExpression, outer: ts.Expression): readonly Holding[] =>
  trace.targets(made, undefined).flatMap(({ node }) => {
    const place = made.arguments?.indexOf(outer) ?? -1
    const parameter = compiler.isConstructorDeclaration(node) ? node.parameters[place] : undefined
    const isHeld = parameter && compiler.isParameterPropertyDeclaration(parameter, parameter.parent)
    return isHeld && compiler.isIdentifier(parameter.name) ? [{ whole: made, name: parameter.name.text }] : []
  })

const byGetter = (trace: Trace, getter: ts.Node | undefined): readonly Holding[] => {
  if (!getter || !compiler.isGetAccessor(getter)) return []
  const { parent } = getter
  const name = nameOf(getter.name) ?? ''
  const all = compiler.isObjectLiteralExpression(parent) ? [parent] : madeOf(trace, getter)
  return all.map((whole) => ({ whole, name }))
}

/** The places that make an object of the class around a node. */
const madeOf = (trace: Trace, node: ts.Node): readonly ts.NewExpression[] => {
  const owner = compiler.findAncestor(node, compiler.isClassLike)
  const maker = owner?.members.find(compiler.isConstructorDeclaration)
  return maker ? trace.callers(maker).filter(compiler.isNewExpression) : []
}
