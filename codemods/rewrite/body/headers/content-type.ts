import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { memberAt } from '../../../sites/body.ts'
import { frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Source } from '../../../sites/program/frames/source.ts'
import { partsOf, saysMembers } from '../../../sites/program/held/member.ts'
import { bare, functionsAround, isNothing, nameOf, statementOf } from '../../../sites/program/syntax/nodes.ts'
import type { Sink } from '../../../sites/sink.ts'
import type { Site } from '../../../sites/sites.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf, type Text } from '../../../sites/texts/text.ts'
import { assignedMembers, type Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter, replace } from '../../edit/edit.ts'
import { indentAt, styleOf } from '../../mapper/helpers/style.ts'
import { addProperty } from '../inlets/add-property.ts'
import { literalIn } from '../inlets/literal-in.ts'
import { headerList, sayInList } from './header-list.ts'
import { headersSpread } from './headers-spread.ts'
import { jsonHeader } from './json-header.ts'

/** Whether a call says that its body is JSON. */
export type ContentType = 'said' | 'missing' | 'unknown'

/** Looks for a content type among a call's headers, wherever they are made. */
export const contentTypeOf = (trace: Trace, { sink, scope }: Site): ContentType => {
  if (sink.serializes || isSaidWithBody(trace, sink)) return 'said'
  if (!sink.options) return 'missing'
  const headers = trace.members(sink.options, 'headers', scope)
  if (headers.length === 0) return trace.sources(sink.options, scope).every(isLiteral) ? 'missing' : 'unknown'
  const answers = headers.map(({ node, scope: inner }) => inHeaders(trace, node, inner, 0))
  if (answers.includes('said')) return 'said'
  return answers.includes('unknown') ? 'unknown' : 'missing'
}

/** `if (body) { init.body = …; init.headers = { …, 'Content-Type': … } }`: whoever passes a body says its type. */
const isSaidWithBody = (trace: Trace, { options, body }: Sink): boolean => {
  if (!options || body?.kind !== 'member') return false
  const withBody = assignedMembers(trace.checker, options, body.name).map((one) => statementOf(one).parent)
  return assignedMembers(trace.checker, options, 'headers').some(
    (one) => withBody.includes(statementOf(one).parent) && /content-type/i.test(one.getText()),
  )
}

/** Whether a call's headers say in so many words that its body is something else than JSON: `text/plain`. */
export const saysOtherType = (trace: Trace, { sink, scope, top }: Site): boolean =>
  sink.options !== undefined &&
  (handsOtherType(top) ||
    trace.members(sink.options, 'headers', scope).some((source) => {
      const text = source.node.getText()
      const isSaid = (OTHER_TYPE.test(text) && !/json/i.test(text)) || setsOtherType(source.node)
      return isSaid || typesIn(trace, source).some(isOther)
    }))

/** `call(path, { headers: { 'Content-Type': 'text/plain' } })`: what a caller says takes the helper's place. */
const handsOtherType = (top: ts.Expression): boolean =>
  compiler.isCallExpression(top) &&
  top.arguments.some((one) => {
    const given = bare(one)
    const own = compiler.isObjectLiteralExpression(given) ? given.properties : []
    const headers = own.find(({ name }) => name && nameOf(name) === 'headers')?.getText() ?? ''
    return OTHER_TYPE.test(headers) && !/json/i.test(headers)
  })

/** `headers.set('Content-Type', 'text/plain')`, `headers['Content-Type'] = …`, wherever the file does so. */
const setsOtherType = ({ parent }: ts.Node): boolean => {
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return false
  const setting = new RegExp(
    `\\b${parent.name.text}(?:\\.(?:set|append)\\(|\\[)\\s*['"]content-type['"]\\s*(?:,|\\]\\s*=)\\s*['"\`](\\w[^'"\`]*)`,
    'gi',
  )
  const found = parent.getSourceFile().text.matchAll(setting)
  return [...found].some(([, type = '']) => !/json/i.test(type))
}

