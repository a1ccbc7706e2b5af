import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { memberAt } from '../../sites/body.ts'
import { entriesOf } from '../../sites/entries.ts'
import type { Located } from '../../sites/locate.ts'
import { bare, nameOf } from '../../sites/scope.ts'
import type { Site } from '../../sites/sites.ts'
import { gapAt, spanOf } from '../../sites/text.ts'
import type { Trace } from '../../sites/trace.ts'
import type { Edit } from '../edit/edit.ts'
import { objectSaid } from './query-object.ts'

/** One query as the source says it. */
export interface Said {
  /** The parameters named, with a literal value or the expression of one. */
  readonly given: ReadonlyMap<string, { readonly text: string; readonly literal?: string }>
  /** An expression that holds the whole query (a URLSearchParams or an object), where it is made at run time. */
  readonly whole?: string
  /** Nobody can say which parameters it holds. */
  readonly open?: true
  readonly edits: readonly Edit[]
}

/** What the source says of a call's query, in its address and in its options; `hidden` where that cannot be read. */
export const saidQueries = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
): readonly (Said | 'hidden')[] =>
  [...located.map((one) => inAddress(trace, one, site)), inOptions(trace, site)].filter(
    (one) => one !== undefined,
  )

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
  const given = new Map<string, { text: string; literal?: string }>()
  let at = located.query + 1
  for (const part of text.split('&')) {
    const [name = '', value = ''] = part.split('=')
    if (value === '\0') {
      const gap = gapAt(located.text, at + name.length + 1)
      if (!gap || !inSight(gap.node, site)) return 'hidden'
      given.set(name, { text: withoutEncoding(gap.node) })
    } else if (value.includes('\0')) return 'hidden'
    else given.set(name, { text: '', literal: decodeURIComponent(value) })
    at += part.length + 1
  }
  return withoutQuery({ given, edits: [] }, located)
}

/** What the list's mapper is told, v2 need not hear. */
const withoutQuery = (said: Said | 'hidden', located: Located): Said | 'hidden' => {
  if (said === 'hidden') return said
  const span = spanOf(located.text, located.query, located.shape.length)
  return span ? { ...said, edits: [...said.edits, { ...span, text: '' }] } : said
}

const withoutEncoding = (node: ts.Expression): string => {
  const inner = bare(node)
  const isEncoded = compiler.isCallExpression(inner) && inner.expression.getText() === 'encodeURIComponent'
  return isEncoded && inner.arguments[0] ? inner.arguments[0].getText() : inner.getText()
}

/** Whether an expression means at the call what it means where it stands. */
const inSight = (node: ts.Node, site: Site): boolean => {
  if (node.getSourceFile() !== site.top.getSourceFile()) return false
  let block: ts.Node = node
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  for (let at: ts.Node | undefined = site.top; at; at = at.parent) if (at === block) return true
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
  if (!isParameters || !inSight(node, site)) {
    const object = isParameters ? entriesOf(node) : gap.entries
    return object
      ? objectSaid(trace, { node: object, scope: gap.scope }, (one) => inSight(one, site))
      : 'hidden'
  }
  const given = new Map([...namesIn(node)].map((name) => [name, { text: '' }]))
  const owner = node.parent
  if (compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name))
    return { given, whole: owner.name.text, edits: [] }
  const [first] = node.arguments ?? []
  return first && compiler.isObjectLiteralExpression(bare(first))
    ? { given, whole: first.getText(), edits: [] }
    : 'hidden'
}

/** The parameter names that are written out: in the constructor's object, and in `.set` and `.append`. */
const namesIn = (node: ts.NewExpression): Set<string> => {
  const names = new Set<string>()
  const [first] = node.arguments ?? []
  if (first && compiler.isObjectLiteralExpression(first))
    for (const property of first.properties) if (property.name) names.add(nameOf(property.name) ?? '')
  const owner = node.parent
  if (!compiler.isVariableDeclaration(owner) || !compiler.isIdentifier(owner.name)) return names
  const variable = owner.name.text
  let block: ts.Node = owner
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  const visit = (at: ts.Node): void => {
    if (compiler.isCallExpression(at) && compiler.isPropertyAccessExpression(at.expression)) {
      const { expression, name } = at.expression
      const [key] = at.arguments
      const sets = name.text === 'set' || name.text === 'append'
      if (sets && expression.getText() === variable && key && compiler.isStringLiteralLike(key))
        names.add(key.text)
    }
    compiler.forEachChild(at, visit)
  }
  visit(block)
  return names
}

/** axios `params`, superagent's `.query(…)`. */
const inOptions = (trace: Trace, site: Site): Said | 'hidden' | undefined => {
  const { query } = site.sink
  if (!query) return undefined
  if (query.kind === 'expression')
    return objectSaid(
      trace,
      { node: query.node, scope: site.scope },
      (one) => inSight(one, site),
      withoutLink,
    )
  const at = memberAt(trace, query.object, query.name, site.scope)
  return at && objectSaid(trace, at, (one) => inSight(one, site))
}

/** The edit that takes `.query(…)` out of a chain. */
const withoutLink = (_: Trace, value: ts.Expression): Edit[] => {
  const call = value.parent
  const link = compiler.isCallExpression(call) ? call.expression : undefined
  return link && compiler.isPropertyAccessExpression(link)
    ? [{ file: value.getSourceFile(), start: link.expression.getEnd(), end: call.getEnd(), text: '' }]
    : []
}
