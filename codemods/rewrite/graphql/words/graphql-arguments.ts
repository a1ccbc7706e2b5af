import { Kind, parseValue, type ValueNode } from 'graphql'
import type { ts } from 'ts-morph'
import type { z } from 'zod'
import { compiler } from '../../../project/compiler.ts'
import { type At, choiceAround } from '../../../sites/body.ts'
import { bare, isNothing } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { saidAt, saidOnce } from '../../edit/said-at.ts'
import { visibleAt } from '../../edit/visible.ts'
import { valueText as quoteValue, styleOf } from '../../mapper/helpers/style.ts'
import type { ListItem, Slot } from '../document/document-reader.ts'
import { numberText, readWithin, stringText, unescaped } from '../document/document-values.ts'
import type { ReadText } from '../document/graphql-document.ts'
import { spellingOf } from './graphql-types.ts'
import { variablesAt, variableText } from './graphql-variables.ts'
import { ofAny, valueText, type Words } from './graphql-words.ts'
import { newSpent, type Spent } from './spent.ts'

/** How a document's names and gaps are said at its call. @param spent what the fields of one document evaluate */
export const wordsAt = (trace: Trace, site: Site, read: ReadText, spent: Spent = newSpent()): Words =>
  wordsFor({ trace, site, read, sayAt: saidOnce(trace, site.top, spent.passed), spent, unsaid: [] })

/** A document at its call: how expressions are said there, and what could not be. */
interface Telling {
  readonly trace: Trace
  readonly site: Site
  readonly read: ReadText
  /** How an expression is said where the words will stand. */
  readonly sayAt: (at: At) => string | undefined
  readonly spent?: Spent
  readonly unsaid: string[]
}

const wordsFor = (telling: Telling): Words => {
  const { trace, site, read, unsaid } = telling
  const style = styleOf(site.top.getSourceFile())
  const words: Words = {
    unsaid,
    unseen: [],
    missing: [],
    quote: (text) => quoteValue(text, style),
    gap: (index, type) => gapText(telling, words, read.slots[index] as Slot, type),
    gapInString: (index, isAny) => textInString(telling, words, read.slots[index], isAny),
    gapInList: (index, type) => textInList(telling, read.slots[index], type),
    condition: (index) => conditionText(telling, read.conditions[index]),
    constant: (index) => {
      const slot = read.slots[index]
      return slot?.kind === 'value' ? constantText(trace, slot.at) : undefined
    },
    variable: (name) => variableOrStandard(telling, words, name),
  }
  return words
}

/** Counts what was said of an expression, or that nothing could be. */
const noted = ({ unsaid, spent }: Telling, { node }: At, text: string | undefined): string | undefined => {
  if (text === undefined) unsaid.push(node.getText())
  else spent?.nodes.push(node)
  return text
}

const said = (telling: Telling, at: At): string | undefined => noted(telling, at, telling.sayAt(at))

const named = (telling: Telling, at: At, { quote }: Words): string | undefined =>
  noted(telling, at, telling.sayAt(at) ?? known(telling.trace, at, quote))

const gapText = (
  telling: Telling,
  words: Words,
  slot: Slot,
  type: z.ZodType | undefined,
): string | undefined => {
  switch (slot.kind) {
    case 'lost':
    case 'list':
      return noted(telling, slot.at, undefined)
    case 'json':
      return said(telling, slot.at)
    case 'part':
      return partText(words, slot.source, type)
    case 'choice': {
      const condition = said(telling, slot.condition)
      const [yes, no] = [partText(words, slot.yes, type), partText(words, slot.no, type)]
      return condition && yes && no ? `${condition} ? ${yes} : ${no}` : undefined
    }
    case 'value': {
      const text = named(telling, slot.at, words)
      return text && noted(telling, slot.at, wordText(telling.trace, slot.at, text, type))
    }
    default:
      slot satisfies never
      return undefined
  }
}

const partText = (words: Words, source: string, type: z.ZodType | undefined): string | undefined => {
  const node = parsed(source)
  return node && valueText(node, words, type)
}

const textInString = (
  telling: Telling,
  words: Words,
  slot: Slot | undefined,
  isAny = false,
): string | undefined => {
  if (slot?.kind !== 'value') return undefined
  const { trace } = telling
  const fixed = constantText(trace, slot.at)
  if (fixed?.includes('\\')) {
    const value = readWithin(fixed)
    return noted(telling, slot.at, value === undefined ? undefined : words.quote(value))
  }
  const at = unescaped(trace, slot.at)
  const text = at ? named(telling, at, words) : noted(telling, slot.at, undefined)
  return at && text && stringText(trace, at, text, isAny)
}

const textInList = (
  telling: Telling,
  slot: Slot | undefined,
  type: z.ZodType | undefined,
): string | undefined => {
  if (slot?.kind !== 'list') return undefined
  const { at, item } = slot
  if (!item) return said(telling, at)
  const { trace, site, read, unsaid } = telling
  const sayAt = ({ node }: At): string | undefined =>
    visibleAt(trace, node, site.top, item.callee) ? node.getText() : undefined
  const inner = wordsFor({ trace, site, read, sayAt, unsaid })
  const text = partText(item.source.startsWith('{') ? ofAny(inner) : inner, item.source, type)
  return text && mapText(trace, site, at, item, text)
}

const conditionText = (telling: Telling, at: At | undefined): string | undefined => {
  const text = at && said(telling, at)
  return text && (compiler.isConditionalExpression(bare(at.node)) ? `(${text})` : text)
}

const variableOrStandard = (telling: Telling, words: Words, name: string): string | undefined => {
  const { trace, site, read, spent } = telling
  const text = variableText(trace, site, name, spent)
  const given = variablesAt(trace, site)
  if (text === undefined) words.unseen.push(given ? choiceAround(trace, given).getText() : `$${name}`)
  const standard = read.defaults.get(name)
  if (text === 'undefined' && isRequired(read, name)) words.missing.push(name)
  const value = standard && valueText(standard, words)
  if (!standard || text === undefined || hasDefault(trace, site, text)) return text
  return value && orStandard(text, value)
}

/** Whether a name is never undefined, for it has a default of its own: `(podId, gpuCount = 1) => …`. */
const hasDefault = ({ checker }: Trace, { top }: Site, text: string): boolean => {
  const symbol = checker.getSymbolsInScope(top, compiler.SymbolFlags.Value).find(({ name }) => name === text)
  const declared = symbol?.valueDeclaration
  const isTaken = declared && (compiler.isParameter(declared) || compiler.isBindingElement(declared))
  return isTaken === true && declared.initializer !== undefined && !isNothing(declared.initializer)
}

/** Whether GraphQL runs nothing of a document where nobody gives it this variable. */
const isRequired = ({ operation, defaults }: ReadText, name: string): boolean =>
  !defaults.has(name) &&
  (operation.variableDefinitions ?? []).some(
    ({ variable, type }) => variable.name.value === name && type.kind === Kind.NON_NULL_TYPE,
  )

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
