import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { memberAt } from '../../../sites/body.ts'
import { bare, isInside, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { type AddressEdits, replaced, V2_HOST } from '../address.ts'

/**
 * Moves a call that says a path of an OpenAPI document: `/pods/{podId}` below `…/v1` becomes `/v2/pods/{id}` below the
 * host, as v2's document has it, so that types generated from that document fit.
 * @returns undefined where the template or its parameters are not said in the call
 */
export const moveTemplate = (
  trace: Trace,
  site: Site,
  located: Located,
  route: Route,
): AddressEdits | undefined => {
  const { host, version, path, query, shape, text } = located
  if (!host || !version || text.env.length > 0 || shape.includes('\0')) return undefined
  const isWhole = shape.slice(version[0] - 1, version[0]) === '/'
  const base = [
    replaced(located, host, V2_HOST),
    replaced(located, [isWhole ? version[0] - 1 : version[0], version[1]], ''),
  ]
  const words = replaced(located, [path, query], route.v2.path)
  const names = renamed(trace, site, namesIn(shape.slice(path, query)), namesIn(route.v2.path))
  if (!words || !names || base.some((one) => one === undefined)) return undefined
  return { base: base.filter((one) => one !== undefined), path: [words, ...names] }
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** `params: { path: { podId } }` -> `params: { path: { id: podId } }`. */
const renamed = (
  trace: Trace,
  site: Site,
  old: readonly string[],
  next: readonly string[],
): Edit[] | undefined => {
  const changed = old.map((name, index) => [name, next[index] ?? name] as const).filter(([a, b]) => a !== b)
  if (changed.length === 0) return []
  const given = pathParameters(trace, site)
  const edits = changed.map(([name, to]) => given && rename(given, name, to))
  return edits.every((one) => one !== undefined) ? edits : undefined
}

const pathParameters = (trace: Trace, site: Site): ts.ObjectLiteralExpression | undefined => {
  const { options } = site.sink
  const params = options && memberAt(trace, options, 'params', site.scope)
  const at = params && memberAt(trace, params.node, 'path', params.scope)
  const node = at && bare(at.node)
  return node && compiler.isObjectLiteralExpression(node) && isInside(node, site.top) ? node : undefined
}

const rename = (literal: ts.ObjectLiteralExpression, name: string, to: string): Edit | undefined => {
  const property = literal.properties.find((one) => one.name && nameOf(one.name) === name)
  if (!property?.name) return undefined
  if (compiler.isShorthandPropertyAssignment(property)) return replace(property, `${to}: ${name}`)
  const isSame = compiler.isPropertyAssignment(property) && property.initializer.getText() === to
  return isSame ? replace(property, to) : replace(property.name, to)
}
