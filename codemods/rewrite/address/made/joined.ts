import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, functionAround, isConst, isInside, isOperation } from '../../../sites/program/syntax/nodes.ts'
import type { Place } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import { addressAsked } from '../../../sites/texts/either.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import { isNewUrl } from '../../../sites/texts/url-changes.ts'
import { type Edit, insertAt, insertBefore } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { insideCall, insideUrl } from './inside-url.ts'
import { pathWithin } from './path-within.ts'

/** The place at which base and path become one address. */
export interface Joined {
  readonly path: At
  /** The expression that joins them, which may look at the path as well. */
  readonly whole: ts.Node
  /** What the path is made into before that, where its slash is put right. */
  readonly made?: ts.Node
  /** Teaches the helper to take a whole address as well. */
  readonly edits: (base: string) => readonly Edit[]
  /** Says a choice (`path.startsWith(…) ? … : `) in the place of base and path. */
  readonly choose: (choice: string) => readonly Edit[]
}

/** What a call says as its address: as an argument, or as a member of its options. */
export const urlOf = (trace: Trace, { sink, scope }: Site): At | undefined => saidAt(trace, sink.url, scope)

/** What is said at a place of a call. */
export const saidAt = (trace: Trace, place: Place, scope: Scope | undefined): At | undefined =>
  place.kind === 'expression' ? { node: place.node, scope } : memberAt(trace, place.object, place.name, scope)

/** Whether a library puts a base that is said apart before the address of a call: axios lets a whole address be. */
export const isBased = (trace: Trace, site: Site): boolean => {
  const { base, library } = site.sink
  const url = base && library === 'axios' ? urlOf(trace, site) : undefined
  if (!base || !url) return base !== undefined
  if (base.kind === 'member' && trace.members(base.object, base.name, site.scope).length === 0) return false
  const said = texts(trace, url.node, url.scope)
  return said.length === 0 || !said.every((text) => /^https?:/.test(shapeOf(text)))
}

/** The path of a call whose library joins it to a base that is said apart. */
const pathBeside = (trace: Trace, site: Site): Joined | undefined => {
  const path = isBased(trace, site) ? urlOf(trace, site) : undefined
  return path && { path, whole: path.node, edits: () => [], choose: before(path.node) }
}

/** Of `{ url }`, the choice is what the member is given. */
const before = (node: ts.Node): Joined['choose'] => {
  const said = compiler.isShorthandPropertyAssignment(node.parent) ? `${node.getText()}: ` : ''
  return (choice) => [insertBefore(node, said + choice)]
}

/** Finds it where a base and a path, and nothing else, are joined. */
export const joinedAt = (trace: Trace, site: Site): Joined | undefined => joinedWays(trace, site)[0]

/** The same around a function that puts the two together, and within it. */
export const joinedWays = (trace: Trace, site: Site): readonly Joined[] => {
  // axios lets a whole address win over its baseURL
  if (isBased(trace, site)) return site.sink.library === 'axios' ? listOf(pathBeside(trace, site)) : []
  const url = urlOf(trace, site)
  if (!url) return []
  const made = insideUrl(trace, url)
  const called = insideCall(trace, made)
  return [...listOf(joinedIn(trace, site, made)), ...(called ? listOf(joinedIn(trace, site, called)) : [])]
}

const listOf = (one: Joined | undefined): readonly Joined[] => (one ? [one] : [])

const joinedIn = (trace: Trace, site: Site, { node: whole, scope }: At): Joined | undefined => {
  const accepted = acceptedBy(whole) ?? acceptedBy(leading(whole))
  if (accepted) return { path: { node: accepted, scope }, whole, edits: () => [], choose: before(whole) }
  const path = lastOf(whole)
  const begun = path ? undefined : begunBy(whole)
  const node = path ?? begun?.path
  if (!node || !isPathName(node) || isLocal(trace, node))
    return joinedWithin(trace, site, { node: whole, scope })
  const choose = begun?.choose ?? before(whole)
  const edits: Joined['edits'] = (base) => choose(acceptWhole(whole, node.getText(), base))
  return { path: { node, scope }, whole, edits, choose }
}

/** A helper that does something to the slash of a path before it is joined: whole addresses go by that. */
const joinedWithin = (trace: Trace, site: Site, { node: whole, scope }: At): Joined | undefined => {
  const found = pathWithin(trace, site, { node: whole, scope })
  if (!found) return undefined
  const { name, made } = found
  const path = { node: name, scope }
  if (isNewUrl(whole)) return besideBase(whole, name, scope)
  const choose = before(whole)
  const edits: Joined['edits'] = (base) => choose(acceptWhole(whole, name.text, base))
  return { path, whole, edits, choose, ...(made ? { made } : {}) }
}

