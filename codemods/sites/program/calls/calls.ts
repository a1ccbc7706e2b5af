import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Call, Source, Tracing } from '../frames/source.ts'
import { extended, parentClass } from '../held/holders.ts'
import { constructorOf } from '../held/member.ts'
import { isEnvironment } from '../outside/outside.ts'
import { bare, classAround, nodesIn } from '../syntax/nodes.ts'
import { runWithArguments } from './runners.ts'

/** The functions of the project a call may run. */
export const targets = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  if (call.expression.kind === compiler.SyntaxKind.SuperKeyword) return parentConstructor(t, call, scope)
  const callees = t.sources(call.expression, scope)
  const functions = (sources: readonly Source[]): Source[] =>
    sources.flatMap((source) => functionIn(t, source, compiler.isNewExpression(call)))
  const found = functions(callees)
  if (found.length > 0) return once(found, scope)
  if (callees.some(({ parameter }) => parameter))
    return once(
      t.closed(() => functions(t.sources(call.expression, scope))),
      scope,
    )
  return once([...calledWith(t, call, scope), ...scheduled(t, call, scope)], scope)
}

/** `limit(call, 'DELETE', path)`: the function, which is given what stands behind it. */
const scheduled = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  const run = runWithArguments(t, call)
  const found = run ? t.sources(run, scope).flatMap((source) => functionIn(t, source, false)) : []
  const given = run ? [...(call.arguments ?? [])].indexOf(run) : -1
  // Of `wrapped.withOptions(options, path)`, the options alone stand before
  return found.map((source) => ({ ...source, unbinds: Math.max(given, 0) + 1 }))
}

/** Each function once; of one that was made in several places nothing is known of its making. */
const once = (found: readonly Source[], scope: Scope | undefined): Source[] => {
  const nodes = [...new Set(found.map(({ node }) => node))]
  return nodes.map((node) => {
    const [first, ...others] = found.filter((one) => one.node === node)
    const isSame = others.every((one) => one.scope === first?.scope && one.bound === first?.bound)
    return isSame && first ? first : { node, scope }
  })
}

/** `f.call(this, …)` and `f.apply(this, […])`. */
const calledWith = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || !/^(call|apply)$/.test(callee.name.text)) return []
  return t
    .sources(callee.expression, scope)
    .flatMap((source) => functionIn(t, source, false))
    .map((source) => ({ ...source, unbinds: 1 }))
}

/**
 * The frame of a call.
 * @param read the frame in which the function was looked for
 */
export const frameFor = (
  target: Source,
  call: Call,
  outer: Scope | undefined,
  read: Scope | undefined,
): Scope => {
  const own = argumentsOf(call)
  const isPlain = !target.bound && !target.unbinds
  const given = [...(target.bound ?? []), ...own.slice(target.unbinds)]
  return {
    callee: target.node as ts.SignatureDeclaration,
    call,
    outer,
    ...(isPlain ? {} : { given }),
    ...(target.scope && target.scope !== read ? { made: target.scope } : {}),
  }
}

/** What a call says, `this` of `f.call(this, …)`, or the function that it runs, included; of `f.apply(this, [a, b])`, as that would. */
const argumentsOf = ({
  expression: callee,
  arguments: own = [] as never,
}: Call): readonly ts.Expression[] => {
  const [self, list] = own
  const isApplied = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'apply'
  return isApplied && self && list && isListed(list) ? [self, ...list.elements] : own
}

/** `[path, body]`, each of them said. */
export const isListed = (list: ts.Expression): list is ts.ArrayLiteralExpression =>
  compiler.isArrayLiteralExpression(list) && !list.elements.some(compiler.isSpreadElement)

/** `super(…)`. */
const parentConstructor = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  let at: ts.Node = call
  while (!compiler.isClassLike(at)) {
    if (compiler.isSourceFile(at)) return []
    at = at.parent
  }
  const parent = parentClass(t, at, scope)
  const node = parent && constructorOf(parent)
  return node ? [{ node, scope }] : []
}

