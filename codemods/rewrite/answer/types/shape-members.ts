import type { ts } from 'ts-morph'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { compiler } from '../../../project/compiler.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import type { ReadPaths, Step } from '../reads/read-paths.ts'
import { isNoted, withoutMembers } from './member-gone.ts'

/** A member of a type, and where v2 has it. */
interface Move {
  readonly member: ts.PropertySignature
  readonly steps: readonly Step[]
}

/** What becomes of a type's members. */
export interface Reworded {
  readonly edits: readonly Edit[]
  readonly members: readonly ts.PropertySignature[]
}

/** The edits that write members as v2 has them; undefined where one has no plain twin in v2. */
export const rewordMembers = (members: readonly ts.TypeElement[], paths: ReadPaths): Reworded | undefined => {
  const moves = movesOf(members, paths)
  if (!moves) return undefined
  const groups = groupBy(moves, ({ steps: [first] }) => first?.name ?? '')
  const edits = [...groups.values()].map(editsOfGroup)
  if (!edits.every((one) => one !== undefined)) return undefined
  const gone = new Set([...groups.values()].flatMap(([, ...others]) => others.map(({ member }) => member)))
  return {
    edits: [...edits.flat(), ...withoutMembers(members, gone)],
    members: moves.map(({ member }) => member),
  }
}

const movesOf = (
  members: readonly ts.TypeElement[],
  { of, kindOf }: ReadPaths,
): readonly Move[] | undefined => {
  const names = members.map((member) => member.name && nameOf(member.name))
  const moves: Move[] = []
  const taken = new Set(names)
  for (const [index, member] of members.entries()) {
    const name = names[index]
    if (name === undefined || !compiler.isPropertySignature(member) || !kindOf([name])) continue
    const to = of([name])
    const [step, ...others] = to?.steps ?? []
    if (!to || !step || kindOf([name]) === 'inner') return undefined
    // Other values are of the same type only where the type says nothing of them.
    if (to.converted && member.type?.getText() !== 'string') return undefined
    if (step.name === name && others.length === 0) continue
    const isFirst = !moves.some(({ steps }) => steps[0]?.name === step.name && steps.length > 1)
    if (to.nullable || (taken.has(step.name) && (others.length === 0 || isFirst))) return undefined
    taken.add(step.name)
    moves.push({ member, steps: to.steps })
  }
  return moves
}

/** Members that lie in one object of v2's: it stands where the first of them stood. */
const editsOfGroup = (group: readonly Move[]): readonly Edit[] | undefined => {
  const [first, ...others] = group as [Move, ...Move[]]
  const [step, ...inner] = first.steps as [Step, ...Step[]]
  if (inner.length === 0) return others.length === 0 ? [replace(first.member.name, step.name)] : undefined
  const within = inside(group)
  if (!within || others.some(({ member }) => isNoted(member))) return undefined
  const { member } = first
  return [{ ...replace(member.name, `${step.name}${within.mark}: ${within.text}`), end: endOf(member) }]
}

/** The end of a member but for what parts it from the next. */
const endOf = (member: ts.PropertySignature): number =>
  (member.type ?? member.questionToken ?? member.name).getEnd()

/** `{ min: number; max?: number }`, for members that lie one step deeper. */
const inside = (group: readonly Move[]): { readonly text: string; readonly mark: string } | undefined => {
  const parts = group.map(({ member, steps: [, inner, ...deeper] }) =>
    inner && deeper.length === 0 && member.type
      ? `${inner.name}${member.questionToken ? '?' : ''}: ${member.type.getText()}`
      : undefined,
  )
  if (!parts.every((part) => part !== undefined)) return undefined
  // An object that v2 may leave out is said so where the type said as much of all that is in it.
  const isOpen = group.every(({ member, steps }) => steps[1]?.open && member.questionToken)
  return { text: `{ ${parts.join('; ')} }`, mark: isOpen ? '?' : '' }
}