/** What may stand for a path: `path`, `options.path`. */
export type PathName = ts.Identifier | ts.PropertyAccessExpression

/** Tells a name from what makes a path. */
export const isPathName = (node: ts.Expression): node is PathName =>
  compiler.isIdentifier(node) ||
  (compiler.isPropertyAccessExpression(node) && compiler.isIdentifier(node.expression))

/** `new URL(path, BASE)` takes a whole address as it is; what is made of the path first (`path.slice(1)`) gives way to it. */
const besideBase = (
  { arguments: given }: ts.NewExpression,
  name: ts.Identifier,
  scope: Scope | undefined,
): Joined | undefined => {
  const [said, base] = given ?? []
  if (!said || !base || !isInside(name, said)) return undefined
  const path = { node: name, scope }
  const choose = before(said)
  if (said === name) return { path, whole: name, edits: () => [], choose }
  return { path, whole: said, edits: (old) => choose(acceptWhole(said, name.text, old)), choose }
}

/** A variable of the function that the path is put into first. */
const isLocal = (trace: Trace, path: PathName): boolean => {
  const name = (compiler.isIdentifier(path) ? path : path.expression) as ts.Identifier
  const declared = symbolAt(trace, name)?.valueDeclaration
  return (
    declared !== undefined &&
    compiler.isVariableDeclaration(declared) &&
    functionAround(declared) === functionAround(name)
  )
}

/** What a template begins with, or the node. */
const leading = (node: ts.Expression): ts.Expression => {
  const first =
    compiler.isTemplateExpression(node) && node.head.text === '' ? node.templateSpans[0] : undefined
  return first ? bare(first.expression) : node
}

/** `${BASE}${path}${query}`: the path, and how a choice takes in what stands before the rest. */
const begunBy = (node: ts.Expression): (Pick<Joined, 'choose'> & { path: ts.Expression }) | undefined => {
  if (!compiler.isTemplateExpression(node) || node.head.text !== '') return undefined
  const [first, second] = node.templateSpans
  if (!first || !second || !/^\/?$/.test(first.literal.text)) return undefined
  const { expression: base } = first
  const { expression: path } = second
  const file = node.getSourceFile()
  return {
    path: bare(path),
    choose: (choice) => [
      insertAt(file, base.getStart(), `${choice}\`\${`),
      insertAt(file, path.getEnd(), '}`'),
    ],
  }
}

/** `path.startsWith('http') ? path : …`: a helper that takes a whole address already. */
const acceptedBy = (node: ts.Expression): ts.Identifier | undefined => {
  if (!compiler.isConditionalExpression(node)) return undefined
  const asked = addressAsked(node.condition)
  const taken = bare(node.whenTrue)
  return asked && compiler.isIdentifier(taken) && taken.text === asked.getText() ? taken : undefined
}

/** The operand that ends a concatenation of a base and nothing else. */
export const lastOf = (node: ts.Expression): ts.Expression | undefined => {
  if (isOperation(node, '+')) return bare(node.right)
  if (!compiler.isTemplateExpression(node)) return undefined
  const last = node.templateSpans.at(-1)
  const isBaseAndPath = node.templateSpans.length === (node.head.text === '' ? 2 : 1)
  return isBaseAndPath && last?.literal.text === '' ? bare(last.expression) : undefined
}

const acceptWhole = (whole: ts.Expression, name: string, base: string): string => {
  const scheme = valueText(base.slice(0, base.indexOf('//') + 2), styleOf(whole.getSourceFile()))
  return `${name}.startsWith(${scheme}) ? ${name} : `
}

/** Whether an expression is said in a call, or in the same function under a name that stands for it there and nowhere else. */
export const isSaidFor = (trace: Trace, node: ts.Node, call: ts.Node): boolean => {
  if (isInside(node, call)) return true
  const declaration = compiler.findAncestor(node, compiler.isVariableDeclaration)
  const isOwn = declaration && isConst(declaration) && functionAround(node) === functionAround(call)
  if (
    !isOwn ||
    !compiler.isIdentifier(declaration.name) ||
    functionAround(declaration) !== functionAround(call)
  )
    return false
  const [use, ...others] = referencesOf(trace, declaration.name)
  return use !== undefined && others.length === 0 && isSaidFor(trace, use, call)
}
