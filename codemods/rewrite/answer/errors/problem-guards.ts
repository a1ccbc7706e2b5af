import type { ts } from 'ts-morph'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { hasStatements } from '../../../sites/answers/failure/failure.ts'
import { leaves } from '../../../sites/program/syntax/leaves.ts'
import {
  dressed,
  functionAround,
  isInside,
  someNode,
  statementOf,
  walk,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertBefore } from '../../edit/edit.ts'
import { indentAt, styleOf } from '../../mapper/helpers/style.ts'
import { holdsWithout } from './holds-without.ts'
import { type Look, lookAt, looksOf, type Place, sameAs, type Wanted } from './looks.ts'
import { isMemberRead, isOfTexts, type MemberRead, nameRead, partTaken } from './member-read.ts'
import { isAny, needsNarrowing } from './needs-narrowing.ts'

type Choice = ts.IfStatement | ts.ConditionalExpression

/** What a choice may repeat of a statement, in characters: more of it would be read as a mistake. */
const MOST_TEXT = 300

/** A word that is looked at in ways of which not all can be v2's: all of them stay as they are. */
export const STAYS: readonly Edit[] = []

/**
 * `if (typeof body.error === 'string') return body.error`: what is said of a type is said of that one expression, and
 * `'error' in body` of that one name, so v2's word is looked at by a choice of its own, before v1's.
 * @returns undefined where nothing of the kind is said; nothing to do where the choice is made already
 */
export const guardedEdits = (trace: Trace, node: MemberRead): readonly Edit[] | undefined => {
  if (hangsOnOthers(trace, node)) return STAYS
  const choice = choiceOf(node)
  const both = choice ? undefined : conjunctionOf(node)
  const looks = choice ? looksIn(choice, sameAs(node)) : both ? looksOf(both, sameAs(node)) : []
  if (looks.length === 0 || (isAny(trace, node.expression) && !looks.some(asks))) return undefined
  const first = looks.find((look) => isMemberRead(look.node))
  if (choice && first && madeBefore(choice, first.owner)) return []
  if (looks.some(isTakenApart)) return undefined
  if (first?.node !== node) return []
  if (both) return isTriedBefore(both, first.owner) ? [] : [conjunctionInV2(both, looks)]
  return choice ? [choiceInV2(choice, looks)] : []
}

/** Whether what a node reads is asked for, or narrowed, where no choice of its own can be made for v2's word. */
const hangsOnOthers = (trace: Trace, node: MemberRead): boolean =>
  looksOf(functionAround(node) ?? node.getSourceFile(), sameAs(node)).some(
    ({ node: one }) => !isGuarded(one) && (isMemberRead(one) ? needsNarrowing(trace, one) : true),
  )

/** Whether a node stands in a choice that is made for v2's word as well, or behind it. */
const isGuarded = (node: ts.Node): boolean => {
  const isWanted = sameAs(node)
  const choice = choiceOf(node)
  const looks = choice ? looksIn(choice, isWanted) : looksOf(conjunctionOf(node) ?? node, isWanted)
  const isWhole = !looks.some(isTakenApart)
  if (isWhole && (choice ?? conjunctionOf(node))) return true
  if (choice && madeBefore(choice, lookAt(node)?.owner ?? '')) return true
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent)
    if (isChoice(at.parent) && at === elseOf(at.parent) && looksAt(at.parent, isWanted)) return true
  return false
}

/** Whether more is looked for than a sentence, or a list of them, which another choice may ask for. */
const isTakenApart = ({ node }: Look): boolean => {
  const part = partTaken(node)
  return part !== undefined && !Object.hasOwn(Array.prototype, nameRead(part))
}

/** Whether a look asks what a member is, or whether it is there. */
const asks = ({ node }: Look): boolean => !isMemberRead(node) || compiler.isTypeOfExpression(node.parent)

/** The nearest choice that looks at what a node reads, and reads it again. */
const choiceOf = (node: ts.Node): Choice | undefined => {
  for (let at: ts.Node = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (isChoice(parent) && at !== elseOf(parent) && looksAt(parent, sameAs(node))) return parent
  }
  return undefined
}

