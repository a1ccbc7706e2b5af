import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { parentClass } from './holders.ts'
import { constructorOf } from './member.ts'
import { eachNode, type Scope } from './scope.ts'
import type { Call, Source, Tracing } from './source.ts'

/** The functions of the project a call may run. */
export const targets = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  if (call.expression.kind === compiler.SyntaxKind.SuperKeyword) return parentConstructor(t, call, scope)
  const found = t
    .sources(call.expression, scope)
    .flatMap((source) => functionIn(t, source, compiler.isNewExpression(call)))
  return found.filter((one, index) => found.findIndex((other) => other.node === one.node) === index)
}

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

/** Who calls whom in some files. `targetsOf` is asked once for each call. */
export const callersIn = (
  files: readonly ts.SourceFile[],
  targetsOf: (call: Call) => readonly Source[],
): Map<ts.Node, Call[]> => {
  const found = new Map<ts.Node, Call[]>()
  const record = (node: ts.Node): void => {
    if (!compiler.isCallExpression(node) && !compiler.isNewExpression(node)) return
    for (const target of targetsOf(node)) {
      const list = found.get(target.node) ?? []
      list.push(node)
      found.set(target.node, list)
    }
  }
  for (const file of files) eachNode(file, record)
  return found
}

/** Which classes extend which in some files. */
export const childrenIn = (
  files: readonly ts.SourceFile[],
  parentOf: (node: ts.ClassLikeDeclaration) => ts.Node | undefined,
): Map<ts.Node, ts.ClassLikeDeclaration[]> => {
  const found = new Map<ts.Node, ts.ClassLikeDeclaration[]>()
  const record = (node: ts.Node): void => {
    const parent = compiler.isClassLike(node) && node.heritageClauses ? parentOf(node) : undefined
    if (parent) found.set(parent, [...(found.get(parent) ?? []), node as ts.ClassLikeDeclaration])
  }
  for (const file of files) eachNode(file, record)
  return found
}
