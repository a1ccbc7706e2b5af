import type { ts } from 'ts-morph'
import { bodyFacet, type Route } from '../../../mappings/dsl/route.ts'
import { compiler } from '../../project/compiler.ts'
import { V2_HOST } from '../../rewrite/address/address.ts'
import { applyEdits, type Edit, keyOf } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { bare, isInside } from '../../sites/program/syntax/nodes.ts'
import { shapeOf } from '../../sites/texts/text.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { movedTo, type TestAddress } from '../addresses.ts'
import { plansFor } from '../answers/answers.ts'
import { type Use, useOf } from '../answers/context.ts'
import { isOwnOf } from '../answers/given-modules.ts'
import { namesOf } from '../answers/names.ts'
import { isOrigin, waitsForMore } from '../mock-agent.ts'
import { asksFirst, callsPerhaps, callsTo, callsUntold, droppedQuery, isDone, type Near } from '../near.ts'
import { saysOld } from './bodies.ts'
import { calledAlike } from './helper-called.ts'
import { methodHeld } from './method-held.ts'
import { methodSaid, methodsBeside } from './methods-beside.ts'
import { asksQuery, queryEdits } from './queries.ts'
import { moveRequest } from './requests.ts'
import { isSaidWhole, SAYS_WHOLE } from './said-whole.ts'

/** What becomes of one address: it moves, it stays with a reason, or it needs nothing said. */
export type Verdict = { readonly address: TestAddress; readonly plans: readonly Plan[] } & (
  | { readonly edits: readonly Edit[]; readonly uses: readonly Use[] }
  | { readonly why: string }
  /** `own`: what is asked of the program itself. */
  | { readonly silent: true; readonly own?: true }
)

const UNCLEAR = 'what the test does with it is not clear'
const UNKNOWN = 'a part of it is known only when the test runs'
/** Why an address stays that belongs to no call. */
export const NOT_FOUND = 'no call that makes this request was found'
const STAYS = 'the call stays as it is'
const OTHERS = `${UNKNOWN}, and other calls may have it as well`
const ASKS_FIRST = 'the call asks v2 something before it is made, and a test must answer that first'

/** Decides about one address by itself. */
export const verdictOn = (
  trace: Trace,
  address: TestAddress,
  near: Near,
  routes: readonly Route[],
): Verdict => {
  const uses = usesOf(trace, address.node)
  if (!uses) return { address, plans: near.plans.slice(0, 1), why: UNCLEAR }
  if (address.kind !== 'path' && address.kind !== 'whole') return ofBase(address, uses, near)
  if (uses.length > 0 && uses.every(({ kind }) => kind === 'own'))
    return { address, plans: [], silent: true, own: true }
  // What only has such a name (`cache.put`) says no method of a request
  const held = methodHeld(trace, address.node)
  const isOne = held && callsTo(address, held, near, routes).length > 0
  const method = methodSaid(address, uses) ?? (isOne ? held : undefined)
  const plans = meantHere(trace, address, callsTo(address, method, near, routes))
  if (isSaidWhole(address, uses, plans)) return { address, plans, why: SAYS_WHOLE }
  if (needsNothing(address, routes, plans)) return sentBeside(trace, address, uses, plans, near)
  const perhaps = plans.length === 0 ? callsPerhaps(address, method, near) : []
  if (perhaps.length > 0) return { address, plans: perhaps, why: perhaps.length > 1 ? OTHERS : UNKNOWN }
  const own = plans.length > 0 ? plans : callsUntold(address, near)
  const why = whyStays(address, own, near)
  if (why !== undefined) return { address, plans: own, why }
  const asking = plans.filter(asksFirst)
  if (asking.length > 0) return { address, plans: asking, why: ASKS_FIRST }
  return movedBeside(trace, address, uses, plans, near)
}

/** Whether a path is said alike in v2, or is that of no call of the program and says no version. */
const needsNothing = (address: TestAddress, routes: readonly Route[], plans: readonly Plan[]): boolean =>
  address.kind === 'path' &&
  (changesNothing(address, routes, plans) || (plans.length === 0 && !address.at.version))

/** Where the address is v2's as well: what a test expects to be sent there, which may not be. */
const sentBeside = (
  trace: Trace,
  address: TestAddress,
  uses: readonly Use[],
  plans: readonly Plan[],
  near: Near,
): Verdict => {
  const silent = { address, plans, silent: true } as const
  const sent = uses.filter((use) => use.kind === 'asserted').filter(({ init }) => init !== undefined)
  if (plans.length === 0 || !plans.every(isDone) || sent.length === 0) return silent
  const edits = sent.map((use) => moveRequest(trace, use, plans))
  const moved = edits.flatMap((one) => one ?? [])
  if (edits.includes(undefined) || outside(moved, address.node, near))
    return sent.some(({ init }) => init && saysOldBody(init, plans)) ? { address, plans, why: SENT } : silent
  return moved.length > 0 ? { address, plans, edits: moved, uses } : silent
}

