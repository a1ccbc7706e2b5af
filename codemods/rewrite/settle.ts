import { relative } from 'node:path'
import type { ts } from 'ts-morph'
import { groupBy } from '../../mappings/dsl/group-by.ts'
import { callsOf } from '../sites/site-calls.ts'
import { baseVariables } from './address/base/base-variables.ts'
import { pathWords } from './address/path/path-words.ts'
import { isMadeOnlyFor, movingTo } from './body/others-through.ts'
import { isSharedOnlyBy } from './body/shared-body.ts'
import { claimedRanges, isWithin } from './claimed.ts'
import type { Edit } from './edit/edit.ts'
import { type EditIndex, editIndex } from './edit/edit-index.ts'
import { nestedApart } from './edit/nested.ts'
import { methodsOf } from './move-method.ts'
import type { Keeping, Plan } from './plan.ts'
import { type Reason, reasons } from './reason.ts'

/** Where a plan's call stands, in a reader's words. */
export const saidPlace = ({ site }: Plan, root: string): string => {
  const file = site.top.getSourceFile()
  return lineOf(file, site.top.getStart(), root)
}

const lineOf = (file: ts.SourceFile, at: number, root: string): string =>
  `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(at).line + 1}`

/** Gives what lets a call that stays keep its old base; undefined where it cannot. */
export type KeepBase = (plan: Plan) => Keeping | undefined

/**
 * Decides which plans can be carried out together. A call that cannot move keeps its old base: it gets the base
 * written out, or where that cannot be done it holds back every call that shares the base. Of two plans that want
 * different changes to the same text neither is carried out.
 */
export const settle = (plans: readonly Plan[], root: string, keepBase: KeepBase): Plan[] => {
  let settled = inStep(withoutClashes(nestedApart(plans.map(withoutKept)), root))
  for (;;) {
    const words = wordsOfLeft(settled)
    const keeping = keepersOf(settled, words, keepBase)
    const vetoes = vetoesOf(settled, keeping, root)
    const taken = variablesOfLeft(settled, keeping, root)
    const isAlike = methodsOf(settled)
    const going = settled.filter(({ left, kept }) => !left && !kept)
    const moving = new Set(going.flatMap(({ site }) => [...callsOf(site)]))
    const operations = movingTo(going)
    const next = inStep(
      settled.map((plan) => {
        if (plan.left) return plan
        const [owner] = plan.edits.flatMap((edit) => words.against(edit) ?? [])
        if (owner) return leave(plan, wordsOf(owner, plan, root))
        if (!isAlike(plan)) return leave(plan, reasons.sharedMethod(plan.route?.v2.method))
        if (!isSharedOnlyBy(plan, moving)) return leave(plan, reasons.sharedBody())
        if (plan.asked?.some((one) => !moving.has(one))) return leave(plan, reasons.versionAsked())
        if (!isMadeOnlyFor(plan, operations)) return leave(plan, reasons.bodyOfOthers())
        const veto = plan.base.map((edit) => vetoes.get(rangeOf(edit))).find((one) => one !== undefined)
        if (veto) return leave(plan, veto)
        const [name = '', place] = taken.find(([one]) => baseVariables(plan).has(one)) ?? []
        return place ? leave(plan, reasons.sharedVariable(name, place)) : plan
      }),
    )
    if (next.every((plan, index) => plan === settled[index]))
      return next.map((plan) => withKept(plan, keeping))
    settled = next
  }
}

/** Why a call stays whose path is said in the words of one that stays: what else the same call may be stays for the same. */
const wordsOf = (owner: Plan, { site }: Plan, root: string): Reason =>
  owner.left && owner.site.top === site.top ? owner.left : reasons.wordsOfCall(saidPlace(owner, root))

const leave = (plan: Plan, left: Reason): Plan => ({ ...plan, edits: [], mappers: [], findings: [], left })

/** What belongs together stays together, and so does what one call may be by the same words of its path. */
const inStep = (plans: readonly Plan[]): readonly Plan[] => {
  const left = new Map(plans.flatMap(({ together, left }) => (together && left ? [[together, left]] : [])))
  const words = wordsSaidTwice(plans)
  if (left.size === 0 && words.size === 0) return plans
  return plans.map((plan) => {
    if (plan.left) return plan
    const said = wordsInCall(plan).map((word) => words.get(word))
    const why = (plan.together && left.get(plan.together)) ?? said.find((one) => one !== undefined)
    if (!why) return plan
    return plan.handed ? { ...leave(plan, why), isInStep: true } : leave(plan, why)
  })
}

/** Why calls stay, by the words of paths that such a call says itself, and which is another call as well. */
const wordsSaidTwice = (plans: readonly Plan[]): ReadonlyMap<string, Reason> => {
  const byTop = groupBy(plans, ({ site }) => site.top)
  const staying = plans.filter(
    ({ left, site }) => left && !site.uncalled && (byTop.get(site.top)?.length ?? 0) > 1,
  )
  return new Map(
    staying.flatMap((plan) => wordsInCall(plan).map((word) => [word, plan.left as Reason] as const)),
  )
}

