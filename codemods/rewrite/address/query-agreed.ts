import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { functionAround, isInside, someNode, walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { isSteady } from '../dead/pure.ts'
import { visibleAt } from '../edit/visible.ts'
import { styleOf, valueText } from '../mapper/style.ts'
import type { Parameter, Said } from './query-parts.ts'
import { withoutEncoding } from './query-said.ts'

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
    const [yes, no] = [valueIn(one.whenTrue, name), valueIn(one.whenFalse, name)]
    return yes === undefined && no === undefined ? [] : [{ one, yes, no }]
  })
  const [only, ...others] = told
  if (!only) return values.every((one) => one !== undefined) ? spanOf(site.top, name) : undefined
  if (others.length > 0 || !isSaidAt(trace, only.one, site)) return undefined
  const condition = only.one.condition.getText()
  if (only.yes === condition && only.no === undefined) return { text: `${condition} || undefined` }
  return { text: `${condition} ? ${only.yes ?? 'undefined'} : ${only.no ?? 'undefined'}` }
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

const spanOf = (top: ts.Node, name: string): Parameter | undefined => {
  const text = valueIn(top, name)
  return text === undefined ? undefined : { text }
}

/** What `name=…` says within some text; undefined where it is not said there, or more than once. */
const valueIn = (place: ts.Node | undefined, name: string): string | undefined => {
  if (!place) return undefined
  const found: string[] = []
  const mark = new RegExp(`(^|[?&])${name}=([^&]*)`)
  walk(place, (node) => {
    if (compiler.isStringLiteralLike(node)) {
      const value = mark.exec(node.text)?.[2]
      if (value !== undefined) found.push(valueText(value, styleOf(node.getSourceFile())))
    }
    if (!compiler.isTemplateExpression(node)) return undefined
    found.push(...valuesIn(node, mark))
    return undefined
  })
  return found.length === 1 ? found[0] : undefined
}

/** Of values in a template: a part of one counts as said twice, for it says nothing by itself. */
const valuesIn = ({ head, templateSpans }: ts.TemplateExpression, mark: RegExp): string[] =>
  [head, ...templateSpans.map(({ literal }) => literal)].flatMap(({ text }, index) => {
    const [all = '', , value] = mark.exec(text) ?? []
    const span = text.endsWith(all) ? templateSpans[index] : undefined
    if (value === undefined) return []
    if (!span) return [valueText(value, styleOf(head.getSourceFile()))]
    const isWhole = value === '' && /^(&|$)/.test(span.literal.text)
    return isWhole ? [withoutEncoding(span.expression)] : ['', '']
  })

/** Whether a query is said at a place, and not only filled there. */
const mentions = (place: ts.Node | undefined, word: string): boolean =>
  place !== undefined &&
  someNode(place, (node) => {
    const { parent } = node
    const isFilled =
      compiler.isPropertyAccessExpression(parent) && /^(set|append|delete|sort)$/.test(parent.name.text)
    return compiler.isIdentifier(node) && node.text === word && !isFilled
  })