const SENT = 'what is sent there has changed'

/** Whether what is expected to be sent names what v2 calls otherwise, or is said elsewhere. */
const saysOldBody = (init: ts.Expression, plans: readonly Plan[]): boolean => {
  const facets = plans.map(({ route }) => (route?.body ? bodyFacet(route) : undefined))
  const isElsewhere = compiler.isIdentifier(bare(init)) && facets.every((facet) => facet !== undefined)
  return isElsewhere || facets.some((facet) => facet && saysOld(init, facet))
}

/** Why an address stays for the calls it may belong to. */
const whyStays = (address: TestAddress, plans: readonly Plan[], near: Near): string | undefined => {
  if (plans.length === 0)
    return shapeOf(address.text).endsWith('/')
      ? 'it is the beginning of an address, which several calls may have'
      : NOT_FOUND
  if (!plans.every(isDone)) return plans.some(isDone) ? 'some of its calls moved, some did not' : STAYS
  return near.isOthers(address) ? 'another service of the program has this path, too' : undefined
}

/** The address, and what stands beside it, as the calls say it now. */
const movedBeside = (
  trace: Trace,
  address: TestAddress,
  uses: readonly Use[],
  plans: readonly Plan[],
  near: Near,
): Verdict => {
  const stay = (why: string): Verdict => ({ address, plans, why })
  const moved = movedTo(address, plans[0]?.route as Route)
  const query = queryEdits(address, plans)
  if (!moved || !query) return stay('the address is not written in one piece')
  if (uses.some(({ kind }) => kind === 'environment')) return stay(UNCLEAR)
  const requests = uses.map((use) => besideAddress(trace, use, plans))
  if (requests.some((one) => one === undefined)) return stay('more than its address has changed')
  const edits = [...moved, ...query, ...requests.flatMap((one) => one ?? [])]
  return outside(edits, address.node, near)
    ? stay('a part of it stands in another file')
    : { address, plans, edits, uses }
}

/** Of calls that moved and calls that stay, those that the test around an address makes, by the methods it says there. */
const meantHere = (trace: Trace, { node }: TestAddress, plans: readonly Plan[]): readonly Plan[] => {
  if (plans.every(isDone) || !plans.some(isDone)) return plans
  const made = plansFor(trace, node, plans, [])
  const [method, ...others] = methodsBeside(node)
  const meant = made.filter(({ route }) => others.length > 0 || !method || route?.old.method === method)
  return meant.length > 0 ? meant : plans
}

const changesNothing = (address: TestAddress, routes: readonly Route[], plans: readonly Plan[]): boolean => {
  if (address.at.version) return false
  const known = plans.length > 0 ? plans.flatMap(({ route }) => route ?? []) : routes
  return (
    plans.length > 0 &&
    known.every(
      ({ old, v2 }) =>
        old.path.replace('/v1', '').replace(/\{\w+\}/g, '') ===
        v2.path.replace('/v2', '').replace(/\{\w+\}/g, ''),
    )
  )
}

/** What is done with a text; where it has a name, with each use of the name; undefined where one may be out of sight. */
const usesOf = (trace: Trace, node: ts.Expression): Use[] | undefined => {
  const use = useOf(node)
  return use.kind === 'named' ? namesOf(trace, use.name)?.map(useOf) : [use]
}

const besideAddress = (trace: Trace, use: Use, plans: readonly Plan[]): readonly Edit[] | undefined => {
  const [plan] = plans
  if (use.kind === 'asserted') {
    const alike = plan && use.called && plans.length === 1 ? calledAlike(use.called, plan) : undefined
    return alike === 'unlike' ? undefined : (alike ?? moveRequest(trace, use, plans))
  }
  if (plan?.route && plan.route.old.method !== plan.route.v2.method) return undefined
  if (use.kind !== 'served') return []
  // A body that an interceptor waits for would have to be moved, too.
  const [, second] = use.call.arguments
  const waits = waitsForMore(use.call) || (/\bnock\b/.test(use.call.getText()) && second !== undefined)
  return waits || (plans.some(droppedQuery) && asksQuery(use.call)) ? undefined : []
}

/** Edits of other files are right only where the calls' own move makes them anyway. */
const outside = (edits: readonly Edit[], node: ts.Node, { made }: Near): boolean =>
  edits.some((edit) => edit.file !== node.getSourceFile() && !made.has(keyOf(edit)))

