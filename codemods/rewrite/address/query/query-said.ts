import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { compiler } from '../../../project/compiler.ts'
import { memberAt } from '../../../sites/body.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { entriesOf } from '../../../sites/program/syntax/entries.ts'
import { bare, isInside } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { gapAt, spanOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { visibleAt } from '../../edit/visible.ts'
import { type Style, styleOf, valueText } from '../../mapper/helpers/style.ts'
import { asSent, decoded, withoutEncoding } from '../made/encoded.ts'
import { saidAtCall } from './query-agreed.ts'
import { membersIn, namesGiven, ofConstant, ofHelper } from './query-kept.ts'
import { objectSaid } from './query-object.ts'
import {
  type Parameter,
  renameAt,
  renameOfAll,
  type Said,
  spansWithout,
  type Without,
  withoutMembers,
} from './query-parts.ts'
import { searchSet, withoutSet } from './query-set.ts'
import { stringifiedQuery } from './stringified-query.ts'

/** What the source says of a call's query; `hidden` where that cannot be read. */
export interface SaidQueries {
  /** One for each text that the address may be. */
  readonly addresses: readonly (Said | 'hidden')[]
  readonly options: Said | 'hidden' | undefined
}

const NOTHING: Said = { given: new Map(), edits: [] }

/** What the source says of a call's query, in its address and in its options. */
export const saidQueries = (trace: Trace, site: Site, located: readonly Located[]): SaidQueries => ({
  addresses: located.map((one) => inAddress(trace, one, site) ?? NOTHING),
  options: inOptions(trace, site),
})

/** The query that stands in the address: literally, or as a URLSearchParams made in sight of the call. */
const inAddress = (trace: Trace, located: Located, site: Site): Said | 'hidden' | undefined => {
  const query = located.shape.slice(located.query)
  if (query === '' || query === '?') return undefined
  const text = query.slice(1)
  if (isChanged(located)) return 'hidden'
  if (text === '\0') {
    const said = ofParameters(trace, located, located.query + 1, site)
    return said && withoutQuery(said, located)
  }
  if (/^\0/.test(query) || /(^|&)[^=&]*\0/.test(text)) return 'hidden'
  const parts = partsOf(text, located.query + 1)
  const found = parts.map((part) => parameterOf(trace, located, part, site))
  if (!found.every((one) => one !== undefined)) return 'hidden'
  const without: Without = (names) => [
    ...spansWithout(parts, names).flatMap(({ start, end }) => {
      const span = spanOf(located.text, start, end)
      return span ? [{ ...span, text: '' }] : []
    }),
    ...parts.flatMap((part) =>
      names.has(part.name) ? withoutSet(gapAt(located.text, part.end - 1)?.node, part.name) : [],
    ),
  ]
  const given = parametersOf(found, styleOf(site.top.getSourceFile()))
  return withoutQuery({ given, edits: [], without }, located)
}

/** One parameter as the address says it, and where. */
interface QueryText {
  readonly name: string
  readonly value: string
  readonly start: number
  readonly end: number
}

const partsOf = (text: string, from: number): QueryText[] => {
  let at = from
  return text.split('&').map((part) => {
    const [name = '', ...rest] = part.split('=')
    const start = at
    at += part.length + 1
    return { name, value: rest.join('='), start, end: start + part.length }
  })
}

/** What a parameter of the address says; undefined where that cannot be said at the call. */
const parameterOf = (
  trace: Trace,
  located: Located,
  { name, value, start }: QueryText,
  site: Site,
): Named | undefined => {
  const named = renameAt(spanOf(located.text, start, start + name.length))
  if (value === '\0') {
    const gap = gapAt(located.text, start + name.length + 1)
    const sent = gap && asSent(gap.node)
    if (sent && compiler.isStringLiteralLike(sent)) return [name, { text: '', literal: sent.text, ...named }]
    const own = sent && inSight(trace, sent, site) ? withoutEncoding(sent) : undefined
    const said = own ?? (sent && saidAtCall(trace, site.top, name)?.text)
    if (sent && said === undefined && isInHelper(sent, site)) return [name, { text: '', isApart: true }]
    return said === undefined ? undefined : [name, { text: said, ...named }]
  }
  const literal = /[\0#]/.test(value) ? undefined : decoded(value)
  return literal === undefined ? undefined : [name, { text: '', literal, ...named }]
}

type Named = readonly [name: string, value: Parameter]

/** Parameters by their names: one that is said several times (`?name=a&name=b`) asks for any of its values. */
const parametersOf = (found: readonly Named[], style: Style): Map<string, Parameter> => {
  const said = ({ text, literal }: Parameter): string =>
    literal === undefined ? text : valueText(literal, style)
  return new Map(
    [...groupBy(found, ([name]) => name)].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      const [only, ...others] = values as [Parameter, ...Parameter[]]
      const all = { text: `[${values.map(said).join(', ')}]`, ...renameOfAll(values) }
      return [name, others.length === 0 ? only : all]
    }),
  )
}

