import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import {
  dressed,
  functionAround,
  isInside,
  isOperation,
  someNode,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSteady } from '../../dead/pure.ts'
import { visibleAt } from '../../edit/visible.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { withoutEncoding } from '../made/encoded.ts'
import type { Parameter, Said } from './query-parts.ts'

/** A query as one expression can say it: by its parameters, or as a whole. */
export interface Agreed extends Pick<Said, 'given' | 'whole'> {
  /** Whether the call chooses what it asks for. */
  readonly chosen?: true
}

/**
 * What a call's queries say, where its address may be any of several texts (`?status=${status}` with a default, a choice,
 * a query that is not always there): they differ in what the call itself has an expression for.
 * @param said one for each text, also where that has no query
 * @returns undefined where nothing says it for all of them
 */
export const agreed = (trace: Trace, site: Site, said: readonly Said[]): Agreed | undefined => {
  const [first, ...others] = said
  if (!first || others.length === 0) return first
  const wholes = new Set(said.flatMap(({ whole }) => whole ?? []))
  if (wholes.size > 0)
    return wholes.size === 1 ? wholeOf(trace, site, said, [...wholes][0] as string) : undefined
  const given = new Map<string, Parameter>()
  for (const name of new Set(said.flatMap((one) => [...one.given.keys()]))) {
    const value = parameterOf(trace, site, name, said)
    if (!value) return undefined
    given.set(name, value)
  }
  const isSaid = [...given].every(([name, value]) =>
    said.some((one) => one.given.get(name)?.text === value.text),
  )
  return { given, ...(isSaid ? {} : { chosen: true }) }
}

/** Both at once: what the address asks for, and what options do. */
export const both = (a: Agreed | undefined, b: Agreed | undefined): Agreed | undefined => {
  if (!a || !b) return undefined
  if (isEmpty(a)) return b
  if (isEmpty(b)) return a
  return a.whole === undefined && b.whole === undefined
    ? { given: new Map([...a.given, ...b.given]) }
    : undefined
}

const isEmpty = ({ given, whole }: Agreed): boolean => given.size === 0 && whole === undefined

/** A `URLSearchParams` that is not always sent: it is left out where it is empty, or on a condition of its own. */
const wholeOf = (trace: Trace, site: Site, said: readonly Said[], whole: string): Agreed | undefined => {
  const first = said.find((one) => one.whole !== undefined)
  if (!first || said.every((one) => one.whole !== undefined)) return first
  if (said.some((one) => one.whole === undefined && one.given.size > 0)) return undefined
  const choices = choicesIn(site).filter(
    (one) => mentions(one.whenTrue, whole) !== mentions(one.whenFalse, whole),
  )
  const strange = choices.filter(({ condition }) => !mentions(condition, whole))
  if (strange.length === 0) return first
  const [only, ...others] = strange
  const isSaid = only && others.length === 0 && isSaidAt(trace, only, site)
  if (!isSaid) return undefined
  const [yes, no] = mentions(only.whenTrue, whole) ? [whole, 'undefined'] : ['undefined', whole]
  return { ...first, whole: `${only.condition.getText()} ? ${yes} : ${no}` }
}

const parameterOf = (
  trace: Trace,
  site: Site,
  name: string,
  said: readonly Said[],
): Parameter | undefined => {
  const values = said.map(({ given }) => given.get(name))
  const [first] = values
  const isSame = values.every((one) => one?.text === first?.text && one?.literal === first?.literal)
  if (first && isSame) return first
  const told = choicesIn(site).flatMap((one) => {
    const [yes, no] = [one.whenTrue, one.whenFalse].map((side) => saidIn(side, name))
    return yes?.length === 0 && no?.length === 0 ? [] : [{ one, yes, no }]
  })
  const [only, ...others] = told
  if (!only) return values.every((one) => one !== undefined) ? saidAtCall(trace, site.top, name) : undefined
  if (others.length > 0 || !isSaidAt(trace, only.one, site)) return undefined
  const [yes, no] = [only.yes, only.no].map((said) =>
    said?.length === 0 ? 'undefined' : textOf(trace, said, site.top),
  )
  if (yes === undefined || no === undefined) return undefined
  const condition = only.one.condition.getText()
  return {
    text:
      yes === condition && no === 'undefined' ? `${condition} || undefined` : `${condition} ? ${yes} : ${no}`,
  }
}

