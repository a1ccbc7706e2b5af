import type { ts } from 'ts-morph'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, isInside } from '../../../sites/program/syntax/nodes.ts'
import { readAs } from '../../answer/errors/member-read.ts'
import { doesNothing } from '../../dead/pure.ts'
import { wholeLines } from '../../dead/whole-lines.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { indentAt, keyText, styleOf } from '../../mapper/helpers/style.ts'
import { holesIn } from '../literal/holes-in.ts'
import { textOf } from '../literal/literal-text.ts'
import { ownWrite } from './again.ts'
import type { Effect } from './effects.ts'
import type { Slot, Write } from './program.ts'

/** How members of a member may be said. */
export type Members =
  /** `body.gpu.count = 2`: anything may stand there. */
  | 'set'
  /** `body.gpu = { ...(body.gpu as object), count: 2 }`: the type says nothing. */
  | 'cast'

/** Writes a slot of statements in v2's words; undefined where its place cannot be said otherwise. */
export const printStatements = (
  slot: Slot,
  statements: readonly ts.ExpressionStatement[],
  effects: readonly Effect[],
  members: Members,
): Edit[] | undefined => {
  const homes = new Map<ts.Node, Effect[]>(statements.map((one) => [one, []]))
  for (const effect of effects) homes.get(homeOf(slot, statements, effect) as ts.Node)?.push(effect)
  const gone = statements.filter((one) => homes.get(one)?.length === 0)
  const used = new Set([...holesIn(effects)].flatMap((hole) => ownWrite(slot, hole)?.node ?? []))
  const removed =
    gone.length === statements.length ? emptied(statements) : gone.map((one) => removal(one, used))
  if (!removed) return undefined
  return [...removed, ...statements.flatMap((one) => said(slot, one, homes.get(one) ?? [], members))]
}

/** The statement whose words an effect has; what nobody says, like a default, goes with the last. */
const homeOf = (slot: Slot, statements: readonly ts.ExpressionStatement[], effect: Effect): ts.Node => {
  const own = [...holesIn(effect)].flatMap((hole) => ownWrite(slot, hole)?.node ?? [])
  return statements.find((one) => own.includes(one)) ?? (statements.at(-1) as ts.Node)
}

/** A statement whose words went into another one leaves its comments behind. */
const removal = (statement: ts.ExpressionStatement, used: ReadonlySet<ts.Node>): Edit => {
  const file = statement.getSourceFile()
  const above = compiler.getLeadingCommentRanges(file.text, statement.getFullStart())
  const behind = compiler.getTrailingCommentRanges(file.text, statement.getEnd())?.[0]
  const lines = wholeLines(file, statement)
  if (!used.has(statement) || !(above || behind)) return { file, ...lines, text: '' }
  // the comment behind stands alone now
  return { file, start: statement.getStart(), end: behind?.pos ?? statement.getEnd(), text: '' }
}

/** All of a slot goes: with it the `if` around it, where that does nothing else. */
const emptied = (statements: readonly ts.ExpressionStatement[]): Edit[] | undefined => {
  const [first] = statements
  if (!first) return []
  const { parent } = first
  const isAll = compiler.isBlock(parent) && parent.statements.length === statements.length
  const branch = compiler.isIfStatement(parent) ? parent : isAll ? parent.parent : undefined
  if (!branch) return statements.map((one) => removal(one, new Set()))
  if (!compiler.isIfStatement(branch)) return undefined
  const file = first.getSourceFile()
  const other = branch.elseStatement
  if (other && isInside(first, other))
    return [{ file, start: branch.thenStatement.getEnd(), end: other.getEnd(), text: '' }]
  const around = branch.parent
  const isAlone =
    !compiler.isSourceFile(around) && !(compiler.isBlock(around) && around.statements.length > 1)
  if (other || isAlone || !doesNothing(branch.expression)) return undefined
  return [{ file, ...wholeLines(file, branch), text: '' }]
}

const said = (
  slot: Slot,
  statement: ts.ExpressionStatement,
  effects: readonly Effect[],
  members: Members,
): Edit[] => {
  const [first, ...others] = effects
  if (!first) return []
  const write = slot.writes.find(({ node }) => node === statement)
  const renamed = write && others.length === 0 ? rename(write, statement, first) : undefined
  if (renamed) return renamed
  const file = statement.getSourceFile()
  const access = accessOf(statement)
  if (!access) return []
  const texts = effects.flatMap((effect) =>
    effectTexts(effect, readAs(access, effect.key), styleOf(file), members),
  )
  const { newline } = styleOf(file)
  if (texts.length > 1 && !compiler.isBlock(statement.parent) && !compiler.isSourceFile(statement.parent))
    return [replace(statement, `{ ${texts.join('; ')} }`)]
  const end = statement.getText().endsWith(';') || access.getText().startsWith('(') ? ';' : ''
  return [
    replace(statement.expression, texts.join(`${end}${newline}${indentAt(file, statement.getStart())}`)),
  ]
}

const accessOf = (
  statement: ts.ExpressionStatement,
): ts.PropertyAccessExpression | ts.ElementAccessExpression | undefined => {
  const node = bare(statement.expression)
  const access = compiler.isDeleteExpression(node)
    ? bare(node.expression)
    : compiler.isBinaryExpression(node)
      ? bare(node.left)
      : node
  return isAccess(access) ? access : undefined
}

/** Nothing but the member's name is another one. */
const rename = (write: Write, statement: ts.ExpressionStatement, effect: Effect): Edit[] | undefined => {
  const isSame =
    effect.kind === 'set'
      ? isHole(effect.value) && effect.value.text === write.value?.text
      : effect.kind === 'remove' && !write.value
  const access = accessOf(statement)
  if (!isSame || !access) return undefined
  if (effect.key === write.name) return []
  return [renameMember(access, effect.key)]
}

/** `body.imageName` -> `body.image`, `body['imageName']` -> `body['image']`. */
export const renameMember = (
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  key: string,
): Edit => {
  if (compiler.isPropertyAccessExpression(access)) return replace(access.name, key)
  const quote = access.argumentExpression.getText().charAt(0)
  return replace(access.argumentExpression, `${quote}${key}${quote}`)
}

/** @param at the member, as the statement says members: some compilers want those of an index in brackets */
const effectTexts = (
  effect: Effect,
  at: string,
  style: ReturnType<typeof styleOf>,
  how: Members,
): string[] => {
  if (effect.kind === 'remove') return [`delete ${at}`]
  if (effect.kind === 'set') return [`${at} = ${textOf(effect.value, style)}`]
  const { members } = effect
  if (effect.isThere && how === 'set')
    return Object.entries(members).map(
      ([name, value]) => `${at}.${keyText(name, style)} = ${textOf(value, style)}`,
    )
  const inner = textOf(members, style).slice(1, -1).trim()
  return [`${at} = { ...${how === 'cast' ? `(${at} as object)` : at}, ${inner} }`]
}