const wordsInCall = ({ site }: Plan): string[] =>
  pathWords(site)
    .filter(
      ({ file, start }) => file === site.top.getSourceFile() && site.top.pos <= start && start < site.top.end,
    )
    .map((word) => `${site.top.pos} ${rangeOf(word)}`)

const rangeOf = ({ file, start, end }: Edit): string => `${file.fileName}:${start}:${end}`

/** The calls that stay while their base moves, with what lets each keep its own. */
type Keepers = ReadonlyMap<Plan, Keeping | undefined>

const keepersOf = (plans: readonly Plan[], words: EditIndex<Plan>, keepBase: KeepBase): Keepers => {
  // What says its path in the words of one that stays will stay as well.
  const moving = plans.filter(
    ({ left, kept, edits }) => !left && !kept && !edits.some((edit) => words.against(edit)),
  )
  const moved = new Set(moving.flatMap(({ base }) => base.map(rangeOf)))
  const taken = editIndex<Plan>()
  for (const plan of moving) for (const edit of [...plan.base, ...plan.edits]) taken.add(edit, plan)
  const variables = new Set(moving.flatMap((plan) => [...baseVariables(plan)]))
  const isShared = (plan: Plan): boolean =>
    plan.base.some((edit) => moved.has(rangeOf(edit))) ||
    [...baseVariables(plan)].some((name) => variables.has(name))
  const staying = plans.filter((plan) => plan.left && isShared(plan))
  const said = claimedRanges(moving)
  return new Map(
    staying.map((plan) => {
      const keeping = keepBase(plan)
      // A path that a function says for several callers is said for those that move as well.
      const isFree = keeping?.edits.every((edit) => !taken.clashes(edit) && !isWithin(edit, said))
      return [plan, isFree ? keeping : undefined]
    }),
  )
}

/** What was decided in an earlier round may not hold in this one. */
const withoutKept = ({ keeps: _, ...plan }: Plan): Plan => plan

const withKept = (plan: Plan, keepers: Keepers): Plan => {
  const keeps = keepers.get(plan)
  return keeps ? { ...plan, keeps } : plan
}

/** The words of the paths of calls that stay: another call must not take them to v2. Those of one that nobody makes may go with its base. */
const wordsOfLeft = (plans: readonly Plan[]): EditIndex<Plan> => {
  const words = editIndex<Plan>()
  const moved = new Set(plans.flatMap(({ left, base }) => (left ? [] : base.map(rangeOf))))
  const isTaken = (base: readonly Edit[]): boolean =>
    base.length === 0 || base.some((edit) => moved.has(rangeOf(edit)))
  const staying = plans.filter(({ left, site, follows = [] }) => left && !(site.uncalled && isTaken(follows)))
  for (const plan of staying) for (const word of pathWords(plan.site)) words.add(word, plan)
  return words
}

const vetoesOf = (plans: readonly Plan[], keepers: Keepers, root: string): Map<string, Reason> => {
  const found = new Map<string, Reason>()
  const holding = plans.filter((plan) => plan.left && !keepers.get(plan))
  const isElsewhere = ({ left }: Plan): boolean => left?.rule === reasons.elsewhere().rule
  // What is soonest done about first: to name a file
  for (const plan of [...holding.filter(isElsewhere), ...holding])
    for (const edit of plan.base)
      if (!found.has(rangeOf(edit)))
        found.set(rangeOf(edit), reasons.base(saidPlace(plan, root), isElsewhere(plan)))
  return found
}

/** What says at run time where calls go that stay and cannot tell v1 from v2 by themselves, with the place of the first. */
const variablesOfLeft = (plans: readonly Plan[], keepers: Keepers, root: string): [string, string][] =>
  plans
    .filter((plan) => plan.left && !keepers.get(plan))
    .flatMap((plan) =>
      [...baseVariables(plan)].map((name): [string, string] => [name, saidPlace(plan, root)]),
    )

/** Of calls that want different changes to the same text none is carried out. */
const withoutClashes = (plans: readonly Plan[], root: string): Plan[] => {
  const index = editIndex<Plan>()
  for (const plan of plans)
    if (!plan.left) for (const edit of [...plan.base, ...plan.edits]) index.add(edit, plan)
  return plans.map((plan) => {
    if (plan.left) return plan
    const edit = [...plan.base, ...plan.edits].find((one) => index.clashes(one, plan))
    const other = edit && index.against(edit, plan)
    return other
      ? leave(plan, reasons.clash(lineOf(edit.file, edit.start, root), saidPlace(other, root)))
      : plan
  })
}
