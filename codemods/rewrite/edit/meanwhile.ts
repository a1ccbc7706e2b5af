import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isName, symbolBehind } from '../../sites/program/names/symbol.ts'
import { changedBy, writesIn } from '../../sites/program/set/steady.ts'
import { accessed, accessOn } from '../../sites/program/syntax/access.ts'
import { dressed, functionAround, isInside, someNode, walk } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Whether something that a value is made of may be set between a call that is handed on and the moment it is made: a
 * variable of others, a member (`this.id`), or what the caller itself sets again before it is told the answer.
 */
export const isSetMeanwhile = (trace: Trace, value: ts.Expression, top: ts.Node): boolean => {
  let isSet = false
  walk(value, (node) => {
    if (compiler.isIdentifier(node) && isName(node)) isSet ||= isNameSet(trace, node, top)
    if (node.kind === compiler.SyntaxKind.ThisKeyword) isSet ||= isMemberSet(node)
    return !isSet
  })
  return isSet
}

const isNameSet = (trace: Trace, name: ts.Identifier, top: ts.Node): boolean => {
  const symbol = symbolBehind(trace, name)
  const declaration = symbol?.declarations?.[0]
  if (!symbol || !declaration || isInside(declaration, top)) return false
  return isSetAgain(trace, symbol, top)
}

/**
 * Whether a variable is set again once a call is made: by others, in a loop around it, or after it.
 * @param said where the call's parts that say the variable begin, where their values are asked for once more after it
 */
export const isSetAgain = (trace: Trace, symbol: ts.Symbol, top: ts.Node, said?: number): boolean => {
  const declaration = symbol.declarations?.[0]
  if (!declaration) return false
  if (isShared(declaration, top)) return true
  const writes = writesIn(trace, declaration.getSourceFile(), new Set([symbol]))
  return writes.some((write) => !isHarmless(write, declaration, top, said))
}

/** What the caller itself sets, before the call is made or once its answer is there. */
const isHarmless = (write: ts.Node, declaration: ts.Node, top: ts.Node, said?: number): boolean => {
  const owner = functionAround(top)
  if (!owner || functionAround(declaration) !== owner || runnerOf(write) !== owner) return false
  if (said === undefined && isWaitedFor(top)) return true
  const isBefore = write.end <= (said ?? top.pos)
  return isBefore && !loopsAround(top, owner).some((loop) => isRepeated(loop, write, declaration))
}

/** The function that a node runs in: a list's own rounds (`ids.forEach((id) => query.append('id', id))`) are over before it goes on. */
const runnerOf = (node: ts.Node): ts.SignatureDeclaration | undefined => {
  const around = functionAround(node)
  return around && isRound(around) ? runnerOf(around.parent) : around
}

const isRound = (callee: ts.SignatureDeclaration): boolean => {
  const { parent } = callee
  if (!compiler.isArrowFunction(callee) || callee.modifiers?.length || !compiler.isCallExpression(parent))
    return false
  return accessed(parent.expression)?.name === 'forEach' && parent.arguments[0] === callee
}

/** Whether the rounds of a loop around a call share a variable (`for (var name of names)`), and do not wait for each other. */
const isShared = (declaration: ts.Node, top: ts.Node): boolean => {
  const { parent } = declaration
  const isVar = compiler.isVariableDeclarationList(parent) && !(parent.flags & compiler.NodeFlags.BlockScoped)
  const owner = functionAround(declaration) ?? declaration.getSourceFile()
  if (!isVar || !loopsAround(top, owner).some((loop) => isInside(declaration, loop))) return false
  return (functionAround(top) ?? owner) !== owner || !isWaitedFor(top)
}

const isRepeated = (loop: ts.Node, write: ts.Node, declaration: ts.Node): boolean =>
  (isInside(write, loop) || write === loop) && !isInside(declaration, loop)

const loopsAround = (top: ts.Node, owner: ts.Node): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at = top; at !== owner && at.parent; at = at.parent)
    if (compiler.isIterationStatement(at, false)) found.push(at)
  return found
}

/** Whether the caller does nothing before a call's answer is there: `await call()`, `return call().then(…)`. */
const isWaitedFor = (top: ts.Node): boolean => {
  let at = top
  while (isPassing(at.parent, at)) at = at.parent
  const { parent } = at
  if (compiler.isAwaitExpression(parent)) return true
  if (compiler.isArrowFunction(parent)) return parent.body === at
  return compiler.isReturnStatement(parent) && !isWithinTry(parent)
}

const isPassing = (parent: ts.Node, at: ts.Node): boolean =>
  dressed(at as ts.Expression) !== at ||
  accessOn(at as ts.Expression) !== undefined ||
  (compiler.isCallExpression(parent) && parent.expression === at)

const isWithinTry = (node: ts.Node): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (compiler.isTryStatement(at) && at.finallyBlock) return true
  return false
}

/** Whether `this.id` is set anywhere but in a constructor. */
const isMemberSet = (self: ts.Node): boolean => {
  const access = accessOn(self as ts.Expression)
  const name = access && accessed(access)?.name
  return name === undefined || isOwnSet(self.getSourceFile(), name)
}

/** Whether a file sets a member of `this` anywhere but in a constructor. */
export const isOwnSet = (file: ts.SourceFile, name: string): boolean =>
  someNode(file, (one) => {
    const around = functionAround(one)
    const isFirst = around !== undefined && compiler.isConstructorDeclaration(around)
    return !isFirst && changedBy(one).some((target) => isOwnMember(target, name))
  })

/** `this.id`, and what lies in it. */
const isOwnMember = (target: ts.Expression, name: string): boolean => {
  const access = accessed(target)
  if (!access) return false
  const isOwn = access.of.kind === compiler.SyntaxKind.ThisKeyword
  return isOwn ? access.name === name || access.name === undefined : isOwnMember(access.of, name)
}
