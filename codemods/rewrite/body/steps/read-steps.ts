import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, isInside, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { valueAt } from '../literal/value-at.ts'
import type { Item, Write } from './program.ts'
import { conditionOf, itemsOfLiteral } from './read-literal.ts'
import { type BodyName, memberOf } from './uses.ts'

/**
 * Reads a local body as steps: its literal, what is set and taken back afterwards on which conditions, and where it is
 * sent. Undefined where anything else happens to it, or where the order of it is not the order in which it is written.
 */
export const readSteps = (trace: Trace, body: BodyName): readonly Item[] | undefined => {
  const first = itemsOfLiteral(trace, body.literal)
  const block = body.statement.parent
  if (!first || !(compiler.isBlock(block) || compiler.isSourceFile(block))) return undefined
  const reading: Reading = { trace, body, writes: new Set(body.writes), isSent: false }
  const rest = readList(reading, block.statements.slice(block.statements.indexOf(body.statement) + 1))
  return rest && reading.isSent && reading.writes.size === 0 ? [...first, ...rest] : undefined
}

interface Reading {
  readonly trace: Trace
  readonly body: BodyName
  /** The writes that were not met yet. */
  readonly writes: Set<ts.Identifier>
  isSent: boolean
}

const readList = (reading: Reading, statements: readonly ts.Statement[]): readonly Item[] | undefined => {
  const items: Item[] = []
  for (const statement of statements) {
    const found = readStatement(reading, statement)
    if (!found) return undefined
    for (const item of found) add(reading, items, item)
  }
  return items
}

/** Statements right behind each other are one slot, unless the second reads what the first says. */
const add = ({ body }: Reading, items: Item[], item: Item): void => {
  const last = items.at(-1)
  const isMore =
    item.kind === 'slot' &&
    last?.kind === 'slot' &&
    item.home.kind === 'statements' &&
    last.home.kind === 'statements' &&
    follows(last.home.statements.at(-1), item.home.statements[0]) &&
    !body.reads.some((read) => item.writes.some(({ node }) => isInside(read, node)))
  if (!isMore || item.kind !== 'slot' || last?.kind !== 'slot') return void items.push(item)
  const statements = [last, item].flatMap(({ home }) => (home.kind === 'statements' ? home.statements : []))
  items[items.length - 1] = {
    kind: 'slot',
    writes: [...last.writes, ...item.writes],
    home: { kind: 'statements', statements },
  }
}

const follows = (one: ts.Statement | undefined, next: ts.Statement | undefined): boolean => {
  const block = one?.parent
  if (!one || !block || !(compiler.isBlock(block) || compiler.isSourceFile(block))) return false
  return next !== undefined && block.statements[block.statements.indexOf(one) + 1] === next
}

const readStatement = (reading: Reading, statement: ts.Statement): readonly Item[] | undefined => {
  const { body } = reading
  const isWritten = body.writes.some((one) => isInside(one, statement))
  const isSent = isInside(body.sent, statement)
  if (!isWritten) return isSent ? readSend(reading, statement) : []
  if (reading.isSent) return undefined
  if (compiler.isBlock(statement)) return readList(reading, statement.statements)
  if (compiler.isIfStatement(statement)) return readIf(reading, statement)
  if (compiler.isTryStatement(statement)) return readTry(reading, statement)
  return !isSent && compiler.isExpressionStatement(statement) ? readWrite(reading, statement) : undefined
}

/** A function that is declared may be called before it stands; one that is made where it stands may not. */
const readSend = (reading: Reading, statement: ts.Statement): readonly Item[] | undefined => {
  if (reading.isSent) return undefined
  reading.isSent = true
  for (let at: ts.Node = reading.body.sent; at !== statement.parent; at = at.parent)
    if (compiler.isFunctionDeclaration(at)) return undefined
  return [{ kind: 'send' }]
}

const readIf = (reading: Reading, statement: ts.IfStatement): readonly Item[] | undefined => {
  const { expression, thenStatement, elseStatement } = statement
  if (isInside(reading.body.sent, expression)) return undefined
  if (reading.body.writes.some((one) => isInside(one, expression))) return undefined
  const whenTrue = readList(reading, [thenStatement])
  const whenFalse = elseStatement ? readList(reading, [elseStatement]) : []
  return (
    whenTrue &&
    whenFalse && [{ kind: 'choice', ...conditionOf(reading.trace, expression), whenTrue, whenFalse }]
  )
}

/** What throws half-way through never gets to a send in the same `try`. */
const readTry = (reading: Reading, statement: ts.TryStatement): readonly Item[] | undefined =>
  isInside(reading.body.sent, statement.tryBlock)
    ? readList(reading, statement.tryBlock.statements)
    : undefined

/** `body.x = …`, `delete body.x`, `Object.assign(body, { … })` */
const readWrite = (reading: Reading, statement: ts.ExpressionStatement): readonly Item[] | undefined => {
  const { trace, body } = reading
  const node = bare(statement.expression)
  const done = (use: ts.Identifier | undefined): boolean => use !== undefined && reading.writes.delete(use)
  if (compiler.isCallExpression(node)) {
    const [target, given] = node.arguments
    const literal = given && bare(given)
    if (!literal || !compiler.isObjectLiteralExpression(literal)) return undefined
    if (!done(target && (bare(target) as ts.Identifier))) return undefined
    const [slot, ...others] = itemsOfLiteral(trace, literal) ?? []
    if (slot?.kind !== 'slot' || others.length > 0) return undefined
    return [{ ...slot, home: { kind: 'assign', literal, statement } }]
  }
  const write = writeOf(trace, node, statement)
  const use = body.writes.find((one) => isInside(one, statement) && memberOf(one)?.name === write?.name)
  if (!write || !done(use)) return undefined
  return [{ kind: 'slot', writes: [write], home: { kind: 'statements', statements: [statement] } }]
}

const writeOf = (trace: Trace, node: ts.Expression, statement: ts.ExpressionStatement): Write | undefined => {
  if (compiler.isDeleteExpression(node)) {
    const name = accessName(bare(node.expression))
    return name === undefined ? undefined : { name, value: undefined, node: statement }
  }
  if (!isOperation(node, '=')) return undefined
  const name = accessName(bare(node.left))
  if (name === undefined || name === '__proto__') return undefined
  return { name, value: valueAt(trace, node.right, statement), node: statement }
}

const accessName = (node: ts.Expression): string | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return node.name.text
  return compiler.isElementAccessExpression(node) ? nameOf(asName(node.argumentExpression)) : undefined
}

const asName = (node: ts.Expression): ts.PropertyName | undefined =>
  compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node) ? node : undefined
