import type { ValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bodyAt, memberAt, outermostOf } from '../sites/body.ts'
import { bare } from '../sites/scope.ts'
import { payloadSources, type Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import type { ReadText } from './graphql-document.ts'
import { valueText, type Words } from './graphql-words.ts'
import { valueText as quoteValue, styleOf } from './style.ts'
import { visibleAt } from './visible.ts'

/** How a document's names and gaps are said at its call. */
export const wordsAt = (trace: Trace, site: Site, read: ReadText): Words => {
  const style = styleOf(site.top.getSourceFile())
  const gap = (index: number): string | undefined => {
    const found = read.gaps[index]
    const outer = found && outermostOf(trace, { node: found.node, scope: found.scope })
    return outer && visibleAt(trace, outer.node, site.top) ? outer.node.getText() : undefined
  }
  return {
    quote: (text) => quoteValue(text, style),
    gap,
    gapInString: (index) => {
      const found = read.gaps[index]
      return found && isEscaping(found.node) ? undefined : gap(index)
    },
    gapInList: () => undefined,
    variable: (name) => {
      const text = variableText(trace, site, name)
      const standard = read.defaults.get(name)
      const value = standard && standardText(standard, (said) => quoteValue(said, style))
      return standard && text !== undefined ? value && orStandard(text, value) : text
    },
  }
}

/** A variable's default, which is a constant. */
const standardText = (node: ValueNode, quote: Words['quote']): string | undefined =>
  valueText(node, {
    quote,
    variable: () => undefined,
    gap: () => undefined,
    gapInString: () => undefined,
    gapInList: () => undefined,
  })

/** A value, or the default where it is undefined: null is a value. */
const orStandard = (text: string, standard: string): string | undefined => {
  if (text === 'undefined') return standard
  if (/^(-?\d[\d.]*|true|false|'[^']*'|"[^"]*")$/.test(text)) return text
  return /^[\w$.?]+$/.test(text) ? `(${text} === undefined ? ${standard} : ${text})` : undefined
}

/** What was escaped to fit into a GraphQL string must not be sent as it is: nobody would take the escapes out again. */
const isEscaping = (node: ts.Expression): boolean =>
  /\\\\|JSON\.stringify|escape|sanitize|quote/i.test(node.getText())

/** The object of variables as the outermost caller says it. */
export const variablesAt = (trace: Trace, site: Site): ts.Expression | undefined => {
  const apart = site.sink.graphql?.variables
  if (site.sink.graphql) return apart && bodyAt(trace, apart, site.scope)?.node
  for (const { node, scope } of payloadSources(trace, site)) {
    const at = compiler.isExpression(node) ? memberAt(trace, node, 'variables', scope) : undefined
    const outer = at && outermostOf(trace, at)
    if (outer) return outer.node
  }
  return undefined
}

const variableText = (trace: Trace, site: Site, name: string): string | undefined => {
  const node = variablesAt(trace, site)
  if (!node) return site.sink.graphql && !site.sink.graphql.variables ? 'undefined' : undefined
  if (!visibleAt(trace, node, site.top)) return undefined
  const literal = bare(node)
  if (!compiler.isObjectLiteralExpression(literal))
    return compiler.isIdentifier(literal) ? `${literal.text}.${name}` : undefined
  for (const property of literal.properties) {
    if (compiler.isShorthandPropertyAssignment(property) && property.name.text === name) return name
    if (compiler.isPropertyAssignment(property) && property.name.getText() === name)
      return property.initializer.getText()
  }
  return literal.properties.some(compiler.isSpreadAssignment) ? undefined : 'undefined'
}
