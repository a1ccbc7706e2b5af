import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { targetOf } from './guards.ts'

/** A variable that holds a body, with every use of it. */
export interface BodyName {
  readonly name: ts.Identifier
  readonly statement: ts.VariableStatement
  readonly literal: ts.ObjectLiteralExpression
  /** The use that sends it. */
  readonly sent: ts.Identifier
  /** Those that set a member or take one away. */
  readonly writes: readonly ts.Identifier[]
  /** Those that read a member. */
  readonly reads: readonly ts.Identifier[]
}

/**
 * The variable behind what is sent, where nothing but its members is used and nobody else can get hold of it.
 * @param isAside whether a use of the variable may be passed over: one that changes nothing
 */
export const bodyNameOf = (
  trace: Trace,
  node: ts.Expression,
  isAside: (use: ts.Identifier) => boolean = () => false,
): BodyName | undefined => {
  const sent = bare(node)
  const declaration = compiler.isIdentifier(sent) ? onlyDeclaration(trace, sent) : undefined
  if (
    !declaration ||
    !compiler.isVariableDeclaration(declaration) ||
    !compiler.isIdentifier(declaration.name)
  )
    return undefined
  const literal = declaration.initializer && bare(declaration.initializer)
  const statement = declaration.parent.parent
  if (!literal || !compiler.isObjectLiteralExpression(literal) || !compiler.isVariableStatement(statement))
    return undefined
  if (
    !isOneVariable(declaration, statement) ||
    statement.modifiers?.length ||
    sent.getSourceFile() !== declaration.getSourceFile()
  )
    return undefined
  const uses = referencesOf(trace, declaration.name).filter((use) => use !== sent && !isAside(use))
  const writes = uses.filter(isWrite)
  const reads = uses.filter((use) => !writes.includes(use))
  if (!reads.every(isRead)) return undefined
  return { name: declaration.name, statement, literal, sent: sent as ts.Identifier, writes, reads }
}

const onlyDeclaration = (trace: Trace, name: ts.Identifier): ts.Declaration | undefined => {
  const declaration = declarationOf(trace, name)
  const own = declaration && compiler.isVariableDeclaration(declaration) ? declaration.name : undefined
  const symbol = own && trace.checker.getSymbolAtLocation(own)
  return symbol?.declarations?.length === 1 ? declaration : undefined
}

/** Whether a name is one variable, and no other outside of its block: a `var` belongs to its whole function. */
const isOneVariable = (declaration: ts.VariableDeclaration, { parent }: ts.VariableStatement): boolean => {
  const isBlockScoped = (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.BlockScoped) !== 0
  return isBlockScoped || (compiler.isBlock(parent) && compiler.isFunctionLike(parent.parent))
}

/** `body.x`, `body['x']`, `(body as any).x` */
export const memberOf = (
  use: ts.Identifier,
):
  | { readonly access: ts.PropertyAccessExpression | ts.ElementAccessExpression; readonly name: string }
  | undefined => {
  const inner = dressed(use)
  const access = inner.parent
  if (compiler.isPropertyAccessExpression(access) && access.expression === inner)
    return { access, name: access.name.text }
  const isElement = compiler.isElementAccessExpression(access) && access.expression === inner
  return isElement && compiler.isStringLiteralLike(access.argumentExpression)
    ? { access, name: access.argumentExpression.text }
    : undefined
}

const isWrite = (use: ts.Identifier): boolean => {
  const member = memberOf(use)
  if (!member) return isAssigned(use)
  const access = dressed(member.access)
  return targetOf(access.parent) === bare(access)
}

/** `Object.assign(body, …)` as a statement: nobody has what it gives. */
const isAssigned = (use: ts.Identifier): boolean => {
  const call = dressed(use).parent
  return (
    compiler.isCallExpression(call) &&
    call.arguments.length === 2 &&
    call.arguments[0] === dressed(use) &&
    call.expression.getText() === 'Object.assign' &&
    compiler.isExpressionStatement(call.parent)
  )
}

/** A member that is read: neither set by a pattern, nor called. What it holds may be changed, for it stays what it is. */
const isRead = (use: ts.Identifier): boolean => {
  const member = memberOf(use)
  if (!member) return false
  const access = dressed(member.access)
  const { parent } = access
  if (compiler.isCallExpression(parent) && parent.expression === access) return false
  return !isPattern(access)
}

/** Whether a member is set by a pattern or a loop: `[body.x] = …`, `({ a: body.x } = …)`, `for (body.x of …)`. */
export const isPattern = (access: ts.Node): boolean => {
  for (let at = access; at.parent && !compiler.isStatement(at) && !isValue(at.parent); at = at.parent) {
    if (at !== access && targetOf(at.parent) === at) return true
    if (compiler.isForOfStatement(at.parent) || compiler.isForInStatement(at.parent))
      return at.parent.initializer === at
  }
  return false
}

/** What is not part of a pattern: a member of the member, a call, an operation. */
const isValue = (node: ts.Node): boolean =>
  isAccess(node) || compiler.isCallExpression(node) || compiler.isTemplateSpan(node)
