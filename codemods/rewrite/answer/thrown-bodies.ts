import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, functionAround, isInside, nameOf, someNode, walk } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isErrorName } from './error-bodies.ts'
import { isMemberRead, type MemberRead, nameRead } from './member-read.ts'

const known = new WeakMap<ts.ParameterDeclaration, readonly MemberRead[]>()

/**
 * Reads of what an error says in a member of the project's own error that keeps the body it was made with:
 * `error.body.message` of `constructor(readonly body: …)`, and `this.body.message` in its class.
 */
export const readsOfKept = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
  parameter: ts.ParameterDeclaration,
): readonly MemberRead[] => {
  const before = known.get(parameter)
  if (before) return before
  const names = compiler.isConstructorDeclaration(callee) ? keptIn(callee, parameter) : []
  const found = names.length > 0 ? readsIn(trace, names, callee.parent) : []
  known.set(parameter, found)
  return found
}

/** A member that an error is given once it is made. */
interface Attached {
  readonly name: string
  readonly value: ts.Expression
}

/** `failed.body = body`, `Object.assign(new Error(…), { status, body })`. */
export const attachedAt = ({ checker }: Trace, node: ts.Node): readonly Attached[] => {
  if (compiler.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const isSet =
      operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isPropertyAccessExpression(left)
    return isSet && isError(madeAs(checker, left.expression)) ? [{ name: left.name.text, value: right }] : []
  }
  if (!compiler.isCallExpression(node) || node.expression.getText() !== 'Object.assign') return []
  const [error, given] = node.arguments.map(bare)
  if (!error || !given || !compiler.isObjectLiteralExpression(given) || !isError(madeAs(checker, error)))
    return []
  return given.properties.flatMap((one): Attached | [] => {
    if (compiler.isShorthandPropertyAssignment(one)) return { name: one.name.text, value: one.name }
    const name = compiler.isPropertyAssignment(one) ? nameOf(one.name) : undefined
    return name === undefined || !compiler.isPropertyAssignment(one) ? [] : { name, value: one.initializer }
  })
}

const madeAs = (checker: ts.TypeChecker, given: ts.Expression): ts.Expression => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node)
    ? checker.getSymbolAtLocation(node)?.valueDeclaration
    : undefined
  const value = declared && compiler.isVariableDeclaration(declared) ? declared.initializer : undefined
  return bare(value ?? node)
}

const isError = (node: ts.Expression): boolean =>
  compiler.isNewExpression(node) && /Error$/.test(node.expression.getText())

const attached = new WeakMap<ts.Expression, readonly MemberRead[]>()

/** The same of an error that the body is put into where it is thrown, which nothing else of the program does under that name. */
export const readsOfAttached = (trace: Trace, { name, value }: Attached): readonly MemberRead[] => {
  const before = attached.get(value)
  if (before) return before
  const maker = functionAround(value) ?? value.getSourceFile()
  const isAnother = (node: ts.Node): boolean =>
    !isInside(node, maker) && attachedAt(trace, node).some((other) => other.name === name)
  const isOnly = !trace.files.some((file) => someNode(file, isAnother))
  const found = isOnly ? readsIn(trace, [name], maker) : []
  attached.set(value, found)
  return found
}

const readsIn = (trace: Trace, names: readonly string[], maker: ts.Node): MemberRead[] => {
  const found: MemberRead[] = []
  for (const file of trace.files)
    walk(file, (node) => {
      if (!isMemberRead(node) || !isErrorName(nameRead(node))) return undefined
      const owner = bare(node.expression)
      if (isMemberRead(owner) && names.includes(nameRead(owner)) && isMade(trace, owner, maker))
        found.push(node)
      return undefined
    })
  return found
}

/** The members that a constructor keeps a parameter in. */
const keptIn = (callee: ts.ConstructorDeclaration, parameter: ts.ParameterDeclaration): string[] => {
  const name = parameter.name.getText()
  const found = compiler.isParameterPropertyDeclaration(parameter, callee) ? [name] : []
  walk(callee, (node) => {
    const isKept =
      compiler.isBinaryExpression(node) &&
      node.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
      compiler.isPropertyAccessExpression(node.left) &&
      node.left.expression.kind === compiler.SyntaxKind.ThisKeyword &&
      bare(node.right).getText() === name
    if (isKept) found.push((node.left as ts.PropertyAccessExpression).name.text)
    return undefined
  })
  return found
}

/** Whether a member is one of what a class makes: of `this` within it, or of a value of its type. */
const isMade = (trace: Trace, read: MemberRead, maker: ts.Node): boolean => {
  const { checker } = trace
  const object = bare(read.expression)
  if (object.kind === compiler.SyntaxKind.ThisKeyword) return isInside(object, maker)
  const type = checker.getTypeAtLocation(object)
  if (type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown))
    return isCaught(checker, object) && onlyKeeps(trace, nameRead(read), maker)
  return type.symbol?.valueDeclaration === maker
}

/** Whether no other class of the program keeps something under a name. */
const onlyKeeps = ({ files }: Trace, name: string, maker: ts.Node): boolean =>
  !files.some((file) =>
    someNode(file, (node) => {
      const isSet =
        compiler.isBinaryExpression(node) &&
        node.operatorToken.kind === compiler.SyntaxKind.EqualsToken &&
        node.left.getText() === `this.${name}`
      const isSaid = compiler.isParameter(node) || compiler.isPropertyDeclaration(node)
      const isMember = isSaid && node.name.getText() === name && isOfClass(node)
      return (isSet || isMember) && !isInside(node, maker)
    }),
  )

/** Whether something is a class's own: `readonly name: …` of its constructor, too. */
const isOfClass = (node: ts.ParameterDeclaration | ts.PropertyDeclaration): boolean =>
  compiler.isPropertyDeclaration(node) || compiler.isParameterPropertyDeclaration(node, node.parent)

/** Whether a value of which no type is said is what a `catch` has caught. */
const isCaught = (checker: ts.TypeChecker, object: ts.Expression): boolean => {
  const declared = compiler.isIdentifier(object)
    ? checker.getSymbolAtLocation(object)?.valueDeclaration
    : undefined
  if (!declared) return false
  if (compiler.isVariableDeclaration(declared)) return compiler.isCatchClause(declared.parent)
  const call = compiler.isParameter(declared) ? declared.parent.parent : undefined
  return (
    call !== undefined &&
    compiler.isCallExpression(call) &&
    compiler.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === 'catch'
  )
}
