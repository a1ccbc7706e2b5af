import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { mayLack } from '../../../sites/program/held/may-lack.ts'
import { bare, functionAround, isInside, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'

/**
 * How the base is said, where a path stands, that axios puts before it: by what the client keeps, or by an option of the call.
 * @returns undefined where it has no name there
 */
export const baseBeside = (
  trace: Trace,
  { sink: { base, client, options, call }, scope }: Site,
  path: ts.Expression,
): string | undefined => {
  const isBeside = functionAround(path) === functionAround(call)
  if (client) return isBeside ? named(client, '.defaults.baseURL') : undefined
  if (base?.kind !== 'member' || !options || base.object !== options) return undefined
  const [source, ...others] = trace.sources(options, scope)
  const literal = source && others.length === 0 ? source.node : undefined
  // Of the literal that says path and base, no member can be read before it is made.
  if (literal && compiler.isObjectLiteralExpression(literal) && isInside(path, literal))
    return saidIn(trace, literal, base.name, source?.scope)
  if (!isInside(path, call)) return undefined
  const own = bare(options)
  return compiler.isObjectLiteralExpression(own)
    ? saidIn(trace, own, base.name, scope)
    : named(own, `.${base.name}`)
}

/** A name, or members of one, which may be said again. */
const named = (node: ts.Expression, member = ''): string | undefined => {
  const text = bare(node).getText()
  return /^[\w$.#]+$/.test(text) ? text + member : undefined
}

/** What a literal gives a member, by its own name for that; undefined where it may be one or another. */
const saidIn = (
  trace: Trace,
  { properties }: ts.ObjectLiteralExpression,
  member: string,
  scope: Scope | undefined,
): string | undefined => {
  for (const one of [...properties].reverse()) {
    if (compiler.isSpreadAssignment(one)) {
      const { expression } = one
      if (trace.members(expression, member, scope).length === 0) continue
      return mayLack(trace, expression, member, scope) ? undefined : named(expression, `.${member}`)
    }
    if (nameOf(one.name) !== member) continue
    if (compiler.isShorthandPropertyAssignment(one)) return member
    return compiler.isPropertyAssignment(one) ? named(one.initializer) : undefined
  }
  return undefined
}