/** What the list's mapper is told, v2 need not hear. */
const withoutQuery = (said: Said | 'hidden', located: Located): Said | 'hidden' => {
  if (said === 'hidden') return said
  const span = spanOf(located.text, located.query, located.shape.length)
  if (!span) return said
  return { ...said, edits: [...said.edits, { ...(searchSet(span) ?? span), text: '' }] }
}

/** Whether some of a query is sent in other letters than it is said in: `(BASE + path).toLowerCase()`, but for `name.toLowerCase()`. */
const isChanged = ({ text, query }: Located): boolean => {
  let at = 0
  return text.pieces.some((one) => {
    at += one.kind === 'written' ? one.text.length : 1
    const sent = one.kind === 'gap' ? asSent(one.node) : undefined
    const whole = sent && compiler.isVariableDeclaration(sent.parent) ? sent.parent : sent
    return at > query && (one.changedBy ?? []).some((call) => !whole || !isInside(call, whole))
  })
}

/** Whether an expression means at the call what it means where it stands. */
const inSight = (trace: Trace, node: ts.Expression, { top }: Site): boolean =>
  isAround(node, top) && visibleAt(trace, node, top)

/** Whether an expression stands in a function that the call goes through. */
const isInHelper = (node: ts.Node, { scope }: Site): boolean =>
  [...framesFrom(scope)].some(({ callee }) => isInside(node, callee))

/** Whether a call is made by the function that an expression stands in, or by one within that. */
const isAround = (node: ts.Node, top: ts.Node): boolean => {
  if (node.getSourceFile() !== top.getSourceFile()) return false
  let block: ts.Node = node
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  for (let at: ts.Node | undefined = top; at; at = at.parent) if (at === block) return true
  return false
}

/** `const query = new URLSearchParams(…)`: its own name holds every filter; in a helper, what its caller fills it from. */
const ofParameters = (
  trace: Trace,
  located: Located,
  at: number,
  site: Site,
): Said | 'hidden' | undefined => {
  const gap = gapAt(located.text, at)
  const node = gap && bare(gap.node)
  if (!gap || !node) return 'hidden'
  const isParameters = compiler.isNewExpression(node) && node.expression.getText() === 'URLSearchParams'
  const stringified = isParameters ? undefined : stringifiedQuery(trace, node)
  if (stringified) return ofLiteral(trace, stringified, site) ?? 'hidden'
  if (!isParameters || !isAround(node, site.top)) {
    const object = isParameters ? entriesOf(node) : gap.entries
    const said = object
      ? objectSaid(trace, { node: object, scope: gap.scope }, (one) => inSight(trace, one, site))
      : 'hidden'
    return said === 'hidden' && isParameters ? ofHelper(trace, node) : said
  }
  const [first] = node.arguments ?? []
  const given = first && bare(first)
  const owner = node.parent
  if (compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name))
    return visibleAt(trace, owner.name, site.top) ? ofConstant(trace, owner.name, given) : 'hidden'
  const said = given && ofLiteral(trace, given, site)
  return said ?? ((given && ofTaken(trace, node, given, site)) || 'hidden')
}

/** `new URLSearchParams(filters).toString()`: what holds the filters is made of their name again. */
const ofTaken = (trace: Trace, node: ts.Expression, given: ts.Expression, site: Site): Said | undefined => {
  if (!compiler.isIdentifier(given) || !inSight(trace, given, site)) return undefined
  const names = namesGiven(trace, given)
  const named = new Map((names ?? []).map((one) => [one, { text: '' }] as const))
  return { given: named, whole: node.getText(), ...(names ? {} : { open: true as const }), edits: [] }
}

const ofLiteral = (trace: Trace, given: ts.Expression, site: Site): Said | undefined =>
  compiler.isObjectLiteralExpression(given) && inSight(trace, given, site)
    ? { given: membersIn(given), whole: given.getText(), edits: [], without: withoutMembers(given) }
    : undefined

/** axios `params`, superagent's `.query(…)`. */
const inOptions = (trace: Trace, site: Site): Said | 'hidden' | undefined => {
  const { query } = site.sink
  if (!query) return undefined
  if (query.kind === 'expression')
    return objectSaid(
      trace,
      { node: query.node, scope: site.scope },
      (one) => inSight(trace, one, site),
      withoutLink,
    )
  const at = memberAt(trace, query.object, query.name, site.scope)
  return at && objectSaid(trace, at, (one) => inSight(trace, one, site))
}

/** The edit that takes `.query(…)` out of a chain. */
const withoutLink = (_: Trace, value: ts.Expression): Edit[] => {
  const call = value.parent
  const link = compiler.isCallExpression(call) ? call.expression : undefined
  return link && compiler.isPropertyAccessExpression(link)
    ? [{ file: value.getSourceFile(), start: link.expression.getEnd(), end: call.getEnd(), text: '' }]
    : []
}