const ofBase = (address: TestAddress, uses: readonly Use[], near: Near): Verdict => {
  const { plans } = near
  const stay = (why: string): Verdict => ({ address, plans: plans.slice(0, 1), why })
  const edits = movedTo(address, undefined)
  if (!edits) return stay('the address is not written in one piece')
  if (plans.length === 0) return stay('no call that goes there was found')
  // Calls that stay beside a base which moved need v1's no more: they find it, or say it themselves.
  const isGiven = uses.length > 0 && uses.every(({ kind }) => kind === 'given')
  if (!isGiven && !plans.every(isDone)) return stay('some of the calls that go there stay as they are')
  if (uses.some((use) => isOther(use, near))) return stay(UNCLEAR)
  if (address.kind === 'own' && !uses.every(({ kind }) => kind === 'environment')) return stay(UNCLEAR)
  if (address.at.hidden && uses.some((use) => 'init' in use && use.init))
    return stay('what it is asked with may have changed, too')
  const text = address.node.getSourceFile().text
  const tells = uses.some(({ kind }) => kind === 'compared') && address.kind === 'host'
  if (tells && text.includes(V2_HOST)) return stay(`${V2_HOST} is told apart from it here`)
  return { address, plans: plans.slice(0, 1), edits, uses }
}

/** Whether a base is not known to be given to the code in the place of one that moved. */
const isOther = (use: Use, { plans, variables }: Near): boolean => {
  if (use.kind === 'environment') return !variables.has(use.name)
  const moved = plans.filter(isDone).flatMap(({ base }) => base)
  return use.kind === 'given' && !moved.some((edit) => isOwnOf(use, edit))
}

/** Decides about all addresses of a file together: they share bases, and two must not become one. */
export const settled = (trace: Trace, given: readonly Verdict[]): Verdict[] => {
  let verdicts = apart(given)
  for (;;) {
    const next = verdicts.map((one) => withBase(trace, one, verdicts))
    if (next.every((one, index) => one === verdicts[index])) return next
    verdicts = next
  }
}

const stays = ({ address, plans }: Verdict, why: string): Verdict => ({ address, plans, why })

/** Addresses by which a test tells two operations apart and that v2 has in common (start and stop). */
const apart = (verdicts: readonly Verdict[]): Verdict[] => {
  const after = new Map<string, Set<string>>()
  for (const one of verdicts) {
    if (!tellsApart(one)) continue
    const text = movedText(one)
    after.set(text, (after.get(text) ?? new Set()).add(shapeOf(one.address.text)))
  }
  return verdicts.map((one) =>
    tellsApart(one) && (after.get(movedText(one))?.size ?? 0) > 1
      ? stays(
          one,
          'on v2 it is the address of another call here, too; tell them apart by the action in the body',
        )
      : one,
  )
}

const tellsApart = (verdict: Verdict): verdict is Extract<Verdict, { uses: readonly Use[] }> =>
  'uses' in verdict && verdict.uses.some(({ kind }) => kind === 'compared' || kind === 'served')

const movedText = (verdict: Extract<Verdict, { uses: readonly Use[] }>): string => {
  const { node } = verdict.address
  const file = node.getSourceFile()
  const own = verdict.edits.filter(
    (edit) => edit.file === file && edit.start >= node.getStart() && edit.end <= node.getEnd(),
  )
  const shifted = own.map((edit) => ({
    ...edit,
    start: edit.start - node.getStart(),
    end: edit.end - node.getStart(),
  }))
  return applyEdits(node.getText(), shifted)
}

/** A base moves with everything that is built on it, or not at all. */
const withBase = (trace: Trace, verdict: Verdict, all: readonly Verdict[]): Verdict => {
  if (!('edits' in verdict)) return verdict
  const { address } = verdict
  const held = basesOf(address).some((base) => all.some((one) => 'why' in one && isAt(one, base)))
  if (held) return stays(verdict, 'its base address cannot move')
  const builtOn = all.filter(
    (one) => one !== verdict && basesOf(one.address).some((base) => isAt(verdict, base)),
  )
  if (builtOn.some((one) => 'why' in one)) return stays(verdict, 'not all that is built on it can move')
  const unclear = placesOf(trace, address.node).some((place) => {
    const { kind } = useOf(place)
    if (kind !== 'unclear' && kind !== 'part') return false
    return !isNock(place) && !isOrigin(place) && !builtOn.some((one) => isInside(place, one.address.node))
  })
  return unclear ? stays(verdict, UNCLEAR) : verdict
}

/** Where a text is used: where it stands, or where its name does. */
const placesOf = (trace: Trace, node: ts.Expression): readonly ts.Expression[] => {
  const use = useOf(node)
  if (use.kind !== 'named') return [node]
  return namesOf(trace, use.name) ?? []
}

const isNock = (node: ts.Node): boolean => /^nock\(/.test(node.parent.getText())

/** Where the written parts of an address stand that are not its own. */
const basesOf = ({ text, node }: TestAddress): string[] =>
  text.pieces.flatMap((piece) => {
    if (piece.kind !== 'written' || piece.start < 0) return []
    const isOwn =
      piece.file === node.getSourceFile() && piece.start >= node.getStart() && piece.start < node.getEnd()
    return isOwn ? [] : [`${piece.file.fileName}:${piece.start}`]
  })

const isAt = ({ address: { node } }: Verdict, place: string): boolean =>
  place === `${node.getSourceFile().fileName}:${node.getStart() + 1}`
