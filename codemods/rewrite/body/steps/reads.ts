import { isHole } from '../../../../mappings/dsl/hole.ts'
import type { Edit } from '../../edit/edit.ts'
import type { Doc } from './effects.ts'
import { renameMember } from './print-statements.ts'
import { START, type State } from './program.ts'
import { type BodyName, memberOf } from './uses.ts'

/**
 * The edits that let the reads of a body's members go on: each member under the one name that v2's body has it by,
 * unconverted, in every state. Undefined where one is not said so.
 */
export const readsOf = (
  { reads }: BodyName,
  states: readonly State[],
  docOf: (state: State) => Doc,
): Edit[] | undefined => {
  const edits: Edit[] = []
  for (const use of reads) {
    const member = memberOf(use)
    const key = member && keyOf(member.name, states, docOf)
    if (!member || key === undefined) return undefined
    if (key !== member.name) edits.push(renameMember(member.access, key))
  }
  return edits
}

const keyOf = (name: string, states: readonly State[], docOf: (state: State) => Doc): string | undefined => {
  const made = states.filter(({ doc }) => doc !== START)
  const said = made.find(({ doc }) => doc[name] !== undefined)
  const value = said?.doc[name]
  const key = said && Object.entries(docOf(said)).find(([, one]) => isUnconverted(one, value))?.[0]
  if (key === undefined) return undefined
  const isRight = (state: State): boolean => {
    const old = state.doc[name]
    const now = docOf(state)[key]
    return old ? isUnconverted(now, old) : now === undefined
  }
  return made.every(isRight) ? key : undefined
}

const isUnconverted = (now: unknown, old: unknown): boolean =>
  now === old || (isHole(now) && isHole(old) && now.text === old.text && now.origin === old.origin)
