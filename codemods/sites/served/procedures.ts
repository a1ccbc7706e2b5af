import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { placesSaying } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import { dressed, functionAround, isFunctionValue, nameOf, nodesIn } from '../program/syntax/nodes.ts'

/** Where a page has what a procedure gives. */
export interface ProcedureCalls {
  /** `trpc.pods.list.useQuery()`, of which it is the `data`. */
  readonly hooks: readonly ts.CallExpression[]
  /** `trpc.pods.list.query()` */
  readonly roots: readonly ts.CallExpression[]
}

/** The calls of the procedure (`list: procedure.query(async () => pods)`) that gives a value back where it stands. */
export const procedureCalls = (trace: Trace, top: ts.Expression): ProcedureCalls | undefined => {
  const property = procedureGiving(top)
  const name = property && nameOf(property.name)
  if (!property || name === undefined) return undefined
  const outer = mountedAs(trace, property)
  const calls = trace.files
    .filter(({ text }) => ASKS.test(text))
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
    .filter(({ expression }) => {
      const { of, name: asks = '' } = accessed(expression) ?? {}
      const last = of && accessed(of)
      const before = last && accessed(last.of)?.name
      return ASKED.test(asks) && last?.name === name && (outer.length === 0 || outer.includes(before ?? ''))
    })
  const isHook = ({ expression }: ts.CallExpression): boolean => /^use/.test(accessed(expression)?.name ?? '')
  return { hooks: calls.filter(isHook), roots: calls.filter((one) => !isHook(one)) }
}

const ASKS = /\.(useQuery|useSuspenseQuery|useMutation|query|mutate|mutateAsync|fetch)\(/
const ASKED = /^(useQuery|useSuspenseQuery|query|mutate|fetch)$/

const procedureGiving = (top: ts.Expression): ts.PropertyAssignment | undefined => {
  const callee = isFunctionValue(top)
    ? top
    : compiler.isReturnStatement(top.parent)
      ? functionAround(top)
      : top.parent
  if (!callee || !isFunctionValue(callee)) return undefined
  const call = dressed(callee).parent
  const isProcedure =
    compiler.isCallExpression(call) && /^(query|mutation)$/.test(accessed(call.expression)?.name ?? '')
  const property = isProcedure ? dressed(call).parent : undefined
  return property && compiler.isPropertyAssignment(property) ? property : undefined
}

/** The names under which the router that has the procedure is one of another's: `pods: podsRouter`. */
const mountedAs = (trace: Trace, property: ts.PropertyAssignment): readonly string[] => {
  const call = dressed(property.parent).parent
  const declared = compiler.isCallExpression(call) ? dressed(call).parent : undefined
  if (declared && compiler.isPropertyAssignment(declared)) return [nameOf(declared.name) ?? '']
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return []
  return placesSaying(trace, declared, declared.name.text).flatMap(({ parent }) =>
    compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
      ? (nameOf(parent.name) ?? [])
      : [],
  )
}
