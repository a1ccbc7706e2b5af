import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { type Plan, ruleOf } from '../../../../mappings/dsl/plan.ts'
import { rowReason } from '../../reason-text.ts'

/** What keeps a call from being made with one choice after the other, and what would help but to make the choice. */
const OBSTACLES = {
  keyless: { why: 'the API key cannot be named here', instead: 'make the call where the key has a name' },
  apart: { why: 'its body is said apart from it', instead: 'say the body in the call' },
  inFunction: {
    why: 'its body is made by a function or a generator within the call',
    instead: 'make the body before the call',
  },
  noPromise: { why: 'it gives no promise', instead: 'wait for one that it is made into' },
  morePromised: {
    why: 'it gives more than a promise, which is read at once',
    instead: 'wait for what it promises first',
  },
  readOnce: { why: 'its answer can be read only once', instead: 'make the call with fetch' },
  untold: {
    why: 'what it gives does not tell whether v2 has refused it',
    instead: 'have what fails throw, or give the answer itself',
  },
} as const

/** One of them. */
export type Obstacle = keyof typeof OBSTACLES

/** Why a call that leaves a choice to v1 stays. */
export const triesReasons = {
  tries: (plan: Plan, names: readonly string[], obstacle: Obstacle) => {
    const { why, instead } = OBSTACLES[obstacle]
    const isLookedUp =
      obstacle === 'keyless' ||
      flatRows(plan.rows).every((row) => row.kind === 'serve' || !('old' in row) || !names.includes(row.old))
    const [before, cannot, choose] = isLookedUp
      ? [
          'v1 found a place by itself, for v2 its catalog must be asked first',
          'that cannot be done around this call',
          'name what v2 wants',
        ]
      : [
          'v1 tried one choice after the other, v2 takes one',
          'this call cannot be made again with each',
          'choose one',
        ]
    return rowReason(
      ruleOf(plan, names[0] ?? ''),
      `${names.join(', ')}: ${before}${obstacle === 'keyless' ? ', and' : `; ${cannot}:`} ${why}`,
      obstacle === 'keyless'
        ? `${instead}, or ${choose}; then run upshift again`
        : `${choose}, or ${instead}; then run upshift again`,
    )
  },
} as const