const isChoice = (node: ts.Node): node is Choice =>
  compiler.isIfStatement(node) || compiler.isConditionalExpression(node)

const conditionOf = (choice: Choice): ts.Expression =>
  compiler.isIfStatement(choice) ? choice.expression : choice.condition

const thenOf = (choice: Choice): ts.Node =>
  compiler.isIfStatement(choice) ? choice.thenStatement : choice.whenTrue

const elseOf = (choice: Choice): ts.Node | undefined =>
  compiler.isIfStatement(choice) ? choice.elseStatement : choice.whenFalse

/** Where a choice looks before it comes to its else. */
const looksIn = (choice: Choice, isWanted: Wanted): Look[] =>
  [conditionOf(choice), thenOf(choice)].flatMap((part) => looksOf(part, isWanted))

const looksAt = (choice: Choice, isWanted: Wanted): boolean =>
  looksOf(conditionOf(choice), isWanted).length > 0 &&
  looksIn(choice, isWanted).length > 1 &&
  !doesSomething(conditionOf(choice)) &&
  isPassed(conditionOf(choice), isWanted) &&
  thenOf(choice).end - choice.getStart() <= MOST_TEXT

/** Whether a condition does not hold of a body of v2, which has none of v1's words. */
const isPassed = (condition: ts.Expression, isWanted: Wanted): boolean => {
  const [wanted] = looksOf(condition, isWanted)
  const isMissing = (node: ts.Node): boolean => {
    const look = lookAt(node)
    return look?.owner === wanted?.owner && WORDS.has(look?.word ?? '')
  }
  return holdsWithout(condition, isMissing) === false
}

/** What must not happen twice. */
const doesSomething = (condition: ts.Expression): boolean =>
  someNode(
    condition,
    (node) =>
      (compiler.isBinaryExpression(node) && /^(?![=!<>]=)[^=]*=$/.test(node.operatorToken.getText())) ||
      compiler.isAwaitExpression(node) ||
      compiler.isPostfixUnaryExpression(node) ||
      (compiler.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText())) ||
      compiler.isNewExpression(node) ||
      (compiler.isCallExpression(node) && !isQuestion(node)),
  )

/** Calls that only ask: `Array.isArray(x)`, `isRecord(x)`, `x.trim()`, `/…/.test(x)`. */
const isQuestion = ({ expression: callee }: ts.CallExpression): boolean =>
  /^(Array\.isArray|Boolean|String|Number|Object\.(hasOwn|keys)|(\w+\.)*(is|has)[A-Z]\w*)$/.test(
    callee.getText(),
  ) ||
  (compiler.isPropertyAccessExpression(callee) &&
    (callee.name.text === 'test' || isOfTexts(callee.name.text)))

const WORDS = new Set(Object.entries(errorWords).flat())

/** A choice before this one that looks at a word of the same body: that one has v2's before it. */
const madeBefore = (choice: Choice, owner: string): Choice | undefined => {
  const isWord: Wanted = (look) => look.owner === owner && WORDS.has(look.word)
  const looks = (one: ts.Node): one is Choice =>
    isChoice(one) && looksOf(conditionOf(one), isWord).some(({ node }) => looksAt(one, sameAs(node)))
  for (let at: ts.Node = choice; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    const { parent } = at
    if (isChoice(parent) && at === elseOf(parent) && looks(parent)) return parent
  }
  const { parent, pos } = statementOf(choice)
  return compiler.isBlock(parent)
    ? parent.statements.find((one): one is ts.IfStatement => one.end <= pos && looks(one))
    : undefined
}

/** Where v2's word is said for one of v1's: in its statement, or by a choice before the one that it is part of. */
export const toldAt = (node: ts.Node): ts.Node => {
  const owner = lookAt(node)?.owner
  let choice = choiceOf(node)
  for (let before = choice; before && owner; before = madeBefore(before, owner)) choice = before
  return choice ?? ownStatementOf(node)
}

