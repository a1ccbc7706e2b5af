import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, goesByPlace, isInside, nameOf } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { doesNothing } from '../dead/pure.ts'
import { styleOf, valueText } from '../mapper/helpers/style.ts'
import { wrapMapper } from '../mapper/mapper.ts'
import type { Dress } from './around/graphql-dress.ts'
import { documentNode } from './document/documents.ts'
import { type Asked, type ReadText, reducedText } from './document/graphql-document.ts'
import type { RestCallText } from './graphql-several.ts'
import { variablesAt } from './words/graphql-variables.ts'
import type { Spent } from './words/spent.ts'

/** What of a document stays on GraphQL, and the values of variables that its call still makes. */
export interface RestCall extends RestCallText {
  readonly given: readonly ts.Expression[]
}

/** A document that is to be taken apart, and the call that sends it. */
interface Split {
  readonly trace: Trace
  readonly site: Site
  readonly read: ReadText
}

/** The site's own call with a document that asks for less; undefined where the document is not said in the call. */
export const restOf = (
  split: Split,
  staying: readonly Asked[],
  dress: Dress,
  spent: Spent,
): RestCall | undefined => {
  const { trace, site, read } = split
  const document = reducedText(read, staying)
  const node = documentNode(trace, site)
  if (!document || !node || !isInside(node, site.top)) return undefined
  const said = valueText(document, styleOf(node.getSourceFile()))
  const text = isShorthand(node) ? `${node.getText()}: ${said}` : said
  const { given, change } = variablesFor(split, document, spent)
  const call = changed(site.top, [{ start: node.getStart(), end: node.getEnd(), text }, ...change])
  return { ...unwrapped(call, dress), given }
}

const isShorthand = (node: ts.Node): boolean => compiler.isShorthandPropertyAssignment(node.parent)

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

const changed = (top: ts.Node, changes: readonly Change[]): string => {
  const { text: source } = top.getSourceFile()
  const later = [...changes].sort((one, other) => other.start - one.start)
  const start = top.getStart()
  return later.reduce(
    (text, one) => text.slice(0, one.start - start) + one.text + text.slice(one.end - start),
    source.slice(start, top.getEnd()),
  )
}

/** What the shorter document does not ask for is not sent any more, where a call of v2 makes it, or making it does nothing. */
const variablesFor = (
  { trace, site }: Split,
  document: string,
  spent: Spent,
): { readonly given: readonly ts.Expression[]; readonly change: readonly Change[] } => {
  const node = variablesAt(trace, site)
  const literal = node && bare(node)
  if (!literal || !compiler.isObjectLiteralExpression(literal)) return { given: [], change: [] }
  const all = [...literal.properties]
  const sent = isInside(literal, site.top) ? all.filter((one) => isSent(one, document, spent)) : all
  const given = sent.flatMap((one) => (compiler.isPropertyAssignment(one) ? [one.initializer] : []))
  if (sent.length === all.length) return { given, change: [] }
  const text = sent.length > 0 ? `{ ${sent.map((one) => one.getText()).join(', ')} }` : '{}'
  const whole = { start: literal.getStart(), end: literal.getEnd(), text }
  const gone = sent.length === 0 ? leftOut(trace, literal) : undefined
  return { given, change: [gone ? { ...gone, text: '' } : whole] }
}

const isSent = (one: ts.ObjectLiteralElementLike, document: string, { nodes }: Spent): boolean => {
  const name = nameOf(one.name)
  if (name === undefined || new RegExp(`\\$${name}\\b`).test(document)) return true
  if (!compiler.isPropertyAssignment(one)) return !compiler.isShorthandPropertyAssignment(one)
  return !nodes.includes(one.initializer) && !doesNothing(one.initializer)
}

/** What goes where no variables are said at all: an argument that may lack, or a member of the request's body. */
const leftOut = (trace: Trace, literal: ts.Expression): Omit<Change, 'text'> | undefined => {
  const { parent } = literal
  if (compiler.isPropertyAssignment(parent))
    return isSerialised(parent.parent) ? among(parent, parent.parent.properties) : undefined
  if (!compiler.isCallExpression(parent) || parent.arguments.at(-1) !== literal) return undefined
  const [target] = trace.targets(parent, undefined).filter(goesByPlace)
  const callee = target?.node as ts.SignatureDeclaration | undefined
  const parameter = callee?.parameters[parent.arguments.length - 1]
  return parameter?.initializer || parameter?.questionToken ? among(literal, parent.arguments) : undefined
}

/** `JSON.stringify({ query, variables })`: a function of the program may ask for all its members. */
const isSerialised = ({ parent }: ts.Node): boolean =>
  compiler.isCallExpression(parent) && parent.expression.getText() === 'JSON.stringify'

/** One of several, with its comma. */
const among = (node: ts.Node, all: ts.NodeArray<ts.Node>): Omit<Change, 'text'> | undefined => {
  const index = all.indexOf(node)
  const [before, after] = [all[index - 1], all[index + 1]]
  if (before) return { start: before.getEnd(), end: node.getEnd() }
  return after && { start: node.getStart(), end: after.getStart() }
}

/** The call's answer as what `data` holds. */
const unwrapped = (call: string, dress: Dress): RestCallText => {
  const rest = wrapMapper('rest').name
  if (dress === 'answer' || dress === 'checked' || dress === 'payload')
    return { text: `${rest}(${call})`, wraps: ['rest'] }
  if (dress === 'response')
    return { text: `${rest}(${call}.then((response) => response.json()))`, wraps: ['rest'] }
  if (dress === 'undici') return { text: `${rest}(${call}.then(({ body }) => body.json()))`, wraps: ['rest'] }
  if (dress === 'reply' || dress === 'axios')
    return { text: `${rest}(${call}.then(({ data }) => data))`, wraps: ['rest'] }
  return { text: dress === 'raw' ? `${call}.then(({ data }) => data)` : call, wraps: [] }
}
