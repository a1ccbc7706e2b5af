import type { ts } from 'ts-morph'
import type { Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { patternSources } from './names.ts'
import { isTakenOut, restPattern } from './rest-pattern.ts'

/** What a member of the rest may be: the whole's, but for those that were taken out of it. */
export const membersOfRest = (
  t: Tracing,
  pattern: ts.ObjectBindingPattern,
  object: ts.Expression,
  name: string,
  scope: Scope | undefined,
): Source[] => {
  if (isTakenOut(pattern, name)) return []
  return patternSources(t, pattern, scope).flatMap((root): Source[] => {
    const found = t.membersOf(root, name)
    if (found.length > 0) return found
    return root.parameter ? [{ node: object, scope, parameter: root.parameter }] : []
  })
}

/** What a name is the rest of; undefined for any other. */
export const leftFrom = (
  t: Tracing,
  object: ts.Expression,
  scope: Scope | undefined,
): Source[] | undefined => {
  const pattern = restPattern(t.checker, object)
  return pattern && patternSources(t, pattern, scope)
}
