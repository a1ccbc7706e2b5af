import type { ts } from 'ts-morph'
import { groupBy } from '../../../mappings/dsl/group-by.ts'
import { compiler } from '../../project/compiler.ts'
import { memberAt } from '../../sites/body.ts'
import { type Access, accessed, accessOn } from '../../sites/program/access.ts'
import { entriesOf } from '../../sites/program/entries.ts'
import { mentionsOf } from '../../sites/program/names-used.ts'
import { isOnlyHere, parameterCall } from '../../sites/program/parameters-set.ts'
import { bare, dressed, isConst, nameOf, someNode } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { gapAt, spanOf } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { Edit } from '../edit/edit.ts'
import { visibleAt } from '../edit/visible.ts'
import { type Style, styleOf, valueText } from '../mapper/style.ts'
import { declaredNames, objectSaid } from './query-object.ts'
import type { Said } from './query-parts.ts'
import {
  memberParameter,
  type Parameter,
  renameAt,
  renameOfAll,
  setParameter,
  spansWithout,
  type Without,
  withoutCall,
  withoutMembers,
} from './query-parts.ts'

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
  if (text === '\0') {
    const said = ofParameters(trace, located, located.query + 1, site)
    return said && withoutQuery(said, located)
  }
  if (/^\0/.test(query) || /(^|&)[^=&]*\0/.test(text)) return 'hidden'
  const found: (readonly [name: string, value: Parameter])[] = []
  const parts: { name: string; start: number; end: number }[] = []
  let at = located.query + 1
  for (const part of text.split('&')) {
    const [name = '', ...rest] = part.split('=')
    const value = rest.join('=')
    const named = renameAt(spanOf(located.text, at, at + name.length))
    parts.push({ name, start: at, end: at + part.length })
    if (value === '\0') {
      const gap = gapAt(located.text, at + name.length + 1)
      const value = gap && asSent(gap.node)
      const said = value && inSight(trace, value, site) ? withoutEncoding(value) : undefined
      if (said === undefined) return 'hidden'
      found.push([name, { text: said, ...named }])
    } else if (/[\0#]/.test(value)) return 'hidden'
    else {
      const literal = decoded(value)
      if (literal === undefined) return 'hidden'
      found.push([name, { text: '', literal, ...named }])
    }
    at += part.length + 1
  }
  const without: Without = (names) =>
    spansWithout(parts, names).flatMap(({ start, end }) => {
      const span = spanOf(located.text, start, end)
      return span ? [{ ...span, text: '' }] : []
    })
  const given = parametersOf(found, styleOf(site.top.getSourceFile()))
  return withoutQuery({ given, edits: [], without }, located)
}

/** Parameters by their names: one that is said several times (`?name=a&name=b`) asks for any of its values. */
const parametersOf = (
  found: readonly (readonly [name: string, value: Parameter])[],
  style: Style,
): Map<string, Parameter> => {
  const said = ({ text, literal }: Parameter): string =>
    literal === undefined ? text : valueText(literal, style)
  return new Map(
    [...groupBy(found, ([name]) => name)].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value)
      const [only, ...others] = values as [Parameter, ...Parameter[]]
      return [name, others.length === 0 ? only : { text: `[${values.map(said).join(', ')}]` }]
    }),
  )
}

