import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { outcomeOf } from '../program/syntax/logic.ts'
import { type Beginning, decided } from '../program/ways/condition.ts'
import { isPresent } from '../program/ways/present.ts'
import { isOfGivenId } from './id-given.ts'
import type { Next } from './pieces.ts'
import { shapeOf, type Text } from './text.ts'
import { askedFor, endsInVersion } from './version-asked.ts'

/**
 * The texts of a choice. Helpers that take a path or a whole address ask which one they got; where the answer is
 * known, so is the branch.
 */
export const either = (
  trace: Trace,
  node: ts.ConditionalExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] => {
  const taken = holdsFor(trace, node.condition, scope, next) ?? (isOfGivenId(trace, node, scope) || undefined)
  if (taken !== undefined)
    return askedFor(
      trace,
      node.condition,
      [node.whenTrue, node.whenFalse],
      next(taken ? node.whenTrue : node.whenFalse),
    )
  const asked = addressAsked(node.condition)
  if (!asked) return [...next(node.whenTrue), ...next(node.whenFalse)]
  const given = next(asked)
  const isWhole = (text: Text): boolean => /^https?:/i.test(shapeOf(text))
  const isOpen = (text: Text): boolean => shapeOf(text).startsWith('\0')
  const whole = given.some((text) => isWhole(text) || isOpen(text))
  const partial = given.some((text) => !isWhole(text))
  return [
    ...(whole ? next(node.whenTrue).filter((text) => isWhole(text) || isOpen(text)) : []),
    ...(partial ? next(node.whenFalse) : []),
  ]
}

/** What a condition comes to by the texts that it asks about; undefined where they do not agree, or are not known. */
export const holdsFor = (
  trace: Trace,
  condition: ts.Expression,
  scope: Scope | undefined,
  next: Next,
): boolean | undefined =>
  trace.assumed(condition) ??
  outcomeOf(
    condition,
    (part) =>
      decided(part, (asked) => next(asked).map(beginningOf)) ??
      endsInVersion(trace, part, next) ??
      isPresent(trace, part, scope),
  )

/** How a text begins and ends; how one begins that the environment may replace is not known at all. */
export const beginningOf = (text: Text): Beginning => {
  const known = shapeOf(text).split('\0')
  const [first = '', end = ''] = [known[0], known.at(-1)]
  if (text.env.length > 0) return { text: '', isWhole: false, end }
  return { text: first, isWhole: known.length === 1, end }
}

/** `path` of `path.startsWith('http')` and of `/^https?:/.test(path)`. */
export const addressAsked = (condition: ts.Expression): ts.Expression | undefined => {
  if (!compiler.isCallExpression(condition)) return undefined
  const { expression: callee } = condition
  const [first] = condition.arguments
  if (!compiler.isPropertyAccessExpression(callee) || !first) return undefined
  const { name, expression: subject } = callee
  if (name.text === 'startsWith' && compiler.isStringLiteralLike(first))
    return first.text.startsWith('http') && 'https://'.startsWith(first.text) ? subject : undefined
  const isPattern = compiler.isRegularExpressionLiteral(subject) && subject.text.startsWith('/^http')
  return name.text === 'test' && isPattern ? first : undefined
}
