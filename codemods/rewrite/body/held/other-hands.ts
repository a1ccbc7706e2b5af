import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import { dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { otherNames } from './may-hold.ts'

/** More places than these are not looked at. */
const MOST_PLACES = 200

/**
 * Every place that says an object, by whatever name: those given, `variables.input` where it stands in `{ input }`, another
 * variable's, and a parameter's of a function in sight that it is handed to, by itself or in what holds it.
 */
export const inOtherHands = (trace: Trace, given: readonly ts.Expression[]): readonly ts.Expression[] => {
  const found = new Set(given)
  for (const use of found) {
    if (found.size > MOST_PLACES) break
    for (const name of otherNames(trace, dressed(use)))
      for (const one of referencesOf(trace, name)) found.add(one)
    for (const one of heldIn(trace, use)) found.add(one)
  }
  return [...found]
}

/** `variables.input` of `const variables = { input: … }`, in whatever hands that is. */
const heldIn = (trace: Trace, value: ts.Expression): ts.Expression[] => {
  const outer = dressed(value)
  const { parent: property } = outer
  const isShort = compiler.isShorthandPropertyAssignment(property)
  if (!isShort && !(compiler.isPropertyAssignment(property) && property.initializer === outer)) return []
  const key = nameOf(property.name)
  const [holder] = otherNames(trace, dressed(property.parent))
  if (!holder || key === undefined) return []
  return inOtherHands(trace, referencesOf(trace, holder)).flatMap((use) => {
    const access = dressed(use).parent
    const isMember = isAccess(access) && access.expression === dressed(use)
    return isMember && accessed(access)?.name === key ? [dressed(access)] : []
  })
}
