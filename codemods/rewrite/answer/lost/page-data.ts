import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { originOf } from '../../../sites/answers/failure/origin.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import { dressed, functionAround, isFunctionValue, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

const MOST_LEVELS = 5

/**
 * Tells whether something is read of what a page's `action` or `loader` gave (`useActionData().pod`) that asks none of some
 * calls: that is the program's own.
 */
export const isOfPageAlone = (
  trace: Trace,
  calls: readonly ts.Node[],
): ((object: ts.Expression) => boolean) => {
  let leading: ReadonlySet<ts.Node> | undefined
  return (object) => {
    const given = pageGiving(trace, object)
    if (given === undefined) return false
    leading ??= leadingTo(trace, calls)
    return !leading.has(given)
  }
}

/** The function that gives what a page takes: `action` of the file for `useActionData()`. */
const pageGiving = (trace: Trace, object: ts.Expression): ts.Node | undefined => {
  const origin = originOf(trace, object)
  if (origin && compiler.isParameter(origin)) {
    const list = listBehind(origin)
    return list && pageGiving(trace, list)
  }
  if (!origin || !compiler.isCallExpression(origin)) return undefined
  const [, kind] = /^use(Action|Loader)Data$/.exec(origin.expression.getText()) ?? []
  return kind === undefined ? undefined : functionNamed(origin.getSourceFile(), kind.toLowerCase())
}

/** `pods` of `pods.map((pod) => …)` */
const listBehind = ({ parent: callee }: ts.ParameterDeclaration): ts.Expression | undefined => {
  const call = isFunctionValue(callee) ? dressed(callee).parent : undefined
  return call && compiler.isCallExpression(call) ? accessed(call.expression)?.of : undefined
}

const functionNamed = (file: ts.SourceFile, name: string): ts.Node | undefined =>
  [...nodesIn(file, compiler.isFunctionDeclaration), ...nodesIn(file, compiler.isArrowFunction)].find(
    (one) => {
      const { parent } = one
      const said = compiler.isFunctionDeclaration(one)
        ? one.name
        : compiler.isVariableDeclaration(parent)
          ? parent.name
          : undefined
      return said?.getText() === name
    },
  )

/** The functions that lead to some calls. */
const leadingTo = (trace: Trace, calls: readonly ts.Node[]): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>()
  const climb = (call: ts.Node, level: number): void => {
    for (let at = functionAround(call); at; at = functionAround(at)) {
      if (found.has(at)) continue
      found.add(at)
      if (level < MOST_LEVELS) for (const caller of trace.callers(at)) climb(caller, level + 1)
    }
  }
  for (const call of calls) climb(call, 0)
  return found
}
