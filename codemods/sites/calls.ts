import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { constructorOf } from './member.ts'
import type { Scope } from './scope.ts'
import type { Call, Source, Tracing } from './source.ts'

/** The functions of the project a call may run. */
export const targets = (t: Tracing, call: Call, scope: Scope | undefined): Source[] => {
  const found = t
    .sources(call.expression, scope)
    .flatMap((source) => functionIn(source, compiler.isNewExpression(call)))
  return found.filter((one, index) => found.findIndex((other) => other.node === one.node) === index)
}

const functionIn = (source: Source, constructs: boolean): Source[] => {
  if (constructs && compiler.isClassLike(source.node)) {
    const callee = constructorOf(source.node)
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
    if (compiler.isCallExpression(node) || compiler.isNewExpression(node))
      for (const target of targetsOf(node)) {
        const list = found.get(target.node) ?? []
        list.push(node)
        found.set(target.node, list)
      }
    compiler.forEachChild(node, record)
  }
  for (const file of files) record(file)
  return found
}
