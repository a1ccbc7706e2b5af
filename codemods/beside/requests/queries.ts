import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { lostBy } from '../../rewrite/address/query/query.ts'
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
  const isGone = (plan: Plan): boolean => droppedQuery(plan) || asksLost(address, plan)
  // A call that gets nothing asks for nothing by a query: the address is not for it
  const asked = plans.filter(({ route }) => route?.old.method === 'GET')
  if (asked.length > 0 && asked.every(isGone)) return withoutQuery(address)
  return plans.some(isGone) ? undefined : []
}

/** Whether an address asks for nothing but what v2 does not take: a call that moved says none of it, wherever it said it. */
const asksLost = ({ at: { shape, query } }: TestAddress, { route }: Plan): boolean => {
  const lost = route ? lostBy(route) : []
  return [...new URLSearchParams(shape.slice(query)).keys()].every((name) => lost.includes(name))
}
