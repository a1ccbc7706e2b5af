import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { dressed } from '../../sites/program/syntax/nodes.ts'
import type { TestAddress } from '../addresses.ts'
import type { Use } from '../answers/context.ts'

/** Why a path stays that its call says no more: beside a base that moved, it says where it goes. */
export const SAYS_WHOLE = 'the call stays, and says its whole old address now'

/** Whether a test holds the path alone for what a call hands on, which stays and was given the old base in the place of it. */
export const isSaidWhole = (
  { node, kind, at }: TestAddress,
  uses: readonly Use[],
  plans: readonly Plan[],
): boolean =>
  kind === 'path' &&
  !at.version &&
  plans.length > 0 &&
  plans.every(({ left, keeps }) => left && keeps?.edits.some(({ text }) => text.includes('https://'))) &&
  uses.some((use) => (use.kind === 'asserted' && use.exact) || (use.kind === 'compared' && isEqualled(node)))

/** `path === '/pods'`, `case '/pods':`, `{ '/pods': … }` */
const isEqualled = (node: ts.Expression): boolean => !compiler.isCallExpression(dressed(node).parent)
