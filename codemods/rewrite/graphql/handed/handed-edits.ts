import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { nameOf, takenBy, walk } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../../edit/edit.ts'
import { separatorOf } from '../../edit/separator.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { givenFor, type Level, propertyOf, type Slot, textOf } from './slots.ts'

/** `only`: nothing but calls comes in any more; `both`: some callers still say a document. */
export type Mode = 'only' | 'both'

/** What the function that made the request does now. */
export interface Taking {
  /** The type of what it is handed, in TypeScript. */
  readonly type: string
  /** What it hands on: the key, or more than that. */
  readonly access: string
}

/** What a call is handed for a document: where it stands, and what is handed in the place of what. */
export const callEdit = (level: Level, text: string, mode: Mode): Edit | undefined => {
  const { arguments: given } = level.call
  const [first, last] = [given[0], given.at(-1)]
  const said = given.map((node, index) => argumentText(level, node, index, text, mode))
  if (!first || !last || said.includes(undefined)) return undefined
  while (said.at(-1) === GONE || (said.at(-1) === EMPTY && mayLack(level, said.length - 1))) said.pop()
  const written = said.filter((one) => one !== GONE).join(separatorOf(last))
  return { file: first.getSourceFile(), start: first.getStart(), end: last.getEnd(), text: written }
}

const GONE = ''
const EMPTY = '{}'

const argumentText = (
  level: Level,
  node: ts.Expression,
  index: number,
  text: string,
  mode: Mode,
): string | undefined => {
  const { document, dropped } = level
  const mine = [document, ...dropped].filter((slot) => slot.index === index)
  if (mine.length === 0) return node.getText()
  if (document.index === index && (!document.member || (mode === 'only' && isPure(level)))) return text
  if (mine.some(({ member }) => member === undefined)) return mode === 'only' ? GONE : EMPTY
  const property = document.member === undefined ? undefined : propertyOf(node, document.member)
  const parent = property?.parent
  if (!property || !parent || !compiler.isObjectLiteralExpression(parent)) return undefined
  const kept = parent.properties.filter(
    (one) =>
      one === property || !(document.isWhole || mine.some(({ member }) => member === nameOf(one.name))),
  )
  return `{ ${kept.map((one) => (one === property ? `${one.name?.getText()}: ${text}` : one.getText())).join(', ')} }`
}

/** Whether a function may be called without what stands at a place. */
const mayLack = ({ callee }: Level, index: number): boolean => {
  const parameter = takenBy(callee)[index]
  return !parameter || !isTypeScript(parameter) || Boolean(parameter.questionToken ?? parameter.initializer)
}

/** Whether all that a parameter takes apart is the document and what goes with it. */
const isPure = ({ document, dropped }: Level): boolean =>
  document.isWhole ||
  (compiler.isObjectBindingPattern(document.parameter.name) &&
    document.parameter.name.elements.every(({ name }) =>
      [document, ...dropped].some((slot) => slot.name === name),
    ))

/** What a function calls that it is handed. */
const nameFor = (level: Level): string => {
  const { callee, document } = level
  if (document.member !== undefined && !isPure(level)) return document.name.text
  const words = new Set<string>()
  walk(callee, (node) => void (compiler.isIdentifier(node) && words.add(node.text)))
  return ['call', 'send', 'ask'].find((name) => !words.has(name)) ?? document.name.text
}

/** How the functions on the way change; undefined where one of them cannot. */
export const levelEdits = (
  levels: readonly Level[],
  sink: ts.CallExpression,
  { type, access }: Taking,
  mode: Mode,
): Edit[] | undefined => {
  const found: (Edit | undefined)[] = []
  levels.forEach((level, index) => {
    const name = mode === 'only' ? nameFor(level) : textOf(level.document)
    const inner = levels[index - 1]
    if (mode === 'only') {
      found.push(inner ? callEdit(inner, name, mode) : replace(sink, `${name}(${access})`))
      found.push(parametersEdit(level, name, type), ...documentedEdits(level, name, type))
    } else {
      if (!inner) found.push(...choosing(sink, name, access))
      found.push(...typeEdits(level, type))
    }
  })
  return found.includes(undefined) ? undefined : (found as Edit[])
}

const choosing = (sink: ts.CallExpression, name: string, access: string): Edit[] => [
  {
    ...insertBefore(sink, `(typeof ${name} === ${functionWord(sink)} ? ${name}(${access}) : `),
    own: rootOf(name),
  },
  insertAfter(sink, ')'),
]