/** One text or another, or none. */
interface Choice {
  readonly condition: ts.Expression
  readonly whenTrue: ts.Node
  readonly whenFalse: ts.Node | undefined
}

/** The choices in the function that makes a call: `a ? b : c`, and `if (a) path += b`. */
const choicesIn = ({ top }: Site): Choice[] => {
  const found: Choice[] = []
  walk(functionAround(top) ?? top.getSourceFile(), (node) => {
    if (compiler.isConditionalExpression(node)) found.push(node)
    if (compiler.isIfStatement(node) && !isInside(top, node))
      found.push({ condition: node.expression, whenTrue: node.thenStatement, whenFalse: node.elseStatement })
    return undefined
  })
  return found
}

const isSaidAt = (trace: Trace, { condition }: Choice, { top }: Site): boolean =>
  isSteady(condition) && visibleAt(trace, condition, top)

/** What the call itself puts into its address for a parameter, wherever that comes from. */
export const saidAtCall = (trace: Trace, top: ts.Node, name: string): Parameter | undefined => {
  const text = textOf(trace, saidIn(top, name), top)
  return text === undefined ? undefined : { text }
}

/** What a parameter is said to be: a text that is written out, an expression, or a part of one, which says nothing by itself. */
type Value = { readonly text: string } | { readonly node: ts.Expression } | 'part'

/** Of what is said once, and means the same at the call. */
const textOf = (trace: Trace, said: readonly Value[] | undefined, top: ts.Node): string | undefined => {
  const [only, ...others] = said ?? []
  if (!only || others.length > 0 || only === 'part') return undefined
  if ('text' in only) return only.text
  return visibleAt(trace, only.node, top) ? withoutEncoding(only.node) : undefined
}

/** What `name=…` says within some text. */
const saidIn = (place: ts.Node | undefined, name: string): readonly Value[] => {
  if (!place) return []
  const found: Value[] = []
  const mark = new RegExp(`(^|[?&])${name}=([^&]*)`)
  walk(place, (node) => {
    if (compiler.isStringLiteralLike(node)) found.push(...saidUpTo(node, node, mark))
    if (compiler.isTemplateExpression(node)) found.push(...saidInTemplate(node, mark))
    return undefined
  })
  return found
}

const saidInTemplate = (node: ts.TemplateExpression, mark: RegExp): Value[] =>
  [node.head, ...node.templateSpans.map(({ literal }) => literal)].flatMap((part, index): Value[] => {
    const span = node.templateSpans[index]
    return span ? saidBefore(part, span.expression, span.literal, mark) : saidUpTo(part, node, mark)
  })

/** In a text that is the last of a whole one, or goes on with what is added to it (`'?name=' + name`). */
const saidUpTo = (part: Text, whole: ts.Expression, mark: RegExp): Value[] => {
  const next = addedTo(whole)
  return next ? saidBefore(part, next, addedTo(next), mark) : saidBefore(part, undefined, undefined, mark)
}

type Text = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail

/** In a text before a value that is put in, and what stands behind that. */
const saidBefore = (
  part: Text,
  value: ts.Expression | undefined,
  behind: ts.Node | undefined,
  mark: RegExp,
): Value[] => {
  const { text } = part
  const [all = '', , said] = mark.exec(text) ?? []
  if (said === undefined) return []
  if (!value || !text.endsWith(all)) return [{ text: valueText(said, styleOf(part.getSourceFile())) }]
  return [said === '' && (!behind || beginsAnother(behind)) ? { node: value } : 'part']
}

/** What is added to the end of a text. */
const addedTo = (text: ts.Expression): ts.Expression | undefined => {
  const node = dressed(text)
  const { parent } = node
  if (!isOperation(parent, '+')) return undefined
  return parent.left === node ? parent.right : addedTo(parent)
}

/** Whether a text begins with another parameter, or with nothing at all. */
const beginsAnother = (node: ts.Node): boolean => {
  const { text } = (compiler.isTemplateExpression(node) ? node.head : node) as { readonly text?: string }
  return text !== undefined && !compiler.isIdentifier(node) && /^(&|$)/.test(text)
}

/** Whether a query is said at a place, and not only filled there. */
const mentions = (place: ts.Node | undefined, word: string): boolean =>
  place !== undefined &&
  someNode(place, (node) => {
    const { parent } = node
    const isFilled =
      compiler.isPropertyAccessExpression(parent) && /^(set|append|delete|sort)$/.test(parent.name.text)
    return compiler.isIdentifier(node) && node.text === word && !isFilled
  })
