import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { accessesTo, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { isAssignment } from '../../../sites/program/set/assigned.ts'
import { accessed, accessOn, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isNothing, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Source, Trace } from '../../../sites/values/trace.ts'
import { initializerOf } from './carried-headers.ts'

/** What a call's headers are looked at with. */
interface Looking {
  readonly trace: Trace
  /** The calls that lead to the request: what is handed to them is followed. */
  readonly way: ReadonlySet<ts.Node>
}

/**
 * What says headers of a call that nobody can look into, and a key may be among: what a function gives or fills, what is
 * spread in, a name that the program puts together.
 * @param made what the call's headers may be
 */
export const unseenHeaders = (
  trace: Trace,
  { sink, scope, top }: Site,
  made: readonly Source[],
): ts.Node | undefined => {
  const way = new Set<ts.Node>([sink.call, top])
  for (const frame of framesFrom(scope)) way.add(frame.call)
  const looking = { trace, way }
  const unseen = made.map((source) => unseenIn(looking, source, 0))
  return unseen.find((one) => one !== undefined) ?? filledUse(looking, headersHanded(trace, sink.options))
}

/** What options that are written out say for headers. */
export const headersSaid = (options: ts.Expression | undefined): readonly ts.Expression[] => {
  const literal = options && bare(options)
  const said = literal && compiler.isObjectLiteralExpression(literal) ? literal.properties : []
  return said.flatMap((one) => {
    const value = one.name && nameOf(one.name) === 'headers' ? initializerOf(one) : undefined
    return value ? [bare(value)] : []
  })
}

/** The uses of a name that options say for headers. */
const headersHanded = (trace: Trace, options: ts.Expression | undefined): readonly ts.Identifier[] =>
  headersSaid(options).flatMap((said) => {
    const declared = compiler.isIdentifier(said) ? declarationOf(trace, said) : undefined
    const name = declared && compiler.getNameOfDeclaration(declared)
    return name && compiler.isIdentifier(name) ? mentionsOf(trace, name) : []
  })

const unseenIn = (looking: Looking, { node, scope }: Source, depth: number): ts.Node | undefined => {
  if (isNothing(node)) return undefined
  if (compiler.isObjectLiteralExpression(node)) {
    const unseen = node.properties.map((one) => {
      if (compiler.isSpreadAssignment(one)) return unseenOf(looking, { node: one.expression, scope }, depth)
      return nameOf(one.name) === undefined ? one.name : undefined
    })
    return unseen.find((one) => one !== undefined) ?? filledBy(looking, node)
  }
  if (!compiler.isNewExpression(node) || node.expression.getText() !== 'Headers') return node
  const [given] = node.arguments ?? []
  return (given && unseenOf(looking, { node: given, scope }, depth)) ?? filledBy(looking, node)
}

const MOST_SPREADS = 6

const unseenOf = (looking: Looking, { node, scope }: Source, depth: number): ts.Node | undefined => {
  const sources = looking.trace.sources(node as ts.Expression, scope)
  const isSeen =
    depth < MOST_SPREADS &&
    sources.length > 0 &&
    sources.every((source) => !unseenIn(looking, source, depth + 1))
  return isSeen ? undefined : bare(node as ts.Expression)
}

/** What else has hold of headers once they are made, and may put a key among them: `sign(headers)`, `headers[name] = …`. */
const filledBy = (looking: Looking, made: ts.Expression): ts.Node | undefined => {
  const { parent } = dressed(made)
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return filledUse(looking, mentionsOf(looking.trace, parent.name))
  if (compiler.isPropertyDeclaration(parent))
    return filledUse(looking, accessesTo(looking.trace, parent, nameOf(parent.name) ?? ''))
  const options = compiler.isPropertyAssignment(parent) ? dressed(parent.parent).parent : undefined
  if (!options || !compiler.isVariableDeclaration(options) || !compiler.isIdentifier(options.name))
    return undefined
  const members = mentionsOf(looking.trace, options.name).flatMap((use) => accessOn(use) ?? [])
  const own = members.filter((access) => accessed(access)?.name === 'headers')
  return own.find(isSet) ?? filledUse(looking, own)
}

/** A use that hands headers to a function, or sets one of them by a name that may be a key's. */
const filledUse = ({ way }: Looking, uses: readonly ts.Expression[]): ts.Node | undefined =>
  uses
    .map((use) => dressed(use).parent)
    .find((at) => {
      if (compiler.isCallExpression(at)) return !way.has(at)
      if (!isAccess(at)) return false
      const call = at.parent
      if (!compiler.isCallExpression(call) || call.expression !== at)
        return isSet(at) && isOpen(accessed(at)?.name)
      const [key] = call.arguments
      const isAdded = /^(set|append)$/.test(accessed(at)?.name ?? '')
      return isAdded && isOpen(key && compiler.isStringLiteralLike(key) ? key.text : undefined)
    })

const isSet = (access: ts.Expression): boolean => {
  const outer = dressed(access)
  return isAssignment(outer.parent) && outer.parent.left === outer
}

const isOpen = (name: string | undefined): boolean => name === undefined || KEYED.test(name)

/** What headers are called that carry a key. */
export const KEYED = /(key|token|auth\w*)$/i
