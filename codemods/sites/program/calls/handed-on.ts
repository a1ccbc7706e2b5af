import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { givenOn, isOnlyCompared } from '../frames/given-back.ts'
import type { Call, Trace } from '../frames/source.ts'
import { identifiersNamed } from '../names/names-used.ts'
import { symbolBehind } from '../names/symbol.ts'
import { flatText } from '../syntax/flat-text.ts'
import { dressed, functionAround, isFunctionValue, nameOf } from '../syntax/nodes.ts'
import { isCall, isListed } from './calls.ts'

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
  const found: ts.Expression[] = []
  // A set gives what is added on the way as well: where the function goes by other names, and what its makers give.
  const goes = new Set<Name | ts.SignatureDeclaration | undefined>([nameOfCallee(callee), makerOf(callee)])
  // `useCallback(async (path) => …, [])` goes by what that is kept as.
  const given = isFunctionValue(callee) ? givenOn(trace, dressed(callee)) : undefined
  if (given && compiler.isCallExpression(given)) {
    goes.add(keptAs(given)).add(makerOf(given))
    if (isOutOfSight(trace, given)) found.push(given)
  }
  for (const one of goes) {
    const uses = isMaker(one) ? productsOf(trace, one, callee) : one ? usesOf(trace, files, one) : []
    if (isMaker(one)) goes.add(nameOfCallee(one))
    for (const use of uses) {
      if (!isLookedAt(use.getSourceFile())) continue
      goes.add(keptAs(use)).add(makerOf(use))
      if (isOutOfSight(trace, use)) found.push(use)
    }
  }
  return found
}

const isMaker = (one: Name | ts.SignatureDeclaration | undefined): one is ts.SignatureDeclaration =>
  one !== undefined && compiler.isFunctionLike(one)

/** What a function is called in words that a reader knows: by its own name, or by that of what makes it. */
export const wordsFor = (callee: ts.SignatureDeclaration): string => {
  const own = nameOfCallee(callee)
  const maker = own ? undefined : makerOf(callee)
  const makers = maker && nameOfCallee(maker)
  return own?.text ?? (makers ? `what ${makers.text} gives` : 'the function')
}

/** The function that gives another back: `(key) => (path) => …`, `return request`. */
const makerOf = (given: ts.Node): ts.SignatureDeclaration | undefined => {
  const use = compiler.isExpression(given) ? dressed(given) : given
  const { parent } = use
  if (compiler.isReturnStatement(parent)) return functionAround(parent)
  return compiler.isArrowFunction(parent) && parent.body === use ? parent : undefined
}

/** What a function that makes others gives to those who call it: those of the project, or what it is handed to. */
const productsOf = (
  trace: Trace,
  maker: ts.SignatureDeclaration,
  product: ts.SignatureDeclaration,
): ts.Expression[] => {
  const { parent } = isFunctionValue(maker) ? dressed(maker) : maker
  const isTaken = compiler.isCallExpression(parent) && parent.expression !== (maker as ts.Node)
  // `useMemo(() => requestWith(key), [key])` gives it back, `keys.map((key) => requestWith(key))` does not.
  if (isTaken && isForeign(trace, parent))
    return trace.sources(parent, undefined).some(({ node }) => node === product)
      ? [dressed(parent)]
      : [dressed(maker as ts.Expression)]
  return trace
    .callers(maker)
    .map((call) => (compiler.isAwaitExpression(call.parent) ? dressed(call.parent) : dressed(call)))
}

/** What a function goes by: a name, or a member's in quotes (`{ 'send': call }`). */
type Name = ts.Identifier | ts.StringLiteral

const usesOf = (trace: Trace, files: readonly ts.SourceFile[], name: Name): ts.Expression[] => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared) return []
  return files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && symbolBehind(trace, one)?.valueDeclaration === declared)
    .map((one) => givenOn(trace, usedAs(one)))
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
  if (compiler.isArrayLiteralExpression(parent)) return !isOnlyCompared(trace, parent)
  if (compiler.isJsxExpression(parent)) return true
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
