import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { v2Operations } from '../../mappings/schemas/operations.ts'
import { compiler } from '../project/compiler.ts'
import { functionAround, walk } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { type Edit, replace } from './edit.ts'

/** The functions a call's answer passes through: the one that makes it, and every wrapper on the way. */
const functionsOf = (site: Site): ts.Node[] => {
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

/** v1's `message` of a parsed error, read as v2's `detail` where there is one: right for either API. */
export const readProblem = (trace: Trace, site: Site): Edit[] =>
  functionsOf(site).flatMap((node) => {
    const edits: Edit[] = []
    walk(node, (inner) => {
      if (compiler.isPropertyAccessExpression(inner) && isErrorMessage(trace, inner))
        edits.push(withDetail(inner))
      return undefined
    })
    return edits
  })

const isErrorMessage = (trace: Trace, node: ts.PropertyAccessExpression): boolean => {
  if (node.name.text !== 'message' || !compiler.isIdentifier(node.expression)) return false
  const declaration = trace.checker.getSymbolAtLocation(node.expression)?.valueDeclaration
  const isParsed =
    declaration !== undefined &&
    compiler.isVariableDeclaration(declaration) &&
    /\.json\(\)|JSON\.parse\(/.test(declaration.initializer?.getText() ?? '')
  const type = trace.checker.getTypeAtLocation(node.expression)
  const isUntyped = (type.flags & compiler.TypeFlags.Any) !== 0
  return isParsed && isUntyped && underFailure(node) && !/\bdetail\b/.test(statementText(node))
}

/** Inside `if (!res.ok) { … }` or a comparison of the status. */
const underFailure = (node: ts.Node): boolean => {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    const { parent } = at
    if (compiler.isIfStatement(parent) && parent.thenStatement === at)
      if (/!\s*\w+\.ok\b|\.status\b/.test(parent.expression.getText())) return true
  }
  return false
}

const statementText = (node: ts.Node): string => {
  let at = node
  while (at.parent && !compiler.isStatement(at)) at = at.parent
  return at.getText()
}

const withDetail = (node: ts.PropertyAccessExpression): Edit => {
  const text = node.getText()
  return replace(node, `(${text.replace(/message$/, 'detail')} ?? ${text})`)
}
