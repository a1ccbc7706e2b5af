import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { dressed, isInside, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isNoted, withoutMembers } from '../../answer/types/member-gone.ts'
import { wholeLines } from '../../dead/whole-lines.ts'
import { type Edit, insertAfter, replace } from '../../edit/edit.ts'
import { visibleAt } from '../../edit/visible.ts'
import { isSaidLater } from './said-later.ts'

/** Where a call says its body, and the edits by which something else is said there. */
export interface BodyPlace {
  readonly place: ts.Expression
  readonly edits: (text: string) => readonly Edit[]
}

/**
 * The place in a call that its body goes in by: the body itself, or the name of what is made of it for this call alone
 * (`const options = { method: 'POST', body: JSON.stringify(pod) }; fetch(url, options)`), which then is made without it.
 * @returns undefined where the body means something else in the call, or something happens before it gets there
 */
export const bodyPlace = (trace: Trace, node: ts.Expression, top: ts.Expression): BodyPlace | undefined => {
  if (isInside(node, top)) return { place: node, edits: (text) => said(node, text) }
  const taken = climb(trace, { node, text: (body) => body, edits: [] }, top)
  const isSame = taken && visibleAt(trace, node, taken.place)
  const isCounted = taken?.made.some((one) => /content-length/i.test(one.getText()))
  if (!taken || !isSame || isCounted || /content-length/i.test(top.getText())) return undefined
  return isSaidLater(trace, node, taken.made, top) ? taken : undefined
}

/** What a name stands in the call for. */
interface Taken extends BodyPlace {
  /** What is made on the way, in the order in which it is. */
  readonly made: readonly ts.VariableDeclaration[]
}

/** A node that holds the body, its text given the body's, and the edits that take it from where it was. */
interface Step {
  readonly node: ts.Expression
  readonly text: (body: string) => string
  readonly edits: readonly Edit[]
}

const climb = (trace: Trace, step: Step, top: ts.Expression): Taken | undefined => {
  const { node, text, edits } = serialized(step)
  const { parent } = node
  if (compiler.isVariableDeclaration(parent)) {
    const name = ownName(trace, parent)
    const statement = statementAlone(parent)
    if (!name || !statement || isDirected(statement)) return undefined
    const file = statement.getSourceFile()
    const gone: Edit = { file, ...linesBelow(statement, wholeLines(file, statement)), text: '' }
    return through(trace, parent, { node: name, text, edits: [...edits, gone] }, top)
  }
  const made = compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)
  const member = made ? nameOf(parent.name) : undefined
  const declared = made ? declaredAs(parent.parent) : undefined
  const name = declared && ownName(trace, declared)
  if (!made || !member || !name || !declared || !mayLack(trace, parent)) return undefined
  const without = withoutMembers(parent.parent.properties, new Set([parent]))
  const options = (body: string): string =>
    compiler.isSpreadAssignment(name.parent)
      ? `${name.text}, ${member}: ${text(body)}`
      : `{ ...${name.text}, ${member}: ${text(body)} }`
  return through(trace, declared, { node: name, text: options, edits: [...edits, ...without] }, top)
}

/** On from the name of what is made to where that is said. */
const through = (
  trace: Trace,
  declared: ts.VariableDeclaration,
  { node, text, edits }: Step,
  top: ts.Expression,
): Taken | undefined => {
  if (isInside(node, top))
    return { place: node, edits: (body) => [...edits, ...said(node, text(body))], made: [declared] }
  const further = climb(trace, { node, text, edits }, top)
  return further && { ...further, made: [declared, ...further.made] }
}

/** `JSON.stringify(node)`, as often as it stands around a node. */
const serialized = ({ node, text, edits }: Step): Step => {
  const outer = dressed(node)
  const { parent } = outer
  const isText =
    compiler.isCallExpression(parent) &&
    parent.expression.getText() === 'JSON.stringify' &&
    parent.arguments[0] === outer
  if (!isText) return { node: outer, text: spliced(outer, node, text), edits }
  return serialized({ node: parent, text: spliced(parent, node, text), edits })
}

/** The text of a node where something else stands for a part of it. */
const spliced = (outer: ts.Node, part: ts.Node, text: Step['text']): Step['text'] => {
  const source = outer.getSourceFile().text
  const before = source.slice(outer.getStart(), part.getStart())
  const after = source.slice(part.getEnd(), outer.getEnd())
  return (body) => `${before}${text(body)}${after}`
}

/** The one place that says a name, where no other file can. */
const ownName = (trace: Trace, { name }: ts.VariableDeclaration): ts.Identifier | undefined => {
  if (!compiler.isIdentifier(name) || isExported(trace, name)) return undefined
  const [only, ...others] = mentionsOf(trace, name)
  return others.length === 0 ? only : undefined
}

const declaredAs = (literal: ts.Expression): ts.VariableDeclaration | undefined => {
  const { parent } = dressed(literal)
  return compiler.isVariableDeclaration(parent) ? parent : undefined
}

const statementAlone = ({ parent }: ts.VariableDeclaration): ts.VariableStatement | undefined =>
  compiler.isVariableDeclarationList(parent) &&
  parent.declarations.length === 1 &&
  compiler.isVariableStatement(parent.parent)
    ? parent.parent
    : undefined

/** Whether options may be without a member: their type lets them be, and nothing behind it says it again. */
const mayLack = ({ checker }: Trace, member: ts.ObjectLiteralElementLike): boolean => {
  const literal = member.parent as ts.ObjectLiteralExpression
  const name = member.name && nameOf(member.name)
  const behind = literal.properties.slice(literal.properties.indexOf(member) + 1)
  const isLast = behind.every(
    (one) => one.name !== undefined && ![undefined, name].includes(nameOf(one.name)),
  )
  const type = checker.getContextualType(literal)
  const held = type && name !== undefined ? checker.getNonNullableType(type).getProperty(name) : undefined
  const isOptional = held === undefined || (held.flags & compiler.SymbolFlags.Optional) !== 0
  return isLast && isOptional && !isNoted(member)
}

/** Whether a comment above a statement is for the compiler or a linter. */
const isDirected = (statement: ts.Node): boolean =>
  /@ts-|(eslint|biome|prettier|oxlint)-/.test(
    statement.getSourceFile().text.slice(statement.getFullStart(), statement.getStart()),
  )

/** A statement's lines without the comment above them, which speaks of what the call says now. */
const linesBelow = (statement: ts.Node, { start, end }: Pick<Edit, 'start' | 'end'>) => {
  const { text } = statement.getSourceFile()
  const from = statement.getStart()
  return text.slice(start, from).trim() === ''
    ? { start, end }
    : { start: text.lastIndexOf('\n', from) + 1, end }
}

const said = (node: ts.Expression, text: string): Edit[] =>
  compiler.isShorthandPropertyAssignment(node.parent)
    ? [insertAfter(node, `: ${text}`)]
    : [replace(node, text)]
