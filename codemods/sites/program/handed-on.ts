import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isCall, isListed } from './calls.ts'
import { flatText } from './flat-text.ts'
import { identifiersNamed } from './names-used.ts'
import { dressed, functionAround, isFunctionValue, nameOf } from './scope.ts'
import type { Call, Trace } from './source.ts'
import { symbolBehind } from './symbol.ts'

/**
 * Where a function is handed to something that is not of the project, or put where nobody here can follow it: what it is
 * called with from there is not known.
 */
export const handedOn = (
  trace: Trace,
  callee: ts.SignatureDeclaration,
  isLookedAt: (file: ts.SourceFile) => boolean,
): ts.Expression[] => {
  const files = trace.files.filter((file) => isLookedAt(file))
  const name = nameOfCallee(callee)
  const names = new Set<Name>(name ? [name] : [])
  const found: ts.Expression[] = []
  // A set gives what is added on the way as well: the other names by which the function goes.
  for (const one of names)
    for (const use of usesOf(trace, files, one)) {
      const other = keptAs(use)
      if (other) names.add(other)
      if (isOutOfSight(trace, use)) found.push(use)
    }
  return found
}

/** What a function goes by: a name, or a member's in quotes (`{ 'send': call }`). */
type Name = ts.Identifier | ts.StringLiteral

const usesOf = (trace: Trace, files: readonly ts.SourceFile[], name: Name): ts.Expression[] => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared) return []
  return files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && symbolBehind(trace, one)?.valueDeclaration === declared)
    .map(usedAs)
}

/** `send` of `const send = call`, `private send = call`, `{ send: call }` and `this.send = call`; of `{ call }`, `call`. */
const keptAs = (use: ts.Expression): Name | undefined => {
  const { parent } = use
  if (compiler.isShorthandPropertyAssignment(parent)) return parent.name
  const isKeeper =
    compiler.isVariableDeclaration(parent) ||
    compiler.isPropertyDeclaration(parent) ||
    compiler.isPropertyAssignment(parent)
  if (isKeeper && parent.initializer === use)
    return compiler.isIdentifier(parent.name) || compiler.isStringLiteral(parent.name)
      ? parent.name
      : undefined
  const isSet = compiler.isBinaryExpression(parent) && parent.right === use && !isKept(parent, use)
  if (!isSet || !compiler.isPropertyAccessExpression(parent.left)) return undefined
  const { expression, name } = parent.left
  const isOwn = expression.kind === compiler.SyntaxKind.ThisKeyword && compiler.isIdentifier(name)
  return isOwn ? name : undefined
}

/** The name other code has for a function: its own, its variable's, its member's. */
export const nameOfCallee = (callee: ts.SignatureDeclaration): ts.Identifier | undefined => {
  const owner = isFunctionValue(callee) ? dressed(callee).parent : callee
  const isNamed =
    compiler.isFunctionDeclaration(owner) ||
    compiler.isMethodDeclaration(owner) ||
    compiler.isVariableDeclaration(owner) ||
    compiler.isPropertyDeclaration(owner) ||
    compiler.isPropertyAssignment(owner)
  return isNamed && owner.name && compiler.isIdentifier(owner.name) ? owner.name : undefined
}

/** The expression that is the function: of `client.call`, the access; of `call.bind(x)`, the call. */
const usedAs = (name: ts.Identifier): ts.Expression => {
  const { parent } = name
  const isMember = compiler.isPropertyAccessExpression(parent) && parent.name === name
  const whole = dressed(isMember ? parent : name)
  const bind = whole.parent
  const isBound =
    compiler.isPropertyAccessExpression(bind) && bind.expression === whole && bind.name.text === 'bind'
  return isBound && compiler.isCallExpression(bind.parent) ? dressed(bind.parent) : whole
}

const isOutOfSight = (trace: Trace, use: ts.Expression): boolean => {
  const { parent } = use
  if (compiler.isPropertyAccessExpression(parent)) return parent.name.text === 'apply' && !isSaid(parent)
  if (isCall(parent)) return parent.expression !== use && isForeign(trace, parent)
  if (compiler.isArrayLiteralExpression(parent) || compiler.isJsxExpression(parent)) return true
  if (compiler.isBinaryExpression(parent)) return isKept(parent, use)
  // What a namespace says under a name of its own is not followed.
  if (compiler.isVariableDeclaration(parent)) return compiler.isModuleBlock(parent.parent.parent.parent)
  const call = callTakingMember(compiler.isReturnStatement(parent) ? getterOf(parent) : parent)
  return call !== undefined && isForeign(trace, call)
}

/** `send.apply(this, [path, body])`: as good as a call. */
const isSaid = ({ parent }: ts.PropertyAccessExpression): boolean => {
  const list = compiler.isCallExpression(parent) ? parent.arguments[1] : undefined
  return list !== undefined && isListed(list)
}

/** What tests do with a function is theirs, and some calls only hand back what they take. */
const HARMLESS =
  /^(vi|jest|sinon|expect|assert|console|Object(?!\.defineProp)|Promise|promisify|util\.promisify|typeof)\b/

/** Whether a call runs something that is not of the project, which may call what it is given. */
const isForeign = (trace: Trace, call: Call): boolean =>
  !HARMLESS.test(call.expression.getText()) && trace.targets(call, undefined).length === 0

/** `registry.call = call`, `exports['call'] = call`: anybody may call it from there. What a module or an object keeps as its own is followed. */
const isKept = (node: ts.BinaryExpression, use: ts.Expression): boolean => {
  if (node.operatorToken.kind !== compiler.SyntaxKind.EqualsToken || node.right !== use) return false
  const { left } = node
  if (compiler.isElementAccessExpression(left)) return true
  if (!compiler.isPropertyAccessExpression(left)) return false
  return !/^(module\.exports|exports|this)\b|\.prototype\b/.test(flatText(left))
}

/** The member of `Object.defineProperty(exports, 'call', { get() { return call } })`, else the statement itself. */
const getterOf = (given: ts.ReturnStatement): ts.Node => {
  const getter = functionAround(given)
  const member = getter && compiler.isMethodDeclaration(getter) ? getter : getter?.parent
  return member && 'name' in member && nameOf(member.name as ts.PropertyName) === 'get' ? member : given
}

/** The call that takes `{ fetcher: call }`. */
const callTakingMember = (property: ts.Node): Call | undefined => {
  const isMember =
    compiler.isPropertyAssignment(property) ||
    compiler.isShorthandPropertyAssignment(property) ||
    compiler.isMethodDeclaration(property)
  if (!isMember || nameOf(property.name) === undefined) return undefined
  const literal = dressed(property.parent as ts.Expression)
  return isCall(literal.parent) && literal.parent.expression !== literal ? literal.parent : undefined
}
