import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { usesOf } from '../../sites/answers/uses/uses.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { type Edit, insertAfter, insertBefore } from '../edit/edit.ts'
import { listsMapper, type Mapper, mapperFor, schemaMapper } from '../mapper/mapper.ts'
import type { AnswerPlan, Part } from '../plan.ts'
import { type Reason, reasons } from '../reason.ts'
import { isCallOf, isReadAlready } from '../said-already.ts'
import { wrapAnswer } from './answer.ts'
import { lostInside, NOTHING_LOST, wantedOf } from './apart.ts'
import { type InTheWay, leavesInside, objectsSought } from './inside.ts'
import { listsInside } from './lists-inside.ts'
import { neededReads } from './lost/lost-needs.ts'
import { lostOnTheWay, stoodInOnTheWay } from './lost/lost-reads.ts'
import { unsaidByRoutes, unsaidInViews } from './lost/served-whole.ts'
import { unaskedOf } from './lost/unasked.ts'
import { goesOnWhole, saidOver, unsaidOnTheWhole } from './lost/unsaid-whole.ts'
import { askedInVain, isDescribed, refusedBy, untoldBy } from './lost/untold.ts'
import { foundNow, mapOpened } from './opened-only.ts'
import { type FoundAnywhere, foundAnywhere, foundUnparsed } from './reads/found-anywhere.ts'
import { readPathsOf } from './reads/read-paths.ts'
import { type AnswerUses, answerUses, readInPlace } from './reads/reads-in-place.ts'
import { isAnswerUsed } from './used.ts'

const NOTHING: Part = { edits: [], mappers: [], findings: [] }

/** What is told of an answer beside itself. */
export interface AnswerAsked {
  /** The filters that the list's mapper is told. */
  readonly where?: string
  /** Members that the call can ask v2 for apart, where somebody reads them. */
  readonly apart?: readonly string[]
}

/** How the answer of a call is dealt with, or why it cannot be. */
export const planAnswer = (
  trace: Trace,
  site: Site,
  route: Route,
  { where, apart = [] }: AnswerAsked = {},
): AnswerPlan | Reason => {
  const inside = leavesInside(trace, site, route)
  if (inside && 'does' in inside)
    return (where ? undefined : planLists(trace, site, route, inside)) ?? reasons.inside(inside)
  if (inside && 'taken' in inside) return { mapped: NOTHING, reads: inside.taken }
  if (inside) return planChecked(trace, site, route, { ...inside, ...(where ? { where } : {}) })
  if (route.answer === 'none' || !isAnswerUsed(trace, site)) return { mapped: NOTHING }
  if (isReadAlready(trace, site, route)) return { mapped: NOTHING }
  const seen = answerUses(trace, site, route)
  if (seen && route.answer === 'list' && objectsSought(trace)(seen.flow).length > 0) return reasons.answer()
  const found = seen ? foundAnywhere(trace, site, route, seen) : foundUnparsed(trace, site, route)
  const added = wantedOf(trace, seen, found, apart)
  const inPlace = where || !seen || added.size > 0 ? undefined : readInPlace(trace, site, route, seen)
  const translated = translation(trace, site, route, seen, where, inPlace !== undefined)
  if (!translated) return reasons.answer()
  const { isOut, ...mapped } = translated
  const unasked = new Set([...unaskedOf(trace, site, route), ...added])
  const inner = added.size > 0 ? lostInside(trace, found, apart) : NOTHING_LOST
  const gone = lostOnTheWay(trace, found, route)
  const lost = [...gone.filter(({ path: [name = ''] }) => !unasked.has(name)), ...inner.lost]
  const never = gone.filter(({ path: [name = ''] }) => unasked.has(name) && !added.has(name))
  // What nobody reads, or nobody asked for, is not missed.
  const told = new Set([...unasked, ...apart])
  const inVain = neededReads(trace, lost, never) ?? (seen && askedInVain(trace, seen.uses, route, told))
  if (inVain) return inVain
  return {
    mapped: withServed(trace, site, route, seen, found, mapped, unasked),
    asked: found.served.flatMap(({ places }) => places),
    unfollowed: found.served.flatMap((one) => one.unfollowed),
    lost: [...lost, ...stoodInOnTheWay(trace, found, route), ...inner.stoodIn],
    untold: seen ? untoldBy(trace, site, seen.uses, route, told) : [],
    reads: seen?.uses.reads.map(({ node }) => node) ?? [],
    goesOut: isOut && !inPlace,
    ...(inPlace ? { inPlace } : {}),
    ...(added.size > 0 ? { isCompleted: true } : {}),
    ...(seen?.opened ? { isOpened: true } : {}),
  }
}

/** What goes on by a route of the program's own is told of where no type says what is read of it. */
const withServed = (
  trace: Trace,
  site: Site,
  route: Route,
  seen: AnswerUses | undefined,
  { served, views }: FoundAnywhere,
  mapped: Part,
  unasked: ReadonlySet<string>,
): Part => {
  const shown = unsaidInViews(route, views, unasked)
  const findings = [...mapped.findings, ...shown]
  if (served.length === 0 || isDescribed(trace, site, seen?.uses)) return { ...mapped, findings }
  const own = new Set([...unasked, ...saidOver(trace, seen?.uses)])
  return { ...mapped, findings: [...findings, ...unsaidByRoutes(route, served, own)] }
}

