import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { bodyFacet } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { bodyAt, memberAt } from '../../../sites/body.ts'
import { argumentFor } from '../../../sites/program/frames/frames.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { TRIED, TRIED_KEYLESS } from '../../mapper/around/mapper-tries.ts'
import { stay } from '../../may-change.ts'
import type { Plan } from '../../plan.ts'
import { reasons } from '../../reason.ts'
import { saidPlace } from '../../settle.ts'
import { LOOKUPS } from '../tries/lookup-rows.ts'
import { refusal } from './refusal.ts'
import { statedRefusals } from './stated-refusals.ts'

const MOST_CALLERS = 4

/** What callers hand over that v2 refuses. */
interface Refused {
  readonly plans: readonly Plan[]
  /** Whether somebody hands over something else, or nobody is seen to. */
  readonly hasOthers: boolean
}

const ANYTHING: Refused = { plans: [], hasOthers: true }

/**
 * Calls of a function whose parameter is sent through a mapper, with a body that says outright what v2 cannot honour:
 * the function moves, and these calls are marked, since the mapper or v2 will refuse them. Where all of them are so, what
 * the function sends stays with them.
 * @returns what becomes of the call itself, and of those
 */
export const withCallerRefusals = (trace: Trace, plan: Plan, root: string): Plan[] => {
  const facet = plan.left || !plan.route ? undefined : bodyFacet(plan.route)
  const sent =
    facet && plan.mappers.length > 0 ? bodyAt(trace, plan.site.sink.body, plan.site.scope) : undefined
  const { plans, hasOthers } = facet && sent ? refusedBy(trace, plan, facet, sent.node, 0) : ANYTHING
  const once = plans.filter(
    ({ site }, index) => plans.findIndex((other) => other.site.top === site.top) === index,
  )
  const [first] = once
  if (!first || hasOthers) return [plan, ...once.map(saidLater)]
  return [stay(plan, reasons.refusedToAll(saidPlace(first, root))), ...once]
}

/** What the function sends for its other callers moves, and this call with it. */
const saidLater = (plan: Plan): Plan => ({
  ...plan,
  ...(plan.left
    ? {
        left: {
          ...plan.left,
          why: `${plan.left.why}; where what sends it has moved, this is refused when the program runs`,
        },
      }
    : {}),
})

/** Looks at what the callers hand over, and where they only hand it on, at their callers. */
const refusedBy = (
  trace: Trace,
  plan: Plan,
  facet: CompiledFacet,
  sent: ts.Expression,
  depth: number,
): Refused => {
  const handed = depth < MOST_CALLERS ? parameterOf(trace, sent) : undefined
  if (!handed) return ANYTHING
  const served = plan.mappers.flatMap(({ mapper }): readonly string[] => {
    if (mapper.use === 'tries') return mapper.keyless ? TRIED_KEYLESS : TRIED
    if (mapper.use === 'whole') return [mapper.whole.by]
    return mapper.use === 'lookup' ? LOOKUPS : []
  })
  const completed = plan.mappers.flatMap(({ mapper }) => (mapper.use === 'whole' ? mapper.whole.fields : []))
  const all = trace.callers(handed.parameter.parent).map((call): Refused => {
    const body = handedBy(trace, call, handed)
    if (!body) return ANYTHING
    const stated = statedRefusals(trace, body, facet, served)
    const findings = stated.filter(({ at }) => !completed.includes(at))
    if (findings.length === 0) return refusedBy(trace, plan, facet, body, depth + 1)
    const left = refusal({ kind: 'refused', findings })
    // Where it goes is said by the call that sends it: nothing there stays for this one
    const site = { ...plan.site, top: call, located: [] }
    return {
      plans: [{ ...plan, site, base: [], edits: [], mappers: [], findings: [], left }],
      hasOthers: false,
    }
  })
  return {
    plans: all.flatMap(({ plans }) => plans),
    hasOthers: all.length === 0 || all.some((one) => one.hasOthers),
  }
}

/** A parameter, or what is taken out of one by its name. */
interface Handed {
  readonly parameter: ts.ParameterDeclaration
  readonly member?: string
}

const handedBy = (
  trace: Trace,
  call: ts.CallExpression | ts.NewExpression,
  { parameter, member }: Handed,
): ts.Expression | undefined => {
  const argument = argumentFor(trace.frame(parameter.parent, call), parameter)
  if (!argument || member === undefined) return argument
  return memberAt(trace, argument, member, undefined)?.node
}

/** The parameter that a name stands for, as it came. */
const parameterOf = (trace: Trace, node: ts.Expression): Handed | undefined => {
  const name = bare(node)
  if (!compiler.isIdentifier(name)) return undefined
  const symbol = symbolAt(trace, name)
  const declaration = symbol?.valueDeclaration
  if (!declaration) return undefined
  if (compiler.isParameter(declaration)) return { parameter: declaration }
  if (!compiler.isBindingElement(declaration) || declaration.dotDotDotToken) return undefined
  const parameter = declaration.parent.parent
  const member = nameOf(declaration.propertyName ?? declaration.name)
  return compiler.isParameter(parameter) && member !== undefined ? { parameter, member } : undefined
}