/** What a part of an address says; undefined where it is no text that was encoded. */
const decoded = (value: string): string | undefined => {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** What the list's mapper is told, v2 need not hear. */
const withoutQuery = (said: Said | 'hidden', located: Located): Said | 'hidden' => {
  if (said === 'hidden') return said
  const span = spanOf(located.text, located.query, located.shape.length)
  return span ? { ...said, edits: [...said.edits, { ...span, text: '' }] } : said
}

/** What is sent of a value (`name.trim()`), by the name of the constant that keeps it: what it is made of may change. */
const asSent = (node: ts.Expression): ts.Expression => {
  const method = accessOn(node)
  const call = method?.parent
  if (method && call && compiler.isCallExpression(call) && call.expression === method && isSentAs(method))
    return asSent(call)
  const { parent } = dressed(node)
  const isKept = compiler.isVariableDeclaration(parent) && isConst(parent)
  return isKept && compiler.isIdentifier(parent.name) && !encodedIn(node) ? parent.name : node
}

/** Methods that the text of an address is read through. */
const isSentAs = (method: Access): boolean =>
  /^(trim|trimEnd|toLowerCase)$/.test(accessed(method)?.name ?? '')

/** The text of a value, without what encodes it for an address; undefined where some other function may do so. */
export const withoutEncoding = (node: ts.Expression): string | undefined => {
  const value = encodedIn(node) ?? bare(node)
  return someNode(value, isMadeOtherwise) ? undefined : value.getText()
}

/** `name` of `encodeURIComponent(name)`. */
const encodedIn = (given: ts.Expression): ts.Expression | undefined => {
  const node = bare(given)
  const isEncoding = compiler.isCallExpression(node) && ENCODES.test(node.expression.getText())
  return isEncoding ? node.arguments[0] : undefined
}

const ENCODES = /^encodeURI(Component)?$/

/** A call that may make another text for an address than is asked for: `escape(name)`, `name.replace(/ /g, '%20')`. */
const isMadeOtherwise = (node: ts.Node): boolean =>
  compiler.isCallExpression(node) && !KEEPS.test(node.expression.getText())

const KEEPS = /^String$|\.(trim|toString|toLowerCase|toUpperCase|toISOString|toFixed|slice|get|at)$/

/** Whether an expression means at the call what it means where it stands. */
const inSight = (trace: Trace, node: ts.Expression, { top }: Site): boolean =>
  isAround(node, top) && visibleAt(trace, node, top)

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
  if (!isParameters || !isAround(node, site.top)) {
    const object = isParameters ? entriesOf(node) : gap.entries
    return object
      ? objectSaid(trace, { node: object, scope: gap.scope }, (one) => inSight(trace, one, site))
      : 'hidden'
  }
  const [first] = node.arguments ?? []
  const literal = first && bare(first)
  const object = literal && compiler.isObjectLiteralExpression(literal) ? literal : undefined
  const owner = node.parent
  if (compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name)) {
    if (!visibleAt(trace, owner.name, site.top)) return 'hidden'
    const mentions = mentionsOf(trace, owner.name)
    const sets = setsOf(mentions)
    const named = namesGiven(trace, literal)
    const given = saidAnew([
      ...membersIn(object),
      ...(object ? [] : (named ?? []).map((name) => [name, { text: '' }] as const)),
      ...sets.map(({ name, call }) => [name, setParameter(call)] as const),
    ])
    const whole = owner.name.text
    const open = named && mentions.every(isNamed) ? {} : { open: true as const }
    // Another call's query as well: its words are not this call's to change.
    if (mentions.length > sets.length + 1) return { given: withoutRenames(given), whole, ...open, edits: [] }
    const without: Without = (names) => [
      ...(object ? withoutMembers(object)(names) : []),
      ...sets.filter(({ name }) => names.has(name)).flatMap(({ call }) => withoutCall(call)),
    ]
    return { given, whole, ...open, edits: [], without }
  }
  return object && inSight(trace, object, site)
    ? { given: membersIn(object), whole: object.getText(), edits: [], without: withoutMembers(object) }
    : 'hidden'
}

/** Parameters of which each may be said several times: what they say hangs on the program, what they are called does not. */
const saidAnew = (found: readonly (readonly [name: string, value: Parameter])[]): Map<string, Parameter> => {
  const byName = new Map<string, Parameter>()
  for (const [name, value] of found) {
    const before = byName.get(name)
    byName.set(name, before ? { text: '', ...renameOfAll([before, value]) } : value)
  }
  return byName
}

/** The names that a query is made with; undefined where nobody can tell. */
const namesGiven = (trace: Trace, given: ts.Expression | undefined): readonly string[] | undefined => {
  if (!given) return []
  if (compiler.isIdentifier(given)) return declaredNames(trace, given)
  if (!compiler.isObjectLiteralExpression(given)) return undefined
  const names = given.properties.map(({ name }) => name && nameOf(name))
  return names.every((name) => name !== undefined) ? names : undefined
}

/** Whether a use of a query adds nothing to it but what it names. */
const isNamed = (use: ts.Identifier): boolean => {
  const access = accessOn(use)
  const isAdded = access && /^(set|append|forEach)$/.test(accessed(access)?.name ?? '')
  const key = isAdded ? parameterCall(use)?.arguments[0] : undefined
  return isAdded ? key !== undefined && compiler.isStringLiteralLike(key) : isOnlyHere(use)
}

const withoutRenames = (given: ReadonlyMap<string, Parameter>): Map<string, Parameter> =>
  new Map([...given].map(([name, { rename: _, ...said }]) => [name, said]))

const membersIn = (object: ts.ObjectLiteralExpression | undefined): Map<string, Parameter> =>
  new Map(
    object?.properties.flatMap((one) => (one.name ? [[nameOf(one.name) ?? '', memberParameter(one)]] : [])),
  )

/** The parameters that are written out in `.set` and `.append`. */
const setsOf = (mentions: readonly ts.Identifier[]): { name: string; call: ts.CallExpression }[] =>
  mentions.flatMap((use) => {
    const call = parameterCall(use)
    const [key] = call?.arguments ?? []
    return call && key && compiler.isStringLiteralLike(key) ? [{ name: key.text, call }] : []
  })

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
