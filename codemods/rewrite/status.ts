import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { v2Operations } from '../../mappings/schemas/operations.ts'
import { compiler } from '../project/compiler.ts'
import { functionAround, walk } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'

/** The functions a call's answer passes through: the one that makes it, and every wrapper on the way. */
export const functionsOf = (site: Site): ts.Node[] => {
  const found = new Set<ts.Node>()
  for (let frame = site.scope; frame; frame = frame.outer) found.add(frame.callee)
  const own = functionAround(site.sink.call)
  if (own) found.add(own)
  return [...found]
}

/** Whether a failed call is told from a good one before its body is read. */
export const checksFailure = (site: Site): boolean =>
  site.sink.library === 'axios' ||
  functionsOf(site).some((node) => /\.ok\b|\.status(Code)?\b|[rR]aise\w*\(/.test(node.getText()))

/** What v2 answers a route with when all is well. */
const statusOf = ({ v2 }: Route): number | undefined =>
  Object.values(v2Operations).find(
    ({ method, path }) => method === v2.method && (path === v2.path || `/v2${path}` === v2.path),
  )?.status

/** A comparison with the exact status v1 answered, where v2 answers with another; undefined where there is none. */
export const exactStatus = (
  site: Site,
  route: Route,
): { readonly was: number; readonly is: number } | undefined => {
  const is = statusOf(route)
  const was = route.success
  if (is === undefined || is === was) return undefined
  return functionsOf(site).some((node) => comparesStatus(node, was)) ? { was, is } : undefined
}

const EQUALITIES = /^[!=]==?$/

const comparesStatus = (node: ts.Node, status: number): boolean => {
  let found = false
  walk(node, (inner) => {
    if (!compiler.isBinaryExpression(inner) || !EQUALITIES.test(inner.operatorToken.getText()))
      return undefined
    const sides = [inner.left, inner.right]
    const isStatus = sides.some((side) => /(^|\.)status(Code)?$/.test(side.getText()))
    if (isStatus && sides.some((side) => side.getText() === String(status))) found = true
    return undefined
  })
  return found
}
