import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { functionGiven } from '../../program/names/given-function.ts'
import { bare, functionAround, goesByPlace, isInside } from '../../program/syntax/nodes.ts'
import type { Trace } from '../../values/trace.ts'
import type { Held } from './held.ts'

/** What is known where an expression is asked what it holds of an answer. */
export interface Known {
  readonly calls: Map<ts.Node, Held>
  readonly parameters: Map<ts.Node, { readonly held: Held; readonly node?: ts.Expression }>
  /** Set where the answer is a REST call's. */
  readonly isRest?: boolean
  /** The stores whose content is asked for just now: what comes out of one may be put into it again. */
  readonly stores?: readonly ts.Declaration[]
}

/** What is known of calls in a function is about the one way through it that leads to the site, and not about this one. */
export const callsOutside = (calls: ReadonlyMap<ts.Node, Held>, callee: ts.Node): Map<ts.Node, Held> =>
  new Map([...calls].filter(([node]) => !isInside(node, callee)))

/** Whether a function stands in the very function that calls it, whose answers it may take without being handed them. */
export const isWithinSight = (callee: ts.SignatureDeclaration, at: ts.Node): boolean => {
  const around = functionAround(callee)
  return around !== undefined && isInside(at, around) && !isInside(at, callee)
}

/** The function that is handed over, written there or by its name, of a parameter that is called. */
export const callbackOf = (
  trace: Trace,
  node: ts.CallExpression,
  known: Known,
): { readonly callee: ts.SignatureDeclaration; readonly at: ts.Expression } | undefined => {
  const callee = bare(node.expression)
  const declaration = compiler.isIdentifier(callee)
    ? trace.checker.getSymbolAtLocation(callee)?.declarations?.[0]
    : undefined
  const at = declaration ? known.parameters.get(declaration)?.node : undefined
  const found = at && functionGiven(trace, at)
  return found && { callee: found, at }
}

/** The project's function that a call goes to. */
export const functionOf = (trace: Trace, node: ts.CallExpression): ts.SignatureDeclaration | undefined =>
  trace.targets(node, undefined).filter(goesByPlace)[0]?.node as ts.SignatureDeclaration | undefined
