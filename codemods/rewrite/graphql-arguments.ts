import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { memberAt, outermostOf } from '../sites/body.ts'
import { bare } from '../sites/scope.ts'
import { payloadSources, type Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import type { ReadText } from './graphql-document.ts'
import type { Words } from './graphql-words.ts'
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
    variable: (name) => variableText(trace, site, name),
  }
}

/** What was escaped to fit into a GraphQL string must not be sent as it is: nobody would take the escapes out again. */
const isEscaping = (node: ts.Expression): boolean =>
  /\\\\|JSON\.stringify|escape|sanitize|quote/i.test(node.getText())

/** The object of variables as the outermost caller says it. */
export const variablesAt = (trace: Trace, site: Site): ts.Expression | undefined => {
  for (const { node, scope } of payloadSources(trace, site)) {
    const at = compiler.isExpression(node) ? memberAt(trace, node, 'variables', scope) : undefined
    const outer = at && outermostOf(trace, at)
    if (outer) return outer.node
  }
  return undefined
}

const variableText = (trace: Trace, site: Site, name: string): string | undefined => {
  const node = variablesAt(trace, site)
  if (!node || !visibleAt(trace, node, site.top)) return undefined
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
