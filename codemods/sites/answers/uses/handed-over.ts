import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Closed } from '../../program/names/closed-function.ts'
import { needed } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

const LIST: Value = { kind: 'list', path: [] }

/** How many items of their list methods hand to what is handed to them. */
const TAKE_ITEMS: Readonly<Record<string, number>> = {
  map: 1,
  flatMap: 1,
  forEach: 1,
  some: 1,
  every: 1,
  filter: 1,
  find: 1,
  findLast: 1,
  findIndex: 1,
  findLastIndex: 1,
  sort: 2,
  toSorted: 2,
}

/**
 * Asks of all places that run a function but this one that they hand it the same at a parameter.
 * @returns false where one of them is known to hand it something else
 */
export const othersHand = (
  walk: UsesWalk,
  { calls, handed }: Closed,
  here: ts.CallExpression,
  index: number,
  value: Value,
): boolean => {
  for (const call of calls) {
    const given = call.arguments[index]
    if (call.arguments.some(compiler.isSpreadElement)) return false
    if (call !== here && given) needed(walk, given, value)
  }
  return handed.every((call) => call === here || handsItem(walk, call, index, value))
}

const handsItem = (
  walk: UsesWalk,
  { expression }: ts.CallExpression,
  index: number,
  value: Value,
): boolean => {
  if (!compiler.isPropertyAccessExpression(expression) || value.path.length > 0) return false
  const { text } = expression.name
  if (text === 'then' && index === 0) needed(walk, expression.expression, value)
  else if (Object.hasOwn(TAKE_ITEMS, text) && index < (TAKE_ITEMS[text] ?? 0) && value.kind === 'item')
    needed(walk, expression.expression, LIST)
  else return false
  return true
}
