import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { memberAt } from '../sites/body.ts'
import type { Located } from '../sites/locate.ts'
import { bare, nameOf } from '../sites/scope.ts'
import type { Site } from '../sites/sites.ts'
import { gapAt, spanOf } from '../sites/text.ts'
import type { Trace } from '../sites/trace.ts'
import type { Edit } from './edit.ts'

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
  [...located.map((one) => inAddress(one, site)), inOptions(trace, site)].filter((one) => one !== undefined)

/** The query that stands in the address: literally, or as a URLSearchParams made in sight of the call. */
const inAddress = (located: Located, site: Site): Said | 'hidden' | undefined => {
  const query = located.shape.slice(located.query)
  if (query === '' || query === '?') return undefined
  const text = query.slice(1)
  if (text === '\0') return withoutQuery(ofParameters(located, located.query + 1, site), located)
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

/** `const query = new URLSearchParams(…)`: its own name holds every filter. */
const ofParameters = (located: Located, at: number, site: Site): Said | 'hidden' => {
  const gap = gapAt(located.text, at)
  const node = gap && bare(gap.node)
  if (!node || !inSight(node, site)) return 'hidden'
  if (!compiler.isNewExpression(node) || node.expression.getText() !== 'URLSearchParams') return 'hidden'
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
  const at =
    query.kind === 'member'
      ? memberAt(trace, query.object, query.name, site.scope)
      : { node: query.node, scope: site.scope }
  if (!at) return undefined
  const node = bare(at.node)
  if (!inSight(node, site)) return 'hidden'
  if (compiler.isObjectLiteralExpression(node)) {
    const names = node.properties.map((property) => (property.name ? nameOf(property.name) : undefined))
    const given = new Map(
      names.flatMap((name) => (name === undefined ? [] : [[name, { text: '' }] as const])),
    )
    const open = names.includes(undefined) ? { open: true as const } : {}
    return node.properties.length === 0
      ? undefined
      : { given, whole: node.getText(), ...open, edits: withoutMember(trace, at.node) }
  }
  if (!compiler.isIdentifier(node) || node.text === 'undefined')
    return query.kind === 'expression' ? 'hidden' : undefined
  const names = declaredNames(trace, node)
  const given = new Map((names ?? []).map((name) => [name, { text: '' }]))
  return { given, whole: node.text, ...(names ? {} : { open: true as const }), edits: [] }
}

/** The parameters that an object's type names; undefined where it may hold others. */
const declaredNames = ({ checker }: Trace, node: ts.Identifier): string[] | undefined => {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
  const open = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown | compiler.TypeFlags.TypeParameter
  if (type.flags & open || checker.getIndexInfosOfType(type).length > 0) return undefined
  return checker.getPropertiesOfType(type).map(({ name }) => name)
}

/** The edit that takes a member out of an options object that has others. */
const withoutMember = (trace: Trace, value: ts.Expression): Edit[] => {
  const member = value.parent
  const link = compiler.isCallExpression(member) ? member.expression : undefined
  if (link && compiler.isPropertyAccessExpression(link))
    return [{ file: value.getSourceFile(), start: link.expression.getEnd(), end: member.getEnd(), text: '' }]
  const options = member.parent
  if (!compiler.isPropertyAssignment(member) || !compiler.isObjectLiteralExpression(options)) return []
  const { properties } = options
  const index = properties.indexOf(member)
  const [before, after] = [properties[index - 1], properties[index + 1]]
  const file = value.getSourceFile()
  if (after) return [{ file, start: member.getStart(), end: after.getStart(), text: '' }]
  if (before) return [{ file, start: before.getEnd(), end: member.getEnd(), text: '' }]
  return withoutArgument(trace, options)
}

/** An argument that would be empty goes, where its parameter may be left out. */
const withoutArgument = (trace: Trace, options: ts.ObjectLiteralExpression): Edit[] => {
  const call = options.parent
  const file = options.getSourceFile()
  if (!compiler.isCallExpression(call) || call.arguments.at(-1) !== options || call.arguments.length < 2)
    return []
  const parameter =
    trace.checker.getResolvedSignature(call)?.declaration?.parameters[call.arguments.length - 1]
  const isOptional =
    !parameter || (compiler.isParameter(parameter) && (parameter.questionToken ?? parameter.initializer))
  if (!isOptional) return []
  const before = call.arguments.at(-2) as ts.Expression
  return [{ file, start: before.getEnd(), end: options.getEnd(), text: '' }]
}
