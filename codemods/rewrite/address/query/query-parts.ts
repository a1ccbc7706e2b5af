import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Span } from '../../../sites/texts/text.ts'
import { wholeLines } from '../../dead/whole-lines.ts'
import { type Edit, insertBefore, replace } from '../../edit/edit.ts'

/** One parameter of a query, as the source says it. */
export interface Parameter {
  /** The value as an expression, where it has to be said elsewhere. */
  readonly text: string
  /** The value itself, where it is written out. */
  readonly literal?: string
  /** A helper says it: what it says has no name at the call. */
  readonly isApart?: true
  /** The edits that give it another name, wherever it is said. */
  readonly rename?: (to: string) => readonly Edit[]
}

/** The edits that take some parameters out where they stand, and leave the others. */
export type Without = (names: ReadonlySet<string>) => readonly Edit[]

/** One query as the source says it. */
export interface Said {
  /** The parameters named, with a literal value or the expression of one. */
  readonly given: ReadonlyMap<string, Parameter>
  /** An expression that holds the whole query (a URLSearchParams or an object), where it is made at run time. */
  readonly whole?: string
  /** Nobody can say which parameters it holds. */
  readonly open?: true
  /** Takes the whole query out of where it is said. */
  readonly edits: readonly Edit[]
  /** Takes some of it out. */
  readonly without?: Without
}

interface Part {
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

/** What has to go of a row of parts, separators and all, when some of them go and others stay. */
export const spansWithout = (parts: readonly Part[], names: ReadonlySet<string>) => {
  const goes = ({ name }: Part): boolean => name !== undefined && names.has(name)
  return parts.flatMap((part, index) => {
    if (!goes(part)) return []
    const next = parts[index + 1]
    const isLast = parts.slice(index).every(goes)
    if (!isLast && next) return [{ start: part.start, end: next.start }]
    return [{ start: parts[index - 1]?.end ?? part.start, end: part.end }]
  })
}

/** A plain value, as text. */
const literalOf = (given: ts.Expression | undefined): { literal?: string } => {
  const value = given && bare(given)
  if (value && compiler.isStringLiteralLike(value)) return { literal: value.text }
  return value && /^(true|false|\d+)$/.test(value.getText()) ? { literal: value.getText() } : {}
}

/** The members of an object that a query is made of. */
export const memberParameter = (property: ts.ObjectLiteralElementLike): Parameter => {
  const value = compiler.isPropertyAssignment(property) ? property.initializer : undefined
  return { text: '', ...literalOf(value), ...renameOf(property) }
}

const renameOf = (property: ts.ObjectLiteralElementLike): Pick<Parameter, 'rename'> => {
  if (compiler.isShorthandPropertyAssignment(property))
    return { rename: (to) => [insertBefore(property.name, `${to}: `)] }
  if (!compiler.isPropertyAssignment(property)) return {}
  const { name } = property
  return { rename: (to) => [compiler.isStringLiteral(name) ? inQuotes(name, to) : replace(name, to)] }
}

const inQuotes = (literal: ts.StringLiteralLike, to: string): Edit => ({
  file: literal.getSourceFile(),
  start: literal.getStart() + 1,
  end: literal.getEnd() - 1,
  text: to,
})

/** Takes members out of an object. */
export const withoutMembers =
  (literal: ts.ObjectLiteralExpression): Without =>
  (names) =>
    spansWithout(
      literal.properties.map((one) => ({
        name: one.name && nameOf(one.name),
        start: one.getStart(),
        end: one.getEnd(),
      })),
      names,
    ).map((span) => ({ file: literal.getSourceFile(), ...span, text: '' }))

/** `query.set('grouping', 'podId')` */
export const setParameter = (call: ts.CallExpression): Parameter => {
  const [key, value] = call.arguments
  return {
    text: '',
    ...literalOf(value),
    ...(key && compiler.isStringLiteralLike(key) ? { rename: (to: string) => [inQuotes(key, to)] } : {}),
  }
}

/** Takes a call out that is a statement of its own. */
export const withoutCall = (call: ts.CallExpression): readonly Edit[] => {
  const { parent } = call
  if (!compiler.isExpressionStatement(parent) || !compiler.isBlock(parent.parent)) return []
  const file = call.getSourceFile()
  return [{ file, ...wholeLines(file, parent), text: '' }]
}

/** The edit that renames what stands between `?` or `&` and `=`. */
export const renameAt = (span: Span | undefined): Pick<Parameter, 'rename'> =>
  span ? { rename: (to) => [{ ...span, text: to }] } : {}

/** Renames what is said several times; not at all where one of them cannot be. */
export const renameOfAll = (said: readonly Parameter[]): Pick<Parameter, 'rename'> =>
  said.every(({ rename }) => rename)
    ? { rename: (to) => said.flatMap(({ rename }) => rename?.(to) ?? []) }
    : {}