/** A mapper around the answer, or around a list's items where they are taken out of the envelope; undefined where neither can be. */
const translation = (
  trace: Trace,
  site: Site,
  route: Route,
  seen: AnswerUses | undefined,
  where: string | undefined,
  isInPlace: boolean,
): (Part & { readonly isOut: boolean }) | undefined => {
  const only = seen?.opened && !where ? mapOpened(route, seen) : undefined
  if (only && !only.edits && !isInPlace) return undefined
  const mapper = only?.edits ? only.mapper : readMapper(route, where)
  const around = { name: mapper.name, alike: alikeFor(route), ...(where ? { where } : {}) }
  const edits = only?.edits ?? wrapAnswer(trace, site, around)
  if (!edits) return undefined
  const files = new Set(edits.map(({ file }) => file))
  const isOut = edits.length > 0 && (!seen || goesOnWhole(trace, seen.uses))
  const unsaid =
    isOut && !isDescribed(trace, site, seen?.uses) ? unsaidOnTheWhole(route, saidOver(trace, seen?.uses)) : []
  return {
    edits,
    mappers: [...files].map((file) => ({ file, mapper })),
    findings: [...unsaid, ...(only?.edits && seen ? foundNow(route, seen.uses) : [])],
    isOut,
  }
}

/** A helper that asks whether it has a list is given v2's out of its envelope, and does with it what it did with v1's. */
const planLists = (
  trace: Trace,
  site: Site,
  route: Route,
  inside: InTheWay,
): AnswerPlan | Reason | undefined => {
  const edits = listsInside(trace, site, route, inside)
  if (!edits) return undefined
  const seen = answerUses(trace, site, route)
  if (!seen || seen.opened) return undefined
  const found = foundAnywhere(trace, site, route, seen)
  const unasked = unaskedOf(trace, site, route)
  const gone = lostOnTheWay(trace, found, route)
  const lost = gone.filter(({ path: [name = ''] }) => !unasked.has(name))
  const isOut = goesOnWhole(trace, seen.uses)
  const lists = listsMapper([mapperFor(route.mapping, 'list', route.list)])
  const files = new Set(edits.map(({ file }) => file))
  return (
    neededReads(trace, lost, gone) ??
    askedInVain(trace, seen.uses, route, unasked) ?? {
      mapped: {
        edits,
        mappers: [...files].map((file) => ({ file, mapper: lists })),
        findings:
          isOut && !isDescribed(trace, site, seen.uses)
            ? unsaidOnTheWhole(route, saidOver(trace, seen.uses))
            : [],
      },
      lost: [...lost, ...stoodInOnTheWay(trace, found, route)],
      untold: untoldBy(trace, site, seen.uses, route, unasked),
      reads: seen.uses.reads.map(({ node }) => node),
      goesOut: isOut,
      isOpenedInside: true,
    }
  )
}

/** A helper that checks the answer with a schema of the call's own gives what that lets through, in v1's words as before. */
const planChecked = (
  trace: Trace,
  site: Site,
  route: Route,
  { schema, where }: { readonly schema: ts.Expression; readonly where?: string },
): AnswerPlan | Reason => {
  if (isCallOf(bare(schema), new Set([schemaMapper.name]))) return { mapped: NOTHING }
  const kind = route.answer === 'list' ? 'list' : 'item'
  const roots = { roots: [site.top], bound: [] }
  const uses = usesOf(trace, roots, { kind, path: [] }, readPathsOf(route.mapping).kindOf, route.list)
  const lost = lostOnTheWay(trace, uses, route)
  return (
    refusedBy(trace, schema, route) ??
    neededReads(trace, lost) ?? {
      mapped: checkedAnswer(schema, route, where),
      lost: [...lost, ...stoodInOnTheWay(trace, uses, route)],
    }
  )
}

const readMapper = (route: Route, where?: string): Mapper => {
  const plain = mapperFor(route.mapping, route.answer === 'list' ? 'list' : 'read', route.list)
  return where ? { ...plain, filters: true } : plain
}

/** `rest('/pods', PodSchema)` -> `rest('/pods', schemaFromV2(PodSchema, podFromV2))`. */
const checkedAnswer = (schema: ts.Expression, route: Route, where?: string): Part => {
  const mapper = readMapper(route, where)
  const file = schema.getSourceFile()
  const change = where ? `(answer) => ${mapper.name}(answer, ${where})` : mapper.name
  return {
    edits: [insertBefore(schema, `${schemaMapper.name}(`), insertAfter(schema, `, ${change})`)],
    mappers: [schemaMapper, mapper].map((one) => ({ file, mapper: one })),
    findings: [],
  }
}

/** Whether some members of an answer are called the same, and mean the same, in both shapes. */
const alikeFor =
  (route: Route) =>
  (members: ReadonlySet<string>): boolean =>
    route.answer === 'one' &&
    [...members].every((name) => {
      const to = readPathsOf(route.mapping).of([name])
      return (
        to !== undefined && !to.lost && !to.converted && to.steps.length === 1 && to.steps[0]?.name === name
      )
    })

/** Who reads a list in sight does not ask for what is said of no item any more. */
export const withUnmarked = (plan: AnswerPlan, unmarked: readonly Finding[]): AnswerPlan => ({
  ...plan,
  mapped: { ...plan.mapped, findings: [...plan.mapped.findings, ...unmarked] },
})

/** A mapper gives an error's body v1's words; without one, they are read in v2's. */
export const withProblem = ({ mapped, inPlace, ...rest }: AnswerPlan, own: readonly Edit[]): AnswerPlan => ({
  ...rest,
  mapped: mapped.edits.length > 0 ? mapped : { ...mapped, edits: own },
  ...(inPlace ? { inPlace: { ...inPlace, edits: [...inPlace.edits, ...own] } } : {}),
})
