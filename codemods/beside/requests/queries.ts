import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Edit } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { type TestAddress, withoutQuery } from '../addresses.ts'
import { droppedQuery } from '../near.ts'

/** `nock(…).get('…').query({ … })`: what is asked for beside the path. */
export const asksQuery = (call: ts.CallExpression): boolean => {
  const { parent } = call
  if (!compiler.isPropertyAccessExpression(parent)) return false
  return (
    parent.name.text === 'query' || (compiler.isCallExpression(parent.parent) && asksQuery(parent.parent))
  )
}

/** The edits that take out of an address a query which the calls do not say any more; undefined where only some of them do. */
export const queryEdits = (address: TestAddress, plans: readonly Plan[]): readonly Edit[] | undefined => {
  if (address.at.query === address.at.shape.length) return []
  if (plans.every(droppedQuery)) return withoutQuery(address)
  return plans.some(droppedQuery) ? undefined : []
}