const OTHER_TYPE = /content-type['"`]?\s*[:,]\s*['"`][a-z]/i

/** What a member of the headers says of the type: `'Content-Type': type`, where a caller or a default says that. */
const typesIn = (trace: Trace, headers: Source): Text[] =>
  compiler.isObjectLiteralExpression(headers.node)
    ? headers.node.properties.flatMap((one) =>
        compiler.isPropertyAssignment(one) && /^content-type$/i.test(nameOf(one.name) ?? '')
          ? texts(trace, one.initializer, headers.scope)
          : [],
      )
    : []

const isOther = (text: Text): boolean =>
  /^[a-z]+\/[\w.+-]+/i.test(shapeOf(text)) && !/json/i.test(shapeOf(text))

const isLiteral = ({ node }: { node: ts.Node }): boolean => compiler.isObjectLiteralExpression(node)

const inHeaders = (trace: Trace, node: ts.Node, scope: Scope | undefined, depth: number): ContentType => {
  if (depth > 6) return 'unknown'
  if (/content-type/i.test(textAround(node))) return 'said'
  if (scope === undefined && headerList(trace, node)) return 'missing'
  if (!saysMembers(node)) return isNothing(node) ? 'missing' : 'unknown'
  let answer: ContentType = 'missing'
  for (const part of partsOf(node)) {
    for (const source of trace.sources(part, scope)) {
      const inner =
        compiler.isExpression(source.node) && isOptionalParameter(trace, source.node, scope)
          ? 'missing'
          : inHeaders(trace, source.node, source.scope, depth + 1)
      if (inner === 'said') return 'said'
      if (inner === 'unknown') answer = 'unknown'
    }
  }
  return answer
}

/** `...init.headers` where the caller gave none. */
const isOptionalParameter = (trace: Trace, node: ts.Expression, scope: Scope | undefined): boolean => {
  const inner = bare(node)
  if (!compiler.isPropertyAccessExpression(inner) || !compiler.isIdentifier(inner.expression)) return false
  const declaration = trace.checker.getSymbolAtLocation(inner.expression)?.declarations?.[0]
  if (!declaration || !compiler.isParameter(declaration) || !frameOf(scope, declaration.parent)) return false
  return memberAt(trace, inner.expression, inner.name.text, scope) === undefined
}

/** A headers value with what is set on it later in the same function (`headers['Content-Type'] = …`). */
const textAround = (node: ts.Node): string => {
  const kept = keptAs(node)
  if (!kept) return node.getText()
  let block: ts.Node = kept.owner
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  const set = `(?:\\s+as\\s+[^()]+\\))?(?:\\.(?:set|append)\\(|\\[)\\s*['"]content-type['"]`
  const later = [...block.getText().matchAll(new RegExp(`\\b${kept.name}${set}`, 'gi'))]
  return node.getText() + later.map(([whole]) => whole).join(' ')
}

/** The variable that holds headers, or options with them (`init.headers`), and how they are called by it, as a pattern. */
const keptAs = (
  node: ts.Node,
): { readonly owner: ts.VariableDeclaration; readonly name: string } | undefined => {
  const { parent } = node
  if (compiler.isPropertyAssignment(parent)) {
    const options = keptAs(parent.parent)
    const member = nameOf(parent.name)
    return options && member ? { ...options, name: `${options.name}\\.${member}` } : undefined
  }
  return compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
    ? { owner: parent, name: parent.name.text }
    : undefined
}

/**
 * The edits that say it, where the call's own options literal has room; undefined where they have none.
 * @param only the name of a body without which it must not be said
 */
export const sayContentType = (
  trace: Trace,
  site: Site,
  literal: ts.ObjectLiteralExpression,
  only?: string,
): Edit[] | undefined => {
  const listed = sayInList(trace, site)
  if (listed) return only ? undefined : listed
  const said = jsonHeader(styleOf(literal.getSourceFile()))
  const header = only ? `...(${only} ? { ${said} } : {})` : said
  const property = literal.properties.find((one) => one.name && nameOf(one.name) === 'headers')
  const spread = headersSpread(trace, literal, property)
  if (spread === undefined) return undefined
  if (!property)
    return mergesHeaders(trace, site) || reachesLibrary(trace, site, literal)
      ? addHeaders(literal, spread + header)
      : undefined
  if (!headersReach(trace, site, literal)) return undefined
  if (compiler.isShorthandPropertyAssignment(property))
    return [replace(property, `headers: { ...headers, ${header} }`)]
  if (!compiler.isPropertyAssignment(property)) return undefined
  const value = bare(property.initializer)
  if (compiler.isObjectLiteralExpression(value)) return [sayLast(value, header)]
  return isPlain(trace, value, site.scope)
    ? [replace(value, `{ ...${value.getText()}, ${header} }`)]
    : undefined
}

/** One more header behind those that are written out, on a line of its own where they are. */
const sayLast = (headers: ts.ObjectLiteralExpression, header: string): Edit => {
  const last = headers.properties.at(-1)
  if (!last) return replace(headers, `{ ${header} }`)
  const file = headers.getSourceFile()
  const isMultiline = headers.getText().includes('\n')
  return insertAfter(
    last,
    isMultiline ? `,${styleOf(file).newline}${indentAt(file, last.getStart())}${header}` : `, ${header}`,
  )
}

/** What a wrapper spreads of its caller's headers among its own (`{ ...own, ...init.headers }`). */
export const headerSpreads = (trace: Trace, { sink, scope }: Site): ts.Expression[] =>
  (sink.options ? trace.members(sink.options, 'headers', scope) : []).flatMap(({ node }) =>
    saysMembers(node) ? partsOf(node).filter((one) => /\bheaders\b/.test(one.getText())) : [],
  )

const mergesHeaders = (trace: Trace, site: Site): boolean =>
  headerSpreads(trace, site).length > 0 || (site.scope === undefined && site.sink.options !== undefined)

/** Whether the headers that a literal says are those that are sent, or among them. */
const headersReach = (trace: Trace, site: Site, literal: ts.ObjectLiteralExpression): boolean =>
  mergesHeaders(trace, site) ||
  (site.sink.options !== undefined &&
    literalIn(trace, frameAround(site.scope, literal), 'headers', site.sink.options, site.scope) === literal)

/** The frame that a node of a helper is read in; none for the caller's. */
const frameAround = (scope: Scope | undefined, node: ts.Node): Scope | undefined =>
  functionsAround(node)
    .map((one) => frameOf(scope, one))
    .find((one) => one !== undefined)

/** Whether a helper hands a literal to the library as it is. */
const reachesLibrary = (
  trace: Trace,
  { sink, scope }: Site,
  literal: ts.ObjectLiteralExpression,
): boolean => {
  const found = sink.options ? trace.sources(sink.options, scope) : []
  return found.length > 0 && found.every(({ node }) => node === literal)
}

const addHeaders = (literal: ts.ObjectLiteralExpression, header: string): Edit[] =>
  literal.properties.length === 0 ? [] : addProperty(literal, 'headers', `{ ${header} }`)

/** Whether a headers expression is an object that can be spread. */
const isPlain = (trace: Trace, node: ts.Expression, scope: Scope | undefined): boolean =>
  trace.sources(node, scope).every((source) => compiler.isObjectLiteralExpression(source.node))
