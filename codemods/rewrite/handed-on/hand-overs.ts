import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { isTestFile } from '../../beside/files/test-files.ts'
import { compiler } from '../../project/compiler.ts'
import { handedOn, wordsFor } from '../../sites/program/calls/handed-on.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import type { Trace } from '../../sites/program/frames/source.ts'
import { isExported } from '../../sites/program/names/exported.ts'
import { callsOf } from '../../sites/site-calls.ts'
import type { Site } from '../../sites/sites.ts'
import { VERBS } from '../../sites/texts/verbs.ts'
import type { Edit } from '../edit/edit.ts'
import type { Plan } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { clientCalls } from './client-calls.ts'
import { lostCalls, lost as lostFor, memberCalled } from './lost-calls.ts'
import { nearTo } from './near.ts'

/**
 * The places where a wrapper leaves what can be seen, as calls that stay: with a base that moved they would send old
 * paths to v2.
 */
export const handOvers = (
  trace: Trace,
  routes: readonly Route[],
  plans: readonly Plan[],
  root: string,
): Plan[] => {
  const tests = new Map<ts.SourceFile, boolean>()
  const isLookedAt = (file: ts.SourceFile): boolean => !kept(tests, file, () => isTestFile(file, root))
  const places = new Map<ts.SignatureDeclaration, readonly ts.Expression[]>()
  const found = new Map<ts.Node, Plan>()
  const byName = new Map<string, readonly ts.CallExpression[]>()
  const known = new Set<ts.Node>(
    plans.flatMap(({ site }) => [...callsOf(site), site.sink.request ?? site.top]),
  )
  const files = trace.files.filter(isLookedAt)
  const clients = new Set<ts.Node>()
  const lost = new Map<ts.CallExpression, Plan[]>()
  const loseBy = (plan: Plan, name: string): void => {
    for (const call of kept(byName, name, () => lostCalls(trace, routes, name, files)))
      if (!known.has(call)) kept(lost, call, () => []).push(plan)
  }
  const stays = (plan: Plan, place: ts.Node, top: Site['top'] | undefined, why: Reason): void => {
    const before = found.get(place)
    found.set(place, before ? withBase(before, plan) : staying(plan, top, why))
  }
  for (const plan of plans.filter(({ left }) => !left)) {
    for (const { call, why } of clientCalls(trace, routes, plan, files, known, clients))
      stays(plan, call, call, why)
    if (plan.site.sink.client ?? plan.site.sink.base) for (const verb of VERBS) loseBy(plan, verb)
    for (const { callee, call: made } of framesFrom(plan.site.scope)) {
      const reason = reasons.handedOn(wordsFor(callee))
      for (const use of kept(places, callee, () => handedOn(trace, callee, isLookedAt)))
        stays(plan, use, callAround(use), reason)
      const name = memberCalled(trace, made.expression) ?? exportedName(callee)
      if (name !== undefined) loseBy(plan, name)
    }
  }
  for (const [call, all] of lost)
    for (const plan of nearTo(call, all)) stays(plan, call, call, lostFor(trace, call))
  return [...found.values()]
}

/** A call that stays, with the base of one more that it may share. */
const withBase = (stays: Plan, { base }: Plan): Plan => {
  const isThere = ({ file, start }: Edit): boolean =>
    stays.base.some((one) => one.file === file && one.start === start)
  const more = base.filter((one) => !isThere(one))
  return more.length > 0 ? { ...stays, base: [...stays.base, ...more] } : stays
}

/** The name by which others may take a function out of its module, whatever it is kept in meanwhile. */
const exportedName = (callee: ts.SignatureDeclaration): string | undefined => {
  const named = compiler.isVariableDeclaration(callee.parent) ? callee.parent.name : callee.name
  return named && isExported(callee) && compiler.isIdentifier(named) ? named.text : undefined
}

const staying = ({ site, base }: Plan, top: Site['top'] | undefined, left: Reason): Plan => ({
  site: { ...site, top: top ?? site.sink.call, located: [] },
  base,
  edits: [],
  mappers: [],
  findings: [],
  left,
})

const callAround = (use: ts.Node): Site['top'] | undefined => {
  for (let at: ts.Node | undefined = use; at && !compiler.isSourceFile(at); at = at.parent)
    if (compiler.isCallExpression(at) || compiler.isNewExpression(at)) return at
  return undefined
}
