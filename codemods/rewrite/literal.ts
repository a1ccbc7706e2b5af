import type { ts } from 'ts-morph'
import type { Finding } from '../../mappings/dsl/finding.ts'
import { Hole, isHole } from '../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { compiler } from '../project/compiler.ts'
import { bare, nameOf } from '../sites/scope.ts'
import { constantBehind } from './constant.ts'
import { type Edit, replace } from './edit.ts'
import { flatRows } from './flat-rows.ts'
import { type Lookup, SPREAD, withLookups } from './lookup.ts'
import { missingFromV2, needsMoreCalls } from './loss.ts'
import { indentAt, keyText, type Style, styleOf, valueText } from './style.ts'

/** What became of a body written out as an object literal. */
export type LiteralOutcome =
  | {
      readonly kind: 'edited'
      readonly edits: readonly Edit[]
      readonly findings: readonly Finding[]
      /** Whether the new literal waits for a look into v2's catalog. */
      readonly looksUp: boolean
    }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  /** The literal cannot be decided property by property; a mapper at run time can. */
  | { readonly kind: 'mapper'; readonly findings: readonly Finding[] }

/** The literal's properties as a document of holes; undefined where some part of it is not a plain property. */
export const readLiteral = (
  checker: ts.TypeChecker,
  node: ts.ObjectLiteralExpression,
): Record<string, unknown> | undefined => {
  const doc: Record<string, unknown> = {}
  for (const property of node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    if (name === undefined || name in doc) return undefined
    if (compiler.isPropertyAssignment(property)) doc[name] = holeOf(checker, property.initializer, property)
    else if (compiler.isShorthandPropertyAssignment(property))
      doc[name] = holeOf(checker, property.name, property)
    else return undefined
  }
  return doc
}

/** An expression as a value of which only what is written out is known. */
export const holeOf = (checker: ts.TypeChecker, node: ts.Expression, origin: ts.Node): Hole => {
  const inner = bare(node)
  const known = knownValue(inner)
  const named = constantBehind(checker, inner)
  const constant = named && knownValue(named)
  const items = itemsOf(checker, inner) ?? itemsOfName(inner, constant)
  return new Hole(node.getText(), {
    origin,
    ...(known ? { known } : {}),
    ...(items ? { items } : {}),
    ...(constant ? { constant } : {}),
    mayBeAbsent: !known && (constant?.value ?? undefined) === undefined && mayBeAbsent(checker, inner),
  })
}

const itemsOf = (checker: ts.TypeChecker, node: ts.Expression): Hole[] | undefined =>
  compiler.isArrayLiteralExpression(node) && !node.elements.some(compiler.isSpreadElement)
    ? node.elements.map((one) => holeOf(checker, one, one))
    : undefined

/** The items of a constant list, by its name: `GPUS[0]`. */
const itemsOfName = (name: ts.Expression, constant: { value: unknown } | undefined): Hole[] | undefined =>
  Array.isArray(constant?.value)
    ? constant.value.map((_, index) => new Hole(`${name.getText()}[${index}]`))
    : undefined

/** The value of a literal expression. */
export const knownValue = (node: ts.Expression): { value: unknown } | undefined => {
  const inner = bare(node)
  if (compiler.isStringLiteralLike(inner)) return { value: inner.text }
  if (compiler.isNumericLiteral(inner)) return { value: Number(inner.text) }
  if (
    compiler.isPrefixUnaryExpression(inner) &&
    inner.operator === compiler.SyntaxKind.MinusToken &&
    compiler.isNumericLiteral(inner.operand)
  )
    return { value: -Number(inner.operand.text) }
  if (inner.kind === compiler.SyntaxKind.TrueKeyword) return { value: true }
  if (inner.kind === compiler.SyntaxKind.FalseKeyword) return { value: false }
  if (inner.kind === compiler.SyntaxKind.NullKeyword) return { value: null }
  if (compiler.isIdentifier(inner) && inner.text === 'undefined') return { value: undefined }
  if (compiler.isArrayLiteralExpression(inner)) return knownArray(inner)
  return compiler.isObjectLiteralExpression(inner) ? knownObject(inner) : undefined
}

