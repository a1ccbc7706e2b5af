import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { argumentFor, frameOf, type Scope } from '../frames/frames.ts'
import type { Source, Tracing } from '../frames/source.ts'
import { patternSources } from './names.ts'
import { isTakenOut, restPattern } from './rest-pattern.ts'

/**
 * What a rest that still has a member is left of, where that stands: `init` of `const { retries, ...rest } = init`, or what the
 * caller gives for `{ retries, ...rest }`.
 */
export const wholeOfRest = (
  { checker }: Pick<Tracing, 'checker'>,
  rest: ts.Expression,
  member: string,
  scope: Scope | undefined,
): { readonly node: ts.Expression; readonly scope: Scope | undefined } | undefined => {
  const pattern = restPattern(checker, rest)
  if (!pattern || isTakenOut(pattern, member)) return undefined
  const { parent } = pattern
  if (compiler.isVariableDeclaration(parent)) return parent.initializer && { node: parent.initializer, scope }
  const frame = compiler.isParameter(parent) ? frameOf(scope, parent.parent) : undefined
  const argument = frame && argumentFor(frame, parent as ts.ParameterDeclaration)
  return argument && { node: argument, scope: frame.outer }
}

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
