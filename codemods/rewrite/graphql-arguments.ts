import type { ValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { type At, bodyAt, memberAt, outermostOf } from '../sites/body.ts'
import { argumentFor, bare, frameOf } from '../sites/scope.ts'
import { payloadSources, type Site, stringified } from '../sites/sites.ts'
import type { Gap } from '../sites/text.ts'
import type { Trace } from '../sites/trace.ts'
import type { ReadText } from './graphql-document.ts'
import { isEscaping } from './graphql-parts.ts'
import { valueText, type Words } from './graphql-words.ts'
import { saidAt } from './said-at.ts'
import { valueText as quoteValue, styleOf } from './style.ts'
import { declarationOf, visibleAt } from './visible.ts'

/** How a document's names and gaps are said at its call. */
export const wordsAt = (trace: Trace, site: Site, read: ReadText): Words => {
  const style = styleOf(site.top.getSourceFile())
  const said = (index: number, unquoted = false): string | undefined => {
    const found = read.gaps[index]
    return found && gapText(trace, site, unquoted ? unescaped(found) : found)
  }
  return {
    quote: (text) => quoteValue(text, style),
    gap: (index) => {
      const found = read.gaps[index]
      return found && isBare(trace, found) ? said(index, true) : undefined
    },
    gapInString: (index) => {
      const found = read.gaps[index]
      return found && isEscaping(found) ? undefined : said(index)
    },
    isText: (index) => {
      const found = read.gaps[index]
      const type = found && trace.checker.getTypeAtLocation(found.node)
      return type !== undefined && isTextType(type)
    },
    constant: (index) => read.gaps[index]?.constant,
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
    isText: () => false,
    constant: () => undefined,
  })

/** A value, or the default where it is undefined: null is a value. */
const orStandard = (text: string, standard: string): string | undefined => {
  if (text === 'undefined') return standard
  if (/^(-?\d[\d.]*|true|false|'[^']*'|"[^"]*")$/.test(text)) return text
  return /^[\w$.?]+$/.test(text) ? `(${text} === undefined ? ${standard} : ${text})` : undefined
}

const isTextType = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.every(isTextType) : (type.flags & compiler.TypeFlags.StringLike) !== 0

/** A gap's expression as the call can say it. */
export const gapText = (trace: Trace, site: Site, { node, scope }: Gap): string | undefined =>
  saidAt(trace, { node, scope }, site.top) ?? argumentText(trace, site, { node, scope })

/** What the outermost caller passes for it: evaluated once there, and once in the new call. */
const argumentText = (trace: Trace, site: Site, at: At): string | undefined => {
  const node = bare(at.node)
  const declaration = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  const frame =
    declaration && compiler.isParameter(declaration) ? frameOf(at.scope, declaration.parent) : undefined
  if (!frame) return visibleAt(trace, at.node, site.top) ? at.node.getText() : undefined
  const given = argumentFor(frame, declaration as ts.ParameterDeclaration)
  return given && argumentText(trace, site, { node: given, scope: frame.outer })
}

/** `JSON.stringify(x)`, which puts a text in quotes, or a list in brackets -> x. */
const unescaped = (found: Gap): Gap => {
  const inner = stringified(bare(found.node))
  return inner ? { ...found, node: inner } : found
}

/** Whether what stands in a document without quotes is the value, and no GraphQL that a function has written. */
const isBare = (trace: Trace, { node }: Gap): boolean => {
  const inner = bare(node)
  if (!compiler.isCallExpression(inner) || stringified(inner)) return true
  const { flags } = trace.checker.getTypeAtLocation(inner)
  return (flags & (compiler.TypeFlags.NumberLike | compiler.TypeFlags.BooleanLike)) !== 0
}

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