const knownArray = (node: ts.ArrayLiteralExpression): { value: unknown } | undefined => {
  const items = node.elements.map((one) => (compiler.isSpreadElement(one) ? undefined : knownValue(one)))
  return items.every((item) => item !== undefined) ? { value: items.map((item) => item?.value) } : undefined
}

const knownObject = (node: ts.ObjectLiteralExpression): { value: unknown } | undefined => {
  const doc: Record<string, unknown> = {}
  for (const property of node.properties) {
    const name = property.name ? nameOf(property.name) : undefined
    const value = compiler.isPropertyAssignment(property) ? knownValue(property.initializer) : undefined
    if (name === undefined || !value) return undefined
    doc[name] = value.value
  }
  return { value: doc }
}

/** Whether an expression may be undefined or null; what has no type at all may be anything. */
const mayBeAbsent = (checker: ts.TypeChecker, node: ts.Expression): boolean => {
  if (
    compiler.isTemplateExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node)
  )
    return false
  if (
    compiler.isIdentifier(node) ||
    compiler.isPropertyAccessExpression(node) ||
    compiler.isCallExpression(node) ||
    compiler.isElementAccessExpression(node)
  ) {
    const type = compiler.isShorthandPropertyAssignment(node.parent)
      ? typeOfShorthand(checker, node.parent)
      : checker.getTypeAtLocation(node)
    return absentType(type)
  }
  if (compiler.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === compiler.SyntaxKind.QuestionQuestionToken || kind === compiler.SyntaxKind.BarBarToken)
      return mayBeAbsent(checker, bare(node.right))
    return kind === compiler.SyntaxKind.AmpersandAmpersandToken
  }
  if (compiler.isConditionalExpression(node))
    return mayBeAbsent(checker, bare(node.whenTrue)) || mayBeAbsent(checker, bare(node.whenFalse))
  if (compiler.isIdentifier(node) && (node as ts.Identifier).text === 'undefined') return true
  return node.kind === compiler.SyntaxKind.NullKeyword
}

const typeOfShorthand = (checker: ts.TypeChecker, node: ts.ShorthandPropertyAssignment): ts.Type => {
  const symbol = checker.getShorthandAssignmentValueSymbol(node)
  return symbol ? checker.getTypeOfSymbolAtLocation(symbol, node) : checker.getTypeAtLocation(node.name)
}

const absentType = (type: ts.Type): boolean => {
  const absent =
    compiler.TypeFlags.Undefined |
    compiler.TypeFlags.Null |
    compiler.TypeFlags.Void |
    compiler.TypeFlags.Any |
    compiler.TypeFlags.Unknown
  return (
    (type.flags & absent) !== 0 || (type.isUnion() && type.types.some((one) => (one.flags & absent) !== 0))
  )
}

/** Runs the mapping over an object literal and edits it property by property. */
export const rewriteLiteral = (
  checker: ts.TypeChecker,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
  lookup?: Lookup,
): LiteralOutcome => {
  const doc = readLiteral(checker, node)
  if (!doc) return { kind: 'mapper', findings: [] }
  const { doc: v2, findings: said } = facet.upHoles(doc)
  const findings = [
    ...needsMoreCalls(facet.plan, doc, lookup !== undefined),
    ...said,
    ...missingFromV2(facet, v2).filter(({ at }) => !at.split(', ').some((name) => isOpen(doc[name]))),
  ]
  if (findings.some((one) => refuses(one, doc, facet)))
    return { kind: 'refused', findings: findings.filter((one) => refuses(one, doc, facet)) }
  if (findings.some(({ code }) => code === 'DYNAMIC' || code === 'UNREADABLE'))
    return { kind: 'mapper', findings }
  const style = styleOf(node.getSourceFile())
  const looked = lookup && withLookups(v2, lookup, (hole) => restyled(hole, style))
  return { kind: 'edited', edits: [printed(node, looked ?? v2)], findings, looksUp: looked !== undefined }
}

