import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Note } from '../project/note.ts'
import { kindOf, type Sources, syntaxError } from '../project/parse/program.ts'
import type { Site } from '../sites/sites.ts'
import { createTrace } from '../sites/values/trace.ts'
import { keepBase } from './address/base/keep-base.ts'
import { settleAnswers } from './answer/choose-answers.ts'
import { carryOut } from './carry-out.ts'
import type { Rewrite, RewriteOptions } from './contract.ts'
import { rangesOf } from './dead/heard.ts'
import { fitted } from './fit/fitted.ts'
import { settleHanded } from './graphql/handed/settle-handed.ts'
import { isMapperModule } from './mapper/module/module-form.ts'
import { keptWithin, type MayChange, stay } from './may-change.ts'
import { misfitsOf } from './misfits.ts'
import { type MovedBefore, movedBefore } from './moved-before.ts'
import { inOrder, once } from './note-order.ts'
import { crashNote } from './notes.ts'
import type { Plan } from './plan.ts'
import { allSites, planAll } from './plan-all.ts'
import { reasons } from './reason.ts'
import { refitted } from './refit.ts'
import { settingsOf } from './settings-asked.ts'
import type { KeepBase } from './settle.ts'
import { clientsOf } from './unknown-client.ts'
import { heldByUnread } from './unread-callers.ts'
import { callsUnread, placeOfNode } from './unread-files.ts'

/** Rewrites the legacy calls of a program. */
export const rewrite = (sources: Sources, options: RewriteOptions): Rewrite => {
  const trace = createTrace(sources.checker, sources.files, options)
  const unkept = new Set<Site>()
  const keep: KeepBase = (plan) =>
    plan.isHeld || unkept.has(plan.site)
      ? undefined
      : keptWithin(keepBase(trace, plan), plan, options.mayChange)
  const crashed = new Map<ts.Node, Note>()
  const sites = allSites(trace, sources, options, (node, error) =>
    crashed.set(node, crashNote(node, error, options.root)),
  )
  const before = movedBefore(sites, sources.files, options.root)
  const unread = [
    ...(options.unread ?? []),
    ...callsUnread([...crashed.keys()].map(placeOfNode), sources.files),
  ]
  let held = heldByUnread(planAll(trace, sites, options), unread, options.root)
  const spoilt = new Set<string>()
  for (;;) {
    const plans = settleAnswers(trace, held, options.root, keep)
    const fallen = withFallen(held, plans)
    if (fallen) {
      held = settleHanded(trace, fallen)
      continue
    }
    const { edits, told, ...result } = carryOut(trace, sources, plans, {
      ...options,
      mayChange: unlessSpoilt(options, spoilt),
    })
    const broken = result.changes.filter(({ path, after }) => !parses(path, after)).map(({ path }) => path)
    for (const path of broken) spoilt.add(path)
    const again =
      broken.length > 0
        ? withoutSpoilt(held, plans, spoilt)
        : refitted(held, plans, misfitsOf(sources, result.changes, edits, plans), unkept)
    if (!again) {
      const changes = fitted(sources, result.changes, edits, options.widthTold)
      const heard = rangesOf(trace, plans, told)
      const asked = { clientOf: clientsOf(trace), settingOf: settingsOf(trace, sites) }
      return withBefore({ ...result, changes, heard, ...asked }, before, [...crashed.values()])
    }
    held = settleHanded(trace, again)
  }
}

/** The plans without what other plans left no room for, where a function was to take nothing but calls any more. */
const withFallen = (held: readonly Plan[], plans: readonly Plan[]): readonly Plan[] | undefined => {
  const fell = held.map(({ left }, index) => {
    const plan = plans[index]
    return left === undefined && plan?.left !== undefined && !plan.isInStep
  })
  if (!fell.includes(true) || !plans.some(({ handed }) => handed)) return undefined
  return held.map((plan, index) => {
    const left = fell[index] ? plans[index]?.left : undefined
    return left ? stay(plan, left) : plan
  })
}

/** A change that does not parse would be our own mistake: nothing of it may reach the user's files. */
const withoutSpoilt = (
  held: readonly Plan[],
  plans: readonly Plan[],
  spoilt: ReadonlySet<string>,
): readonly Plan[] =>
  held.map((plan, index) => (touches(plans[index] ?? plan, spoilt) ? stay(plan, reasons.spoilt()) : plan))

const unlessSpoilt =
  ({ mayChange }: RewriteOptions, spoilt: ReadonlySet<string>): MayChange =>
  (path, line) =>
    !spoilt.has(path) && (mayChange?.(path, line) ?? true)

const parses = (path: string, text: string): boolean =>
  syntaxError(compiler.createSourceFile(path, text, compiler.ScriptTarget.ESNext, false, kindOf(path))) ===
  undefined

/** A module that does not parse is an edit of everybody who calls it. */
const touches = ({ base, edits, mappers, left }: Plan, paths: ReadonlySet<string>): boolean =>
  !left &&
  ([...base, ...edits].some(({ file }) => paths.has(file.fileName)) ||
    (mappers.length > 0 && [...paths].some(isMapperModule)))

/** What an earlier run left to be done is said once, with what this one leaves. */
const withBefore = (result: Rewrite, before: MovedBefore, crashes: readonly Note[]): Rewrite => ({
  ...result,
  notes: inOrder([...once([...result.notes, ...before.notes]), ...crashes]),
  moved: {
    ...result.moved,
    variables: new Map([...before.variables, ...result.moved.variables]),
    staying: new Map([...result.moved.staying].filter(([name]) => !before.variables.has(name))),
  },
})