const functionWord = (sink: ts.Node): string => valueText('function', styleOf(sink.getSourceFile()))

const rootOf = (name: string): string => name.split('.')[0] ?? name

/** The parameters of a function that takes a call. */
const parametersEdit = (level: Level, name: string, type: string): Edit | undefined => {
  const { callee, document, dropped } = level
  const [first, last] = [callee.parameters[0], callee.parameters.at(-1)]
  const isTyped = isTypeScript(callee)
  const texts = callee.parameters.map((parameter) => {
    if (parameter === document.parameter && (!document.member || isPure(level)))
      return isTyped ? `${name}: ${type}` : name
    if (dropped.some((slot) => slot.parameter === parameter && slot.member === undefined)) return GONE
    const isPart = [document, ...dropped].some((slot) => slot.parameter === parameter)
    return isPart ? patternText(level, parameter, type) : parameter.getText()
  })
  if (!first || !last || texts.includes(undefined)) return undefined
  const isBare = compiler.isArrowFunction(callee) && first.getStart() === startOf(callee)
  const said = texts.filter((one) => one !== GONE)
  const text = said.join(separatorOf(last))
  return {
    file: first.getSourceFile(),
    start: first.getStart(),
    end: last.getEnd(),
    text: isBare && isTyped ? `(${text})` : text,
  }
}

/** Where an arrow function begins, but for its `async`. */
const startOf = (callee: ts.ArrowFunction): number =>
  callee.getStart() + (/^async\s+(?=[\w$])/.exec(callee.getText())?.[0].length ?? 0)

/** `@param {string} query the document`, where the comment speaks of what is gone. */
const documentedEdits = ({ document, dropped }: Level, name: string, type: string): Edit[] =>
  [document, ...dropped].flatMap((slot) => {
    if (slot.member !== undefined) return []
    return compiler.getJSDocParameterTags(slot.parameter).map((tag): Edit => {
      const file = tag.getSourceFile()
      const end = tag.getStart() + tag.getText().replace(/[\s*]+$/, '').length
      if (slot !== document) return { file, ...wholeLine(file.text, tag.getStart(), end), text: '' }
      const said = isTypeScript(tag) ? name : `{${type}} ${name}`
      return { file, start: tag.getStart(), end, text: `@param ${said} makes the call, and gives its answer` }
    })
  })

/** From the beginning of the line that something begins in, to the end of the one it ends in. */
const wholeLine = (text: string, from: number, to: number): { start: number; end: number } => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to)
  const isAlone = /^[\s*]*$/.test(text.slice(start, from)) && text.slice(to, end).trim() === ''
  return isAlone && end >= 0 ? { start, end: end + 1 } : { start: from, end: to }
}

/** A pattern without what is only made part of the request; its type must be written out beside it. */
const patternText = (
  { document, dropped }: Level,
  { name, type: written, initializer }: ts.ParameterDeclaration,
  type: string,
): string | undefined => {
  if (!compiler.isObjectBindingPattern(name) || initializer) return undefined
  if (written && !compiler.isTypeLiteralNode(written)) return undefined
  const kept = name.elements.filter((one) => !dropped.some((slot) => slot.name === one.name))
  const pattern = `{ ${kept.map((one) => one.getText()).join(', ')} }`
  const gone = dropped.map(({ member }) => member)
  const members = (written?.members ?? []).filter((one) => !gone.includes(nameOf(one.name)))
  const said = members.map((one) =>
    nameOf(one.name) === document.member ? `${document.member}: ${type}` : one.getText().replace(/[;,]$/, ''),
  )
  return written ? `${pattern}: { ${said.join('; ')} }` : pattern
}

/** In TypeScript: a document, or a call. */
const typeEdits = (level: Level, type: string): (Edit | undefined)[] => {
  const { document } = level
  if (!isTypeScript(level.callee)) return []
  const written = typeOfSlot(document)
  if (!written) return [undefined]
  return [insertAfter(written, ` | (${type})`)]
}

const typeOfSlot = ({ parameter, member }: Slot): ts.TypeNode | undefined => {
  const { type } = parameter
  if (member === undefined || !type) return type
  if (!compiler.isTypeLiteralNode(type)) return undefined
  const said = type.members.find(({ name }) => nameOf(name) === member)
  return said && compiler.isPropertySignature(said) ? said.type : undefined
}

/** What the calls on the way give for what goes. */
export const givenAway = (levels: readonly Level[]): ts.Expression[] =>
  levels.flatMap((level) => level.dropped.flatMap((slot) => givenFor(level, slot) ?? []))
