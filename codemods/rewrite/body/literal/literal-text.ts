import type { ts } from 'ts-morph'
import { type Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { keyText, type Style, styleOf, valueText } from '../../mapper/helpers/style.ts'
import { SPREAD } from '../tries/lookup.ts'
import { OnCondition } from './on-condition.ts'

interface Entry {
  lead: string
  readonly text: string
  readonly trail: string
  /** Of a spread: the keys it may say. */
  readonly says?: readonly string[]
}

/** What is spread into a literal: its new text, and the keys that it may say. */
export interface Spread {
  readonly text: string
  readonly keys: readonly string[]
}

/**
 * Prints the literal anew: what stays keeps its own text, comments and place; groups stand where their first part stood.
 * @param spreads what becomes of the spreads in it; one that is not named goes
 */
export const printLiteral = (
  node: ts.ObjectLiteralExpression,
  v2: Readonly<Record<string, unknown>>,
  spreads: ReadonlyMap<ts.Node, Spread> = new Map(),
): Edit => {
  const style = styleOf(node.getSourceFile())
  const trivia = readTrivia(node)
  const left = new Map(Object.entries(v2))
  const names: string[] = []
  const entries: Entry[] = []
  node.properties.forEach((property, index) => {
    const space = trivia.around[index] ?? { lead: ' ', trail: '' }
    const spread = spreads.get(property)
    if (spread) {
      names.push('')
      entries.push({ ...space, text: spread.text, says: spread.keys })
      return
    }
    const home = [...left].find(([, value]) => holds(value, property))
    if (!home) {
      keepComments(entries, [...v2Homes(v2, property)][0], space, names)
      return
    }
    left.delete(home[0])
    names.push(home[0])
    entries.push({ ...space, text: entryText(home[0], home[1], property, style) })
  })
  const added = [...left].flatMap(([name, value]): Entry[] => {
    const text = `${keyText(name, style)}: ${textOf(value, style)}`
    return value === undefined ? [] : [{ lead: spaceOf(trivia.around[0]?.lead ?? ' '), text, trail: '' }]
  })
  return replace(node, assemble(inOrder(entries, names, added), trivia, node))
}

/** What a spread may say, too, stands before it: the later word wins. */
const inOrder = (entries: readonly Entry[], names: readonly string[], added: readonly Entry[]): Entry[] => {
  const first = entries.findIndex(({ says }) => says)
  if (first < 0) return [...entries, ...added]
  const isOverridden = (index: number): boolean =>
    index > first && entries.slice(0, index).some(({ says }) => says?.includes(names[index] ?? ''))
  return [
    ...entries.slice(0, first),
    ...entries.filter((_, index) => isOverridden(index)),
    ...added,
    ...entries.filter((_, index) => index >= first && !isOverridden(index)),
  ]
}

/** The comments of a property that moved into a group go with it, above the group. */
const keepComments = (
  entries: readonly Entry[],
  home: string | undefined,
  space: { lead: string; trail: string },
  names: readonly string[],
): void => {
  const group = home === undefined ? undefined : entries[names.indexOf(home)]
  const comments = [commentsIn(space.lead), commentsIn(space.trail)].filter((one) => one !== '')
  if (!group?.lead.includes('\n')) return
  for (const comment of comments) group.lead = `${group.lead}${comment}${spaceOf(group.lead)}`
}

/** Where in the new document a property of the old one went. */
const v2Homes = function* (v2: Record<string, unknown>, property: ts.Node): Generator<string> {
  for (const [name, value] of Object.entries(v2)) if (holds(value, property)) yield name
}

const holds = (value: unknown, property: ts.Node): boolean => {
  if (isHole(value)) return value.origin === property || partOf(value.origin, property)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => holds(one, property))
  )
}

const partOf = (origin: unknown, property: ts.Node): boolean => {
  if (typeof origin !== 'object' || origin === null || !('parent' in origin)) return false
  const { pos, end } = origin as ts.Node
  return pos >= property.pos && end <= property.end
}

const entryText = (
  name: string,
  value: unknown,
  property: ts.ObjectLiteralElementLike,
  style: Style,
): string => {
  if (!isHole(value)) return `${keyText(name, style)}: ${textOf(value, style)}`
  const old = property.name
  const unchanged = compiler.isPropertyAssignment(property) && property.initializer.getText() === value.text
  if (compiler.isShorthandPropertyAssignment(property) && value.text === name && property.name.text === name)
    return name
  if (unchanged && old && nameOf(old) === name) return property.getText()
  if (value.text === name) return name
  if (unchanged && old)
    return keyText(name, style) + property.getText().slice(old.getEnd() - property.getStart())
  return `${keyText(name, style)}: ${restyled(value, style)}`
}

