import type { ts } from 'ts-morph'
import { errorMessage, errorWords } from '../../../mappings/v1/errors.ts'
import { compiler } from '../../project/compiler.ts'
import { replace } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { nameOf } from '../../sites/program/syntax/nodes.ts'
import { isDone } from '../near.ts'
import type { AnswerVerdict, MockAnswer } from './mock-answers.ts'

const DETAIL = errorWords[errorMessage] as string

const wordsIn = (literal: ts.ObjectLiteralExpression): ts.ObjectLiteralElementLike[] =>
  literal.properties.filter(({ name }) => Object.hasOwn(errorWords, nameOf(name) ?? ''))

/** Whether an answer of a test is what v1 refuses with: a sentence, and nothing of what the calls ask for. */
export const saysProblem = (literal: MockAnswer['literal'], plans: readonly Plan[]): boolean => {
  if (!compiler.isObjectLiteralExpression(literal) || wordsIn(literal).length === 0) return false
  const names = literal.properties.map(({ name }) => nameOf(name))
  return plans.every(({ route }) => {
    const asked = route?.mapping.read.plan.old ?? []
    return names.every((name) => name !== undefined && !asked.includes(name))
  })
}

/** Calls that moved are refused in v2's words (RFC 9457), through a mapper or not. */
export const movedProblem = ({ literal, ...answer }: MockAnswer, plans: readonly Plan[]): AnswerVerdict[] => {
  const calls = plans.filter((one) => isDone(one) && one.route && !one.operation)
  const [plan] = calls
  const [word, other] = wordsIn(literal as ts.ObjectLiteralExpression)
  if (!plan || !word || isSaid(literal)) return []
  const isSure = plans.every((one) => isDone(one) && !one.operation) && answer.own && !other
  const edits = isSure ? renamed(word) : undefined
  return [{ answer: { literal, ...answer }, plan, calls, ...(edits ? { edits } : {}) }]
}

const isSaid = (literal: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(literal) &&
  literal.properties.some(({ name }) => nameOf(name) === DETAIL)

const renamed = (word: ts.ObjectLiteralElementLike): AnswerVerdict['edits'] => {
  if (compiler.isShorthandPropertyAssignment(word)) return [replace(word, `${DETAIL}: ${word.name.text}`)]
  return compiler.isPropertyAssignment(word) ? [replace(word.name, DETAIL)] : undefined
}