/** The statement around a node, or the function that is written within one: `.catch((error) => error.message)`. */
const ownStatementOf = (node: ts.Node): ts.Node => {
  const around = functionAround(node)
  const statement = statementOf(node)
  return around && isInside(around, statement) ? around : statement
}

/** The same choice with v2's word for v1's, before the one that stands there. */
const choiceInV2 = (choice: Choice, looks: readonly Look[]): Edit =>
  insertBefore(choice, inV2(choice, thenOf(choice).end, looks) + joint(choice))

const inV2 = (node: ts.Node, end: number, looks: readonly Look[]): string => {
  const start = node.getStart()
  return looks
    .flatMap(namesOf)
    .reduceRight(
      (copied, name) =>
        copied.slice(0, name.start - start) + errorWords[errorMessage] + copied.slice(name.end - start),
      node.getSourceFile().text.slice(start, end),
    )
}

const isOf = (node: ts.Node, kind: ts.BinaryOperator): node is ts.BinaryExpression =>
  compiler.isBinaryExpression(node) && node.operatorToken.kind === kind

const isOr = (node: ts.Node): node is ts.BinaryExpression => isOf(node, compiler.SyntaxKind.BarBarToken)

/** The outermost `typeof body.error === 'string' && body.error` around a read. */
const conjunctionOf = (node: ts.Node): ts.BinaryExpression | undefined => {
  let found: ts.BinaryExpression | undefined
  for (let at: ts.Node = node; compiler.isExpression(at.parent) && !isOr(at.parent); at = at.parent) {
    const { parent } = at
    const isBoth = isOf(parent, compiler.SyntaxKind.AmpersandAmpersandToken)
    const isWanted = sameAs(node)
    if (
      isBoth &&
      looksOf(parent, isWanted).length > 1 &&
      !doesSomething(parent) &&
      isPassed(parent, isWanted)
    )
      found = parent
  }
  return found
}

/** Whether an earlier one of the texts that are tried in turn looks at a word of the same body. */
const isTriedBefore = (both: ts.BinaryExpression, owner: string): boolean => {
  const isWord: Wanted = (look) => look.owner === owner && WORDS.has(look.word)
  for (let at: ts.Expression = dressed(both); isOr(at.parent); at = dressed(at.parent))
    if (at === at.parent.right && looksOf(at.parent.left, isWord).length > 0) return true
  return false
}

/** The same with v2's word, tried first. */
const conjunctionInV2 = (both: ts.BinaryExpression, looks: readonly Look[]): Edit => {
  const whole = dressed(both)
  const { parent } = whole
  if (!isOr(parent)) return insertBefore(both, `${inV2(both, both.end, looks)} || `)
  const between = both.getSourceFile().text.slice(parent.left.end, parent.right.getStart())
  return insertBefore(whole, inV2(whole, whole.end, looks) + between)
}

/** A member's name, behind the one in a type that is said with it: `(body as { error?: string }).error`. */
const namesOf = ({ node, name, word }: Look): Place[] => {
  const found: Place[] = []
  if (isMemberRead(node))
    walk(node.expression, (one) => {
      if (compiler.isPropertySignature(one) && compiler.isIdentifier(one.name) && one.name.text === word)
        found.push({ start: one.name.getStart(), end: one.name.end })
      return undefined
    })
  return [...found, name]
}

/** What stands between a choice and the next one. */
const joint = (choice: Choice): string => {
  const file = choice.getSourceFile()
  if (compiler.isConditionalExpression(choice))
    return file.text.slice(choice.whenTrue.end, choice.whenFalse.getStart())
  const line = styleOf(file).newline + indentAt(file, choice.getStart())
  if (!choice.elseStatement && leaves(choice.thenStatement as ts.Statement) && isAmongOthers(choice))
    return line
  return compiler.isBlock(choice.thenStatement) ? ' else ' : `${line}else `
}

/** Whether another statement may stand beside one: a loop's own, and what a label names, is only one. */
const isAmongOthers = ({ parent }: ts.Node): boolean => hasStatements(parent)
