import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Note } from '../../project/note.ts'
import { positionOf } from '../../rewrite/notes.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { saidPlace } from '../../rewrite/settle.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  isFunctionValue,
  isInside,
  nameOf,
  nodesIn,
} from '../../sites/program/syntax/nodes.ts'
import { isMapped, plansFor } from '../answers/answers.ts'
import { calledAs } from '../requests/helper-called.ts'
import type { LeftoverOptions } from './leftover.ts'
import { nowOf } from './leftover-notes.ts'

/**
 * Lists that a test lets a helper of the program give (`vi.mocked(api).mockResolvedValue([…])`, `{ request: async () => […] }`),
 * where its callers take them out of v2's envelope now.
 * @param told what is told of already
 */
export const bareLists = (
  done: readonly Plan[],
  told: readonly ts.Node[],
  { trace, file, addressed, root }: LeftoverOptions,
): Note[] => {
  const lists = done.filter(
    (plan) => plan.route?.answer === 'list' && plan.answer?.inPlace && !isMapped(plan),
  )
  if (lists.length === 0) return []
  return nodesIn(file, compiler.isArrayLiteralExpression).flatMap((list) => {
    const name = told.some((one) => isInside(one, list)) ? undefined : helperGiving(list)
    const able = lists.filter(
      ({ site }) => site.top !== site.sink.call && calledAs(site.top.expression) === name,
    )
    const [plan] = name ? plansFor(trace, list, able, addressed) : []
    return plan ? [noteOn(list, plan, root)] : []
  })
}

const noteOn = (list: ts.Node, plan: Plan, root: string): Note => ({
  ...positionOf(list, root),
  rule: 'codemod.test-answers',
  class: 'follow-up',
  fix: 'change the test to what the call does now',
  confidence: 'high',
  why: `this answers with a bare list, as v1 did, and the code takes it out of v2's; it belongs to the call at ${saidPlace(plan, root)}${nowOf(plan)}`,
})

const RESOLVES = /^(mock(Resolved|Return)Value(Once)?|resolves|returns)$/

/** The helper in whose place a list is given. */
const helperGiving = (list: ts.Expression): string | undefined => {
  const { parent } = dressed(list)
  if (compiler.isCallExpression(parent))
    return RESOLVES.test(calledAs(parent.expression) ?? '') ? mocked(parent) : undefined
  return compiler.isArrowFunction(parent) && isFunctionValue(parent) ? keptAs(parent) : undefined
}

/** `api` of `vi.mocked(api).mockResolvedValue(…)` and of `spyOn(rest, 'api').mockResolvedValue(…)`, or the member that a mock is. */
const mocked = (call: ts.CallExpression): string | undefined => {
  const owner = accessed(call.expression)?.of
  if (!owner) return undefined
  if (!compiler.isCallExpression(owner)) return calledAs(owner)
  const [first, second] = owner.arguments
  const how = calledAs(owner.expression)
  if (how === 'mocked' && first) return calledAs(bare(first))
  if (how === 'spyOn' && second) return compiler.isStringLiteralLike(second) ? second.text : undefined
  return how === 'fn' ? keptAs(call) : mocked(owner)
}

/** `request` of `{ request: vi.fn(async () => […]) }` and `client.request = vi.fn()…`. */
const keptAs = (value: ts.Expression): string | undefined => {
  const { parent } = dressed(value)
  if (compiler.isPropertyAssignment(parent)) return nameOf(parent.name)
  if (compiler.isBinaryExpression(parent) && parent.right === dressed(value))
    return accessed(parent.left)?.name
  return compiler.isCallExpression(parent) && calledAs(parent.expression) === 'fn'
    ? keptAs(parent)
    : undefined
}