/** A value of v2's body as source text. */
export const textOf = (value: unknown, style: Style): string => {
  if (isHole(value)) return restyled(value, style)
  if (value === undefined) return 'undefined'
  if (value instanceof OnCondition) return choiceText(value, style)
  if (Array.isArray(value)) return `[${value.map((one) => textOf(one, style)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return valueText(value, style)
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => {
      if (name === SPREAD && isHole(one)) return SPREAD + one.text
      return isHole(one) && one.text === name ? name : `${keyText(name, style)}: ${textOf(one, style)}`
    })
  return `{ ${members.join(', ')} }`
}

const choiceText = ({ condition, yes, no }: OnCondition, style: Style): string => {
  const [one, other] = [yes, no].map((side) => {
    const text = textOf(side, style)
    return side instanceof OnCondition ? `(${text})` : text
  })
  return `${condition} ? ${one} : ${other}`
}

/** A value that a codec computed is JSON: it is written in the file's own quotes. */
export const restyled = (hole: Hole, style: Style): string => {
  const isComputed = hole.known !== undefined && hole.text === JSON.stringify(hole.known.value)
  if (isComputed) return valueText(hole.known?.value, style)
  const spare = hole.spare === undefined ? '' : JSON.stringify(hole.spare)
  const at = hole.text.lastIndexOf(spare)
  if (spare === '' || at < 0) return hole.text
  return hole.text.slice(0, at) + valueText(hole.spare, style) + hole.text.slice(at + spare.length)
}

interface Trivia {
  /** For each property: what stands before it, and the comment behind it on its line. */
  readonly around: readonly { lead: string; trail: string }[]
  /** What stands between the last property and the closing brace. */
  readonly tail: string
  readonly trailingComma: boolean
}

const readTrivia = (node: ts.ObjectLiteralExpression): Trivia => {
  const { text } = node.getSourceFile()
  const close = node.getEnd() - 1
  const around: { lead: string; trail: string }[] = []
  let tail = text.slice(node.getStart() + 1, close)
  node.properties.forEach((property, index) => {
    const [behind, lead] = splitTrivia(text.slice(property.pos, property.getStart()), index === 0)
    const before = around.at(-1)
    if (before) before.trail += behind
    around.push({ lead, trail: beforeComma(node, index) })
  })
  const last = around.at(-1)
  if (last) {
    const [behind, rest] = splitTrivia(text.slice(node.properties.end, close), false)
    last.trail += behind
    tail = rest
  }
  return { around, tail, trailingComma: node.properties.hasTrailingComma ?? false }
}

/** Comments between a property and its comma. */
const beforeComma = ({ properties }: ts.ObjectLiteralExpression, index: number): string => {
  const property = properties[index]
  const next = properties[index + 1]?.pos ?? properties.end
  const hasComma = index < properties.length - 1 || properties.hasTrailingComma
  if (!property || !hasComma) return ''
  const between = property.getSourceFile().text.slice(property.getEnd(), next - 1)
  return between.trim() === '' ? '' : between.trimEnd()
}

/** A comment on the line of the property before belongs to that one. */
const splitTrivia = (trivia: string, isFirst: boolean): [behind: string, lead: string] => {
  const newline = trivia.search(/\r?\n/)
  const line = newline < 0 ? '' : trivia.slice(0, newline)
  return isFirst || line.trim() === '' ? ['', trivia] : [line, trivia.slice(newline)]
}

/** The white space a property begins with, without the comments in it. */
const spaceOf = (lead: string): string =>
  lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') - (lead.includes('\r\n') ? 1 : 0)) : ' '

const commentsIn = (trivia: string): string => (trivia.trim() === '' ? '' : trivia.trim())

const assemble = (entries: readonly Entry[], trivia: Trivia, node: ts.ObjectLiteralExpression): string => {
  if (entries.length === 0) return '{}'
  const multiline = node.getText().includes('\n')
  const room = entries.find(({ lead }) => lead.includes('\n'))?.lead ?? styleOf(node.getSourceFile()).newline
  const body = entries
    .map(({ lead, text, trail }, index) => {
      const isLast = index === entries.length - 1
      const start = hidesNext(entries[index - 1]?.trail, lead) ? spaceOf(room) + lead.trimStart() : lead
      return `${start}${text}${!isLast || trivia.trailingComma ? ',' : ''}${trail}`
    })
    .join('')
  const plain = trivia.tail === '' && !multiline && entries[0]?.lead.startsWith(' ') ? ' ' : trivia.tail
  const tail = hidesNext(entries.at(-1)?.trail, plain) ? spaceOf(room) + plain.trimStart() : plain
  return `{${body}${tail}}`
}

/** A comment to the end of its line would take in what follows it there. */
const hidesNext = (trail: string | undefined, next: string): boolean =>
  /\/\/[^\r\n]*$/.test(trail ?? '') && !/^\s*\n/.test(next)
