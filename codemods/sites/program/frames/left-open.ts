import { argumentFor } from './frames.ts'
import type { Source, Tracing } from './source.ts'

/**
 * Whether a caller in sight says a member of what a parameter holds, so that what is found beside the parameter
 * (`given ?? DEFAULTS`, `{ ...DEFAULTS, ...given }`) is not all that the member may be.
 */
export const isSaidByCaller = (t: Tracing, { parameter }: Source, name: string): boolean => {
  if (!parameter || t.isBuilding()) return false
  return t.ofCallers(parameter, name, () =>
    t.callers(parameter.parent).some((call) => {
      const given = argumentFor(t.frame(parameter.parent, call), parameter)
      return given !== undefined && t.members(given, name, undefined).length > 0
    }),
  )
}
