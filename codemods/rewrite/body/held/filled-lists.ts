import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { changedBy } from '../../../sites/program/set/steady.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { inOtherHands } from './other-hands.ts'

/**
 * The members of a body whose lists are changed where they are, so that they hold something else than what is written
 * out: `body.gpuTypeIds.push(spare)`, `body.gpuTypeIds[1] = spare`, also by another name, or in another function's hands.
 * @param uses the places that say the body
 */
export const filledLists = (trace: Trace, uses: readonly ts.Expression[]): ReadonlySet<string> => {
  const filled = new Set<string>()
  for (const use of inOtherHands(trace, uses))
    for (const { name, list } of membersAt(trace, use))
      if (!filled.has(name) && inOtherHands(trace, list).some(isChanged)) filled.add(name)
  return filled
}

/** `body.ports`, and what `const { ports } = body` takes out of it. */
const membersAt = (trace: Trace, use: ts.Expression) => {
  const access = accessOn(use)
  const name = access && accessed(access)?.name
  if (access) return name === undefined ? [] : [{ name, list: [access] }]
  const { parent } = dressed(use)
  const taken = compiler.isVariableDeclaration(parent) && compiler.isObjectBindingPattern(parent.name)
  return (taken ? (parent.name as ts.ObjectBindingPattern).elements : []).flatMap((one) => {
    const key = nameOf(one.propertyName ?? one.name)
    const isName = key !== undefined && compiler.isIdentifier(one.name) && !one.dotDotDotToken
    return isName ? [{ name: key, list: referencesOf(trace, one.name as ts.Identifier) }] : []
  })
}

/** `list.push(x)`, `list[1] = x`, `list.length = 0` */
const isChanged = (list: ts.Expression): boolean => {
  const access = accessOn(list)
  if (!access) return false
  const { parent } = dressed(access)
  return changedBy(parent).some((target) => [bare(access), bare(list)].includes(bare(target)))
}
