import { parseValue, type ValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import type { z } from 'zod'
import { compiler } from '../../project/compiler.ts'
import { type At, bodyAt, memberAt, outermostOf } from '../../sites/body.ts'
import { bare, nameOf } from '../../sites/program/scope.ts'
import { payloadSources, type Site } from '../../sites/sites.ts'
import { texts } from '../../sites/texts/resolve.ts'
import { shapeOf } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { saidAt, saidOnce } from '../edit/said-at.ts'
import { visibleAt } from '../edit/visible.ts'
import { valueText as quoteValue, styleOf } from '../mapper/style.ts'
import type { ListItem, Slot } from './document-reader.ts'
import { numberText, readWithin, stringText, unescaped } from './document-values.ts'
import type { ReadText } from './graphql-document.ts'
import { spellingOf } from './graphql-types.ts'
import { valueText, type Words } from './graphql-words.ts'
import { newSpent, type Spent } from './spent.ts'

/** How a document's names and gaps are said at its call. @param spent what the fields of one document evaluate */
export const wordsAt = (trace: Trace, site: Site, read: ReadText, spent: Spent = newSpent()): Words =>
  wordsFor(trace, site, read, { sayAt: saidOnce(trace, site.top, spent.passed), spent }, [])

interface Telling {
  /** How an expression is said where the words will stand. */
  readonly sayAt: (at: At) => string | undefined
  readonly spent?: Spent
}

const wordsFor = (
  trace: Trace,
  site: Site,
  read: ReadText,
  { sayAt, spent }: Telling,
  unsaid: string[],
): Words => {
  const style = styleOf(site.top.getSourceFile())
  const noted = (at: At, text: string | undefined): string | undefined => {
    if (text === undefined) unsaid.push(at.node.getText())
    else spent?.nodes.push(at.node)
    return text
  }
  const said = (at: At): string | undefined => noted(at, sayAt(at))
  const named = (at: At): string | undefined => noted(at, sayAt(at) ?? known(trace, at, words.quote))
  const words: Words = {
    unsaid,
    unseen: [],
    quote: (text) => quoteValue(text, style),
    gap: (index, type) => gapText(index, type),
    gapInString: (index) => {
      const slot = read.slots[index]
      if (slot?.kind !== 'value') return undefined
      const fixed = constantText(trace, slot.at)
      if (fixed?.includes('\\')) return escapedText(slot.at, fixed)
      const at = unescaped(trace, slot.at)
      const text = at ? named(at) : noted(slot.at, undefined)
      return at && text && stringText(trace, at, text)
    },
    gapInList: (index, type) => {
      const slot = read.slots[index]
      if (slot?.kind !== 'list') return undefined
      if (!slot.item) return said(slot.at)
      return listText(slot.at, slot.item, type)
    },
    condition: (index) => {
      const at = read.conditions[index]
      const text = at && said(at)
      return text && (compiler.isConditionalExpression(bare(at.node)) ? `(${text})` : text)
    },
    constant: (index) => {
      const slot = read.slots[index]
      return slot?.kind === 'value' ? constantText(trace, slot.at) : undefined
    },
    variable: (name) => {
      const text = variableText(trace, site, name, spent)
      if (text === undefined) words.unseen.push(variablesAt(trace, site)?.getText() ?? `$${name}`)
      const standard = read.defaults.get(name)
      const value = standard && valueText(standard, words)
      return standard && text !== undefined ? value && orStandard(text, value) : text
    },
  }
  const escapedText = (at: At, text: string): string | undefined => {
    const value = readWithin(text)
    return noted(at, value === undefined ? undefined : words.quote(value))
  }
  const partText = (source: string, type: z.ZodType | undefined): string | undefined => {
    const node = parsed(source)
    return node && valueText(node, words, type)
  }
  const gapText = (index: number, type: z.ZodType | undefined): string | undefined => {
    const slot = read.slots[index] as Slot
    switch (slot.kind) {
      case 'lost':
      case 'list':
        return noted(slot.at, undefined)
      case 'json':
        return said(slot.at)
      case 'part':
        return partText(slot.source, type)
      case 'choice': {
        const condition = said(slot.condition)
        const [yes, no] = [partText(slot.yes, type), partText(slot.no, type)]
        return condition && yes && no ? `${condition} ? ${yes} : ${no}` : undefined
      }
      case 'value': {
        const text = named(slot.at)
        return text && noted(slot.at, wordText(trace, slot.at, text, type))
      }
      default:
        slot satisfies never
        return undefined
    }
  }
  const listText = (at: At, item: ListItem, type: z.ZodType | undefined): string | undefined => {
    const node = parsed(item.source)
    const inner = (one: At): string | undefined =>
      visibleAt(trace, one.node, site.top, item.callee) ? one.node.getText() : undefined
    const text = node && valueText(node, wordsFor(trace, site, read, { sayAt: inner }, unsaid), type)
    return text && mapText(trace, site, at, item, text)
  }
  return words
}

/** A value of GraphQL that stands in the document by itself. */
const wordText = (trace: Trace, at: At, text: string, type: z.ZodType | undefined): string | undefined => {
  const spelling = spellingOf(type)
  if (spelling === 'number') return numberText(trace, at, text)
  // What is given by itself where GraphQL wants quotes or brackets brings them along, in a way that nobody can see
  return spelling === 'quoted' || spelling === 'brackets' ? undefined : text
}

/** `list.map(…)` with another result of its callback. */
const mapText = (
  trace: Trace,
  site: Site,
  at: At,
  { call, callee }: ListItem,
  item: string,
): string | undefined => {
  const [given] = call.arguments
  if (!given) return undefined
  const isObject = item.startsWith('{')
  const parameters = callee.parameters.map((one) => one.getText()).join(', ')
  const text = `(${parameters}) => ${isObject ? `(${item})` : item}`
  const said = saidAt(trace, at, site.top, { instead: new Map([[given as ts.Node, text]]) })
  return said && compiler.isOptionalChain(at.node) ? `${said} ?? []` : said
}

const parsed = (source: string): ValueNode | undefined => {
  try {
    return parseValue(source, { noLocation: true })
  } catch {
    return undefined
  }
}

/** The value of a constant that cannot be named at the call. */
const known = (trace: Trace, { node, scope }: At, quote: Words['quote']): string | undefined => {
  const [source, ...others] = trace.sources(node, scope)
  if (!source || others.length > 0 || source.env !== undefined) return undefined
  if (compiler.isStringLiteralLike(source.node)) return quote(source.node.text)
  return compiler.isNumericLiteral(source.node) ? source.node.text : undefined
}

/** What an expression says, where nothing but the source decides it. */
const constantText = (trace: Trace, { node, scope }: At): string | undefined => {
  const [text, ...others] = texts(trace, node, scope)
  const isConstant = text && others.length === 0 && text.env.length === 0
  return isConstant && text.pieces.every(({ kind }) => kind === 'written') ? shapeOf(text) : undefined
}

/** A value, or the default where it is undefined: null is a value. */
const orStandard = (text: string, standard: string): string | undefined => {
  if (text === 'undefined') return standard
  if (/^(-?\d[\d.]*|true|false|'[^']*'|"[^"]*")$/.test(text)) return text
  return /^[\w$.?]+$/.test(text) ? `(${text} === undefined ? ${standard} : ${text})` : undefined
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

const variableText = (
  trace: Trace,
  site: Site,
  name: string,
  spent: Spent | undefined,
): string | undefined => {
  const node = variablesAt(trace, site)
  if (!node) return site.sink.graphql && !site.sink.graphql.variables ? 'undefined' : undefined
  if (!visibleAt(trace, node, site.top)) return undefined
  const literal = bare(node)
  if (!compiler.isObjectLiteralExpression(literal))
    return compiler.isIdentifier(literal) ? `${literal.text}.${name}` : undefined
  for (const [index, property] of [...literal.properties.entries()].reverse()) {
    const key = nameOf(property.name)
    if (key === undefined) return ofSpread(trace, property, literal.properties.slice(0, index), name)
    if (key !== name) continue
    if (compiler.isShorthandPropertyAssignment(property)) return name
    if (!compiler.isPropertyAssignment(property)) return undefined
    spent?.nodes.push(property.initializer)
    return property.initializer.getText()
  }
  return 'undefined'
}

/** A spread, or a computed name, may say a variable: it does where nothing before it could. */
const ofSpread = (
  { checker }: Trace,
  property: ts.ObjectLiteralElementLike,
  before: readonly ts.ObjectLiteralElementLike[],
  name: string,
): string | undefined => {
  const isOnly = before.every((one) => one.name && ![undefined, name].includes(nameOf(one.name)))
  if (!isOnly || !compiler.isSpreadAssignment(property)) return undefined
  const held = bare(property.expression)
  if (!compiler.isIdentifier(held) && !compiler.isPropertyAccessExpression(held)) return undefined
  const type = checker.getTypeAtLocation(held)
  const isSure = (type.flags & compiler.TypeFlags.Object) !== 0
  return `${held.getText()}${isSure ? '.' : '?.'}${name}`
}
