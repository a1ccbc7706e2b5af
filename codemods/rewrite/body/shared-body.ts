import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { identifiersNamed } from '../../sites/program/names/names-used.ts'
import { declarationOf, symbolBehind } from '../../sites/program/names/symbol.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { bare, dressed, isInside, isOperation, nameOf } from '../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../sites/site-calls.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Plan } from '../plan.ts'

/** A name that a body is kept under, as a text or in the options of a call. */
interface Home {
  readonly name: ts.Identifier
  /** The member of it that the body is in. */
  readonly member: string | undefined
}

/**
 * Where else the name is used that a body is kept under: `const body = JSON.stringify({ … })` of several calls. What is
 * changed there for one of them is changed for all.
 */
export const usesBeside = (trace: Trace, site: Site, body: ts.Node): readonly ts.Node[] => {
  const { sink } = site
  const calls = new Set(callsOf(site))
  // `req.write(body)` stands beside the call that it is a part of.
  if (sink.body?.kind === 'expression') calls.add(sink.body.node)
  const home = homeOf(trace, body, calls)
  return home ? usesOf(trace, home, calls, new Set()) : []
}

/** Whether everything else that a body is kept for is a call that moves as well. */
export const isSharedOnlyBy = ({ beside = [] }: Plan, moving: ReadonlySet<ts.Node>): boolean =>
  beside.every((use) => isWithin(use, moving))

const isWithin = (node: ts.Node, calls: ReadonlySet<ts.Node>): boolean => {
  for (let at = node; at.parent; at = at.parent) if (calls.has(at)) return true
  return false
}

/** The name that holds, or gives, what a body is a part of; undefined where it is written out in the call. */
const homeOf = (trace: Trace, body: ts.Node, calls: ReadonlySet<ts.Node>): Home | undefined => {
  let member: string | undefined
  for (let at = body; at.parent && !compiler.isSourceFile(at.parent); at = at.parent) {
    if (calls.has(at) || isAround(at, calls)) return undefined
    if (compiler.isObjectLiteralElementLike(at)) member = nameOf(at.name)
    const { parent } = at
    if (isOperation(parent, '=') && parent.right === at) return givenTo(trace, parent.left)
    const isKept = compiler.isVariableDeclaration(parent) || compiler.isPropertyDeclaration(parent)
    const name =
      (isKept && parent.initializer === at) || compiler.isFunctionDeclaration(parent)
        ? parent.name
        : undefined
    if (name) return compiler.isIdentifier(name) ? { name, member } : undefined
    if (compiler.isMethodDeclaration(parent))
      return compiler.isIdentifier(parent.name) ? { name: parent.name, member } : undefined
  }
  return undefined
}

/** Whether a call is made within a function, so that what stands there is the call's own. */
const isAround = (node: ts.Node, calls: ReadonlySet<ts.Node>): boolean =>
  compiler.isFunctionLike(node) && [...calls].some((call) => isInside(call, node))

const usesOf = (trace: Trace, home: Home, calls: ReadonlySet<ts.Node>, seen: Set<ts.Node>): ts.Node[] => {
  if (seen.has(home.name)) return []
  seen.add(home.name)
  const symbol = symbolBehind(trace, home.name)
  const uses = trace.files.flatMap((file) =>
    identifiersNamed(file, home.name.text).filter(
      (one) => one !== home.name && symbolBehind(trace, one) === symbol,
    ),
  )
  return uses.flatMap((name) => {
    const use = wholeOf(name)
    if (isPassing(name) || isSet(use) || isWithin(use, calls) || isOtherRead(use, home)) return []
    const next = isCarried(use) ? homeOf(trace, use, calls) : undefined
    return next ? usesOf(trace, next, calls, seen) : [use]
  })
}

/** `this.init` of `init`, and `initFor(name)` of `initFor`. */
const wholeOf = (name: ts.Identifier): ts.Expression => {
  const { parent } = name
  const read = compiler.isPropertyAccessExpression(parent) && parent.name === name ? parent : name
  return compiler.isCallExpression(read.parent) && read.parent.expression === read ? read.parent : read
}

/** Whether a value goes into a variable as it is, or as a part of an object: `const options = { ...init, signal }`. */
const isCarried = (use: ts.Expression): boolean => {
  let at: ts.Node = dressed(use)
  while (
    compiler.isObjectLiteralExpression(at.parent) ||
    compiler.isObjectLiteralElementLike(at.parent) ||
    compiler.isParenthesizedExpression(at.parent)
  )
    at = at.parent
  return compiler.isVariableDeclaration(at.parent) || (isOperation(at.parent, '=') && at.parent.right === at)
}

/** The variable that a value is put into, or into a member of: `init.body = body`. */
const givenTo = (trace: Trace, target: ts.Expression): Home | undefined => {
  const access = accessed(target)
  const owner = access?.of ?? bare(target)
  const declared = compiler.isIdentifier(owner) ? declarationOf(trace, owner) : undefined
  return declared && compiler.isVariableDeclaration(declared) && compiler.isIdentifier(declared.name)
    ? { name: declared.name, member: access?.name }
    : undefined
}

/** Whether something else is read than what the body says: how long it is goes with it, and so do other options. */
const isOtherRead = ({ parent }: ts.Expression, { member }: Home): boolean => {
  if (compiler.isCallExpression(parent)) return parent.expression.getText() === 'Buffer.byteLength'
  if (!compiler.isPropertyAccessExpression(parent)) return false
  return member === undefined ? parent.name.text === 'length' : parent.name.text !== member
}

/** `text = …`, `init.body = …` */
const isSet = (use: ts.Expression): boolean => {
  const { parent } = use
  const target = compiler.isPropertyAccessExpression(parent) && parent.expression === use ? parent : use
  return isOperation(target.parent, '=') && target.parent.left === target
}

const isPassing = ({ parent }: ts.Identifier): boolean =>
  compiler.isImportSpecifier(parent) || compiler.isExportSpecifier(parent) || compiler.isTypeQueryNode(parent)