const functionIn = (t: Tracing, source: Source, constructs: boolean): Source[] => {
  if (constructs && compiler.isClassLike(source.node)) {
    const parent = parentClass(t, source.node, source.scope)
    const callee = constructorOf(source.node) ?? (parent && constructorOf(parent))
    return callee ? [{ node: callee, scope: source.scope }] : []
  }
  return compiler.isFunctionLike(source.node) && 'body' in source.node && source.node.body ? [source] : []
}

/** The calls that run a function, each with how the function came to it. */
export type Callers = Map<ts.Node, Map<Call, Source>>

/**
 * Who calls whom in some files. `targetsOf` is asked once for each call.
 * @returns the calls that run nothing that is known so far
 */
export const callersIn = (
  found: Callers,
  calls: Iterable<Call>,
  targetsOf: (call: Call) => readonly Source[],
): Call[] => {
  const others: Call[] = []
  for (const call of calls) {
    const targets = targetsOf(call)
    if (targets.length === 0) others.push(call)
    for (const target of targets) {
      const list = found.get(target.node) ?? new Map<Call, Source>()
      found.set(target.node, list.set(call, target))
    }
  }
  return others
}

/** Every call of some files, in their order. */
export const callsIn = (files: readonly ts.SourceFile[]): Call[] =>
  files.flatMap((file) => nodesIn(file, isCall))

/** A call, also with `new`. */
export const isCall = (node: ts.Node): node is Call =>
  compiler.isCallExpression(node) || compiler.isNewExpression(node)

/** Whether what is called comes in by a parameter: the callers of the function around decide what it is. */
export const isHandedIn = (t: Tracing, { expression: callee }: Call): boolean => {
  let root: ts.Expression = bare(callee)
  while (compiler.isPropertyAccessExpression(root)) root = bare(root.expression)
  if (root.kind === compiler.SyntaxKind.ThisKeyword || root.kind === compiler.SyntaxKind.SuperKeyword)
    return (
      extendsParameter(t, root) ||
      t.sources(callee, undefined).some(({ env, node }) => env !== undefined && !isEnvironment(node))
    )
  if (!compiler.isIdentifier(root)) return false
  return isParameters(t, root, 0)
}

/** `(Base) => class extends Base { … }` */
const extendsParameter = (t: Tracing, node: ts.Node): boolean => {
  const around = classAround(node)
  const parent = around && extended(around)
  return parent !== undefined && compiler.isIdentifier(parent) && isParameters(t, parent, 0)
}

/** Whether a name is a parameter, a part of one, or another name for one. */
const isParameters = (t: Tracing, name: ts.Identifier, depth: number): boolean => {
  let at: ts.Node | undefined = t.checker.getSymbolAtLocation(name)?.valueDeclaration
  while (at && (compiler.isBindingElement(at) || compiler.isObjectBindingPattern(at))) at = at.parent
  if (!at || depth > MOST_NAMES) return false
  if (compiler.isParameter(at)) return true
  let from = compiler.isVariableDeclaration(at) && at.initializer ? bare(at.initializer) : undefined
  while (from && compiler.isPropertyAccessExpression(from)) from = bare(from.expression)
  return from !== undefined && compiler.isIdentifier(from) && isParameters(t, from, depth + 1)
}

const MOST_NAMES = 4

/** Which classes extend which in some files. */
export const childrenIn = (
  files: readonly ts.SourceFile[],
  parentOf: (node: ts.ClassLikeDeclaration) => ts.Node | undefined,
): Map<ts.Node | undefined, ts.ClassLikeDeclaration[]> => {
  const heirs = files
    .flatMap((file) => nodesIn(file, compiler.isClassLike))
    .filter((one) => one.heritageClauses)
  return groupBy(heirs, parentOf)
}