/** A value that only the running program knows is not missing: a mapper sees it. */
const isOpen = (value: unknown): boolean => isHole(value) && value.known === undefined

/** Whether a finding is for a person; one about a value that only the running program knows is for a mapper. */
const refuses = (
  { code, at }: Finding,
  doc: Readonly<Record<string, unknown>>,
  facet: CompiledFacet,
): boolean => {
  if (code === 'UNREADABLE') {
    const value = doc[at]
    return !isHole(value) || value.known !== undefined
  }
  if (code === 'LOSSY') return !isOtherSpelling(facet, at)
  return code === 'REFUSED' || code === 'UNKNOWN_FIELD'
}

/** Another API's name for a field, which v1 took as well: it is understood, and said. */
const isOtherSpelling = (facet: CompiledFacet, at: string): boolean =>
  flatRows(facet.plan.rows).some((row) => row.kind === 'field' && row.old === at && row.only === 'up')

interface Entry {
  lead: string
  readonly text: string
  readonly trail: string
}

/** Prints the literal anew: what stays keeps its own text, comments and place; groups stand where their first part stood. */
const printed = (node: ts.ObjectLiteralExpression, v2: Record<string, unknown>): Edit => {
  const style = styleOf(node.getSourceFile())
  const trivia = readTrivia(node)
  const left = new Map(Object.entries(v2))
  const names: string[] = []
  const entries: Entry[] = []
  node.properties.forEach((property, index) => {
    const space = trivia.around[index] ?? { lead: ' ', trail: '' }
    const home = [...left].find(([, value]) => holds(value, property))
    if (!home) {
      keepComments(entries, [...v2Homes(v2, property)][0], space, names)
      return
    }
    left.delete(home[0])
    names.push(home[0])
    entries.push({ ...space, text: entryText(home[0], home[1], property, style, node) })
  })
  for (const [name, value] of left) {
    if (value === undefined) continue
    entries.push({
      lead: spaceOf(trivia.around[0]?.lead ?? ' '),
      text: `${keyText(name, style)}: ${textOf(value, style)}`,
      trail: '',
    })
  }
  return replace(node, assemble(entries, trivia, node))
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
  node: ts.Node,
): string => {
  if (!isHole(value)) return `${keyText(name, style)}: ${grouped(value, style, node)}`
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

/** A nested object on one line, as one would write it; broken up where it grows long. */
const grouped = (value: unknown, style: Style, node: ts.Node): string => {
  const line = textOf(value, style)
  const column = indentAt(node.getSourceFile(), node.getStart()).length
  if (line.length + column < 90 || typeof value !== 'object' || value === null || Array.isArray(value))
    return line
  return line
}

const textOf = (value: unknown, style: Style): string => {
  if (isHole(value)) return restyled(value, style)
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

/** A value that a codec computed is JSON: it is written in the file's own quotes. */
const restyled = (hole: Hole, style: Style): string => {
  const isComputed = hole.known !== undefined && hole.text === JSON.stringify(hole.known.value)
  return isComputed ? valueText(hole.known?.value, style) : hole.text
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
    if (before) before.trail = behind
    around.push({ lead, trail: '' })
    const rest = text.slice(property.getEnd(), close)
    tail = node.properties.hasTrailingComma ? rest.replace(/^([^,]*),/, '$1') : rest
  })
  const last = around.at(-1)
  if (last) {
    const [behind, rest] = splitTrivia(tail, false)
    last.trail = behind
    tail = rest
  }
  return { around, tail, trailingComma: node.properties.hasTrailingComma ?? false }
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
  const body = entries
    .map((entry, index) => {
      const isLast = index === entries.length - 1
      return `${entry.lead}${entry.text}${!isLast || trivia.trailingComma ? ',' : ''}${entry.trail}`
    })
    .join('')
  const tail = trivia.tail === '' && !multiline && entries[0]?.lead.startsWith(' ') ? ' ' : trivia.tail
  return `{${body}${tail}}`
}
