import { answerOf } from '../../sites/answers/answer.ts'
import type { Held } from '../../sites/answers/held/held.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { askedBy, askingOf } from '../asking/asking.ts'
import { givesPromise } from '../body/tries/tries.ts'
import { insertAfter, insertBefore } from '../edit/edit.ts'
import { drawnTo } from '../mapper/helpers/style.ts'
import { sourcesMapper } from '../mapper/mapper.ts'
import type { Part } from '../plan.ts'

/** The list itself, or what axios answers, which has it inside. */
const HELD: ReadonlySet<string> = new Set(['payload', 'axios'] satisfies Held['kind'][])

/**
 * The edits that add to a list what v1 listed with it on request (public templates).
 * @param where the parameters that ask for it, as an expression
 * @returns undefined where the call promises neither, or no key is at hand to ask with
 */
export const addSources = (trace: Trace, site: Site, where: string): Part | undefined => {
  const { top } = site
  const key = askingOf(trace, site)
  if (!key || !HELD.has(answerOf(trace, site).kind) || !givesPromise(trace, top)) return undefined
  const asked = drawnTo(top.getSourceFile(), top.getStart(), where)
  return {
    edits: [
      ...key.edits,
      { ...insertBefore(top, `${sourcesMapper.name}(${key.text}, ${asked}, `), order: 1 },
      { ...insertAfter(top, ')'), order: -1 },
    ],
    mappers: [{ file: top.getSourceFile(), mapper: askedBy(key)(sourcesMapper) }],
    findings: [],
    borrows: key.borrows ?? [],
  }
}
