import type { ts } from 'ts-morph'
import type { ValueKind } from '../../../../mappings/dsl/codec.ts'
import { compiler } from '../../../project/compiler.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isEnvironment } from '../../../sites/program/outside/outside.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, isConst, isOperation } from '../../../sites/program/syntax/nodes.ts'

/** What the type of an expression says of its value; a text or something else, where that is of the environment. */
export const kindOf = (checker: ts.TypeChecker, node: ts.Expression): ValueKind | undefined => {
  if (isOfEnvironment(checker, node)) return 'mixed'
  // Of what has no type (`{ ...settings, ...own }`) the whole has none.
  if (compiler.isObjectLiteralExpression(madeOnce(checker, node))) return 'neither'
  const given = typeAt(checker, node)
  const type = checker.getNonNullableType(given)
  const types = type.isUnion() ? type.types : [type]
  if (types.every(({ flags }) => flags & compiler.TypeFlags.StringLike)) return 'string'
  if (types.every((one) => checker.isArrayType(one) || checker.isTupleType(one))) return 'list'
  if (types.some(({ flags }) => flags & compiler.TypeFlags.StringLike)) return 'mixed'
  return types.every((one) => isNeither(checker, one)) && !mayBeNull(given) ? 'neither' : undefined
}

/** `process.env.SIZE ?? 50`, also by the name of a constant: types of Node.js are not read. */
const isOfEnvironment = (checker: ts.TypeChecker, given: ts.Expression): boolean => {
  const node = madeOnce(checker, given)
  if (isAccess(node)) return isEnvironment(node.expression)
  return isOperation(node, '??', '||') && isOfEnvironment(checker, node.left)
}

/** What a constant is made as that says no type of its own; any other expression itself. */
const madeOnce = (checker: ts.TypeChecker, given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? declarationOf({ checker }, node) : undefined
  const isMade = declared && compiler.isVariableDeclaration(declared) && isConst(declared) && !declared.type
  return isMade && declared.initializer ? madeOnce(checker, declared.initializer) : node
}

const isNeither = (checker: ts.TypeChecker, type: ts.Type): boolean => {
  const { NumberLike, BooleanLike, Object: ObjectType } = compiler.TypeFlags
  if (type.flags & (NumberLike | BooleanLike)) return true
  if (!(type.flags & ObjectType) || checker.isArrayType(type) || checker.isTupleType(type)) return false
  return type.getProperties().length > 0 || checker.getIndexInfosOfType(type).length > 0
}

const mayBeNull = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).some(({ flags }) => flags & compiler.TypeFlags.Null)

/** The type of an expression, which may be the short form of a property. */
export const typeAt = (checker: ts.TypeChecker, node: ts.Expression): ts.Type => {
  if (!compiler.isShorthandPropertyAssignment(node.parent)) return checker.getTypeAtLocation(node)
  const symbol = checker.getShorthandAssignmentValueSymbol(node.parent)
  return symbol ? checker.getTypeOfSymbolAtLocation(symbol, node) : checker.getTypeAtLocation(node)
}

/** The number that a text is made of and of nothing else: `port` of `String(port)`, `` `${port}` `` and `port.toString()`. */
export const numberIn = (checker: ts.TypeChecker, node: ts.Expression): string | undefined => {
  const made = madeOf(node)
  const isNumber = made && (typeAt(checker, made).flags & compiler.TypeFlags.NumberLike) !== 0
  return isNumber ? made.getText() : undefined
}

const madeOf = (node: ts.Expression): ts.Expression | undefined => {
  if (compiler.isTemplateExpression(node)) {
    const [only, ...others] = node.templateSpans
    const isAlone = node.head.text === '' && others.length === 0 && only?.literal.text === ''
    return isAlone ? only.expression : undefined
  }
  if (!compiler.isCallExpression(node)) return undefined
  const { expression: callee, arguments: given } = node
  if (compiler.isIdentifier(callee) && callee.text === 'String' && given.length === 1) return given[0]
  const isText = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'toString'
  return isText && given.length === 0 ? callee.expression : undefined
}
