import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { bodyFacet, type Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import type { At } from '../sites/body.ts'
import { bare, dressed, nameOf, someNode } from '../sites/program/syntax/nodes.ts'
import type { Site } from '../sites/sites.ts'
import { newRoutes } from '../sites/texts/route.ts'
import type { Trace } from '../sites/values/trace.ts'
import { pathOf } from './address/path/located-path.ts'
import { answerFlow } from './answer/answer.ts'
import { ownLiteral, ownValue } from './body/held/local-body.ts'
import { mappersOf, triesMapper } from './mapper/mapper.ts'

/**
 * What a call says in v2's words already, though its address is v1's: of a change, only a part was taken back, as where a
 * conflict was settled for the base alone. It is not said once more.
 */

/** Whether the path of a call has v2's words, and not v1's. */
export const isNewPath = ({ located }: Site, route: Route): boolean =>
  located.every((one) => newRoutes([route], route.v2.method, pathOf(one)).length > 0)

/** Whether what is sent is v2's: by a function of the generated module, or by its names. */
export const isSentAlready = (trace: Trace, site: Site, { node }: At, route: Route): boolean => {
  const facet = bodyFacet(route)
  const tries = triesMapper(route.mapping).name
  if (!facet) return false
  if (isWithin(site.top, tries)) return true
  const value = ownLiteral(trace, bare(node)) ?? ownValue(trace, bare(node)) ?? node
  return isMapped(value, namesOf(route)) || saysOnlyNew(value, facet)
}

/** Whether the answer is translated where it is parsed, or on its way there. */
export const isReadAlready = (trace: Trace, site: Site, route: Route): boolean => {
  const names = namesOf(route)
  const flow = answerFlow(trace, site)
  const roots = flow && flow !== 'handed-on' ? [...flow.roots, site.top] : [site.top]
  return roots.some((root) => isGiven(root, names))
}

const namesOf = (route: Route): ReadonlySet<string> => new Set(mappersOf(route).map(({ name }) => name))

/** Whether a value goes into one of these functions: `podFromV2(await answer.json())`, `call().then(podFromV2)`. */
const isGiven = (root: ts.Expression, names: ReadonlySet<string>): boolean => {
  const outer = dressed(root)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent)) return isGiven(parent, names)
  if (compiler.isCallExpression(parent) && parent.arguments[0] === outer) return isCallOf(parent, names)
  if (!compiler.isPropertyAccessExpression(parent) || !compiler.isCallExpression(parent.parent)) return false
  const [then] = parent.parent.arguments
  const isThen = /^(then|map)$/.test(parent.name.text) && then !== undefined
  return (
    (isThen && someNode(then, (one) => compiler.isIdentifier(one) && names.has(one.text))) ||
    isGiven(parent.parent, names)
  )
}

/** Whether a value comes out of one of them. */
const isMapped = (value: ts.Expression, names: ReadonlySet<string>): boolean => {
  const node = bare(value)
  return compiler.isAwaitExpression(node) ? isMapped(node.expression, names) : isCallOf(node, names)
}

/** Whether an expression calls one of these functions by its name. */
export const isCallOf = (node: ts.Expression, names: ReadonlySet<string>): boolean =>
  compiler.isCallExpression(node) && compiler.isIdentifier(node.expression) && names.has(node.expression.text)

const isWithin = (node: ts.Node, name: string): boolean => {
  for (let at = node; at.parent; at = at.parent)
    if (compiler.isCallExpression(at) && at.expression.getText() === name) return true
  return false
}

/** `{ name, image, disk }`: v2 knows all of it, and v1 not. */
const saysOnlyNew = (value: ts.Expression, { plan }: CompiledFacet): boolean => {
  const node = bare(value)
  if (!compiler.isObjectLiteralExpression(node)) return false
  const known = new Set(plan.v2.map((path) => path.split('.')[0]))
  const names = node.properties.map((one) => (one.name ? nameOf(one.name) : undefined))
  return (
    names.every((name) => name && known.has(name)) && names.some((name) => name && !plan.old.includes(name))
  )
}
