import type { ts } from 'ts-morph'
import { memberAt } from './body.ts'
import type { Scope } from './program/frames/frames.ts'
import type { Source } from './program/frames/source.ts'
import { outOfSight } from './program/held/out-of-sight.ts'
import { fillsIn } from './program/set/fills-in.ts'
import { accessed } from './program/syntax/access.ts'
import { bare } from './program/syntax/nodes.ts'
import { assignedMembers, type Trace } from './values/trace.ts'

/** Who may say a member out of sight that is filled in where nobody does: `options.method ??= 'GET'`, `if (!options.method) options.method = 'GET'`. */
export const filledFor = (
  trace: Trace,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source | undefined => {
  const at = memberAt(trace, object, name, scope)
  const access = at && accessed(bare(at.node))
  const inner = access?.name === undefined ? undefined : filledFor(trace, access.of, access.name, at?.scope)
  const isFilled = assignedMembers(trace.checker, object, name).some(fillsIn)
  return inner ?? (isFilled ? outOfSight(trace, object, name, scope) : undefined)
}
