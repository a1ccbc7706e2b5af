import { isDeepStrictEqual } from 'node:util'
import type { ts } from 'ts-morph'
import { parsed } from '../../../mappings/dsl/json.ts'
import type { Route } from '../../../mappings/dsl/route.ts'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import { rewriteLiteral } from '../../rewrite/body/literal/literal.ts'
import { knownValue } from '../../rewrite/body/literal/literal-values.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../../rewrite/edit/edit.ts'
import { styleOf, valueText } from '../../rewrite/mapper/helpers/style.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { bare, dressed, isInside, nameOf, someNode } from '../../sites/program/syntax/nodes.ts'
import { readSink } from '../../sites/read-sink.ts'
import type { Trace } from '../../sites/values/trace.ts'
import type { TestAddress } from '../addresses.ts'
import { asksFirst, isDone } from '../near.ts'
import type { AnswerVerdict } from './mock-answers.ts'
import { conditionsAround, isJsonText, type MockAnswer, mockAnswersIn, testsGiving } from './mock-answers.ts'
import { movedProblem, saysProblem } from './problems.ts'

/** An address of the test, and the calls whose requests it stands for. */
export interface Told {
  readonly address: TestAddress
  readonly plans: readonly Plan[]
}

/**
 * Answers of the old shape, for calls that now read v2's words where they stand. Calls whose answer goes through a mapper
 * still take the old shape, so their answers are left as they are.
 */
export const moveAnswers = (
  trace: Trace,
  file: ts.SourceFile,
  run: readonly Plan[],
  told: readonly Told[],
): AnswerVerdict[] =>
  mockAnswersIn(trace, file).flatMap((answer): AnswerVerdict[] => {
    if (answer.isHandedOn && !servedAt(answer.place, told)) return []
    const { asked, isAlone } = askedFor(trace, answer.place, run, told)
    const beside = isAlone ? {} : { isBeside: true as const }
    if (!answer.isHandedOn && saysProblem(answer.literal, asked))
      return movedProblem(answer, asked).map(({ edits, ...one }) =>
        isAlone && edits ? { ...one, edits } : { ...one, ...beside },
      )
    const plans = asked.filter((plan) => isDone(plan) && plan.route?.answer !== 'none')
    const plan = plans.find((one) => !isMapped(one))
    if (!plan?.route || plan.operation) return []
    if (isForeign(answer.literal, plan.route)) return []
    const routes = new Set(plans.map(({ route }) => route))
    const isSure = isAlone && routes.size === 1 && plans.every((one) => !isMapped(one) && !asksFirst(one))
    const calls = plans.filter((one) => !isMapped(one) && one.route && looksOld(answer.literal, one.route))
    if (!isSure || isJsonText(answer.literal) || answer.isHandedOn || answer.isChosen)
      return looksOld(answer.literal, plan.route) ? [{ answer, plan, calls, ...beside }] : []
    const edits = movedAnswer(trace, answer, plan.route)
    return edits?.length === 0 ? [] : [{ answer, plan, calls: plans, ...(edits ? { edits } : {}) }]
  })

/** The calls that an answer may be for, and whether it is surely for no call that stays, and for no other service. */
const askedFor = (
  trace: Trace,
  place: ts.Expression,
  run: readonly Plan[],
  told: readonly Told[],
): { readonly asked: readonly Plan[]; readonly isAlone: boolean } => {
  const served = servedAt(place, told)
  const asked = served ?? ranBy(trace, place, run)
  return {
    asked,
    isAlone: asked.every(isDone) && (served !== undefined || !isBesideOthers(trace, place, run)),
  }
}

/** Whether a call's answer is translated as it comes in. */
export const isMapped = ({ mappers }: Plan): boolean =>
  mappers.some(({ mapper }) => mapper.use === 'read' || mapper.use === 'list')

/** The calls that a place in a test may be about: by the address it is given to, else by what its test calls. */
export const plansFor = (
  trace: Trace,
  place: ts.Expression,
  run: readonly Plan[],
  told: readonly Told[],
): readonly Plan[] => servedAt(place, told) ?? ranBy(trace, place, run)

/** The calls whose address a place is given to; undefined where it is given to none. */
const servedAt = (place: ts.Expression, told: readonly Told[]): readonly Plan[] | undefined => {
  for (const condition of conditionsAround(place)) {
    const addresses = told.filter(({ address }) => isInside(address.node, condition))
    if (addresses.length === 0 && isWholeAddress(condition)) return []
    const methods = methodsIn(condition)
    const plans = addresses.flatMap((one) => one.plans)
    if (addresses.length > 0)
      return methods.length === 0
        ? plans
        : plans.filter(({ route }) => methods.includes(route?.old.method ?? ''))
  }
  return undefined
}

/** The calls that the tests around a place lead to; where they lead to no request that can be seen, all that its file runs. */
export const ranBy = (trace: Trace, place: ts.Expression, run: readonly Plan[]): readonly Plan[] => {
  const tests = testsGiving(trace, place)
  const called = run.filter(({ site }) => tests.some((test) => calls(trace, test, site.top)))
  return called.length > 0 || isBesideOthers(trace, place, run) ? called : run
}

/** Whether a test around a place leads to requests that are none of the calls': some of its answers are another service's. */
const isBesideOthers = (trace: Trace, place: ts.Expression, run: readonly Plan[]): boolean => {
  const own = new Set<ts.Node>(run.map(({ site }) => site.sink.call))
  return testsGiving(trace, place).some((test) => leadsToOthers(trace, test, own, 0))
}

const leadsToOthers = (trace: Trace, from: ts.Node, own: ReadonlySet<ts.Node>, depth: number): boolean =>
  someNode(from, (node) => {
    if (!compiler.isCallExpression(node)) return false
    if (depth > 0 && !own.has(node) && readSink(trace, node)) return true
    return (
      depth < MOST_DEPTH &&
      trace.targets(node, undefined).some((callee) => leadsToOthers(trace, callee.node, own, depth + 1))
    )
  })

/** `http.get('https://example.com/pods', …)`: where it is none of the calls', it is another service's. */
const isWholeAddress = (condition: ts.Node): boolean =>
  isAddress(condition) ||
  (!condition.getText().includes('!') && someNode(condition, (node) => isAddress(node) && !isOurs(node)))

const isAddress = (node: ts.Node): node is ts.StringLiteralLike =>
  compiler.isStringLiteralLike(node) && /^https?:\/\//.test(node.text)

/** `url.startsWith('https://rest.runpod.io')`, unlike `url.startsWith('https://api.runpod.ai')`. */
const isOurs = ({ text }: ts.StringLiteralLike): boolean =>
  [hostProfiles.runpod.is.v1, hostProfiles.runpod.is.v2].some((one) => text.startsWith(one))

const methodsIn = (condition: ts.Node): string[] =>
  [...condition.getText().matchAll(/['"`](GET|POST|PUT|PATCH|DELETE)['"`]/g)].map(([, method = '']) => method)

const MOST_DEPTH = 4

/** Whether what a test runs leads to a call. */
const calls = (trace: Trace, from: ts.Node, top: ts.Node, depth = 0): boolean => {
  const leadsThere = ({ node: callee }: { readonly node: ts.Node }): boolean =>
    isInside(top, callee) || (depth < MOST_DEPTH && calls(trace, callee, top, depth + 1))
  return someNode(
    from,
    (node) => compiler.isCallExpression(node) && trace.targets(node, undefined).some(leadsThere),
  )
}

/** Whether an object says nothing that the old API said of such a thing but its id: a job's answer, or another service's. */
const isForeign = (literal: MockAnswer['literal'], route: Route): boolean => {
  if (!compiler.isObjectLiteralExpression(literal)) return false
  const old = new Set(route.mapping.read.plan.old.map((path) => path.split('.')[0]))
  const names = literal.properties.map(({ name }) => nameOf(name))
  return (
    names.length > 0 &&
    names.every((name) => name !== undefined && (name === 'id' || !old.has(name))) &&
    !isEnveloped(literal, route)
  )
}

/** Whether a literal would not do as an answer of v2. */
const looksOld = (literal: MockAnswer['literal'], route: Route): boolean => {
  const isText = isJsonText(literal)
  const known = isText ? parsedText(literal.text) : knownValue(literal)
  if (isText && !known) return false
  if (compiler.isArrayLiteralExpression(literal) || Array.isArray(known?.value))
    return route.answer === 'list'
  if (route.answer === 'list') return false
  return known === undefined || !isAlike(known.value, movedValue(known.value, route))
}

/** `{{id}}` only looks like one. */
const parsedText = (text: string): { value: unknown } | undefined => {
  const value = parsed(text)
  return value === undefined ? undefined : { value }
}

/** Whether v2 says all that an answer says in the same words. */
const isAlike = (value: unknown, v2: Readonly<Record<string, unknown>> | undefined): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, one]) => isDeepStrictEqual(v2?.[name], one))

/** A v1 answer in v2's words; undefined where v1 would not have read it back as it was. */
const movedValue = (value: unknown, route: Route): Readonly<Record<string, unknown>> | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const facet = route.mapping.read
  const { doc, findings } = facet.up(value as Record<string, unknown>)
  if (findings.some(({ code }) => code !== 'DROPPED')) return undefined
  const again = facet.down(doc) as Record<string, unknown>
  const dropped = new Set(findings.map(({ at }) => at.split('.')[0]))
  const said = Object.entries(value).filter(([name]) => !dropped.has(name))
  return said.every(([name, one]) => isDeepStrictEqual(again[name], one))
    ? (doc as Record<string, unknown>)
    : undefined
}

const movedAnswer = (trace: Trace, { literal, place, own }: MockAnswer, route: Route): Edit[] | undefined => {
  if (isJsonText(literal)) return undefined
  if (route.answer === 'one')
    return compiler.isObjectLiteralExpression(literal)
      ? whereOwn(movedItem(trace, literal, route), own)
      : undefined
  if (!compiler.isArrayLiteralExpression(literal)) return isEnveloped(literal, route) ? [] : undefined
  const items = literal.elements.map((one) => {
    const item = bare(one)
    return compiler.isObjectLiteralExpression(item) ? movedItem(trace, item, route) : undefined
  })
  if (items.some((one) => one === undefined)) return undefined
  const edits = whereOwn(
    items.flatMap((one) => one ?? []),
    own,
  )
  return edits && [...edits, ...enveloped(place, route)]
}

/** A literal that the test uses for other things, too, must stay what it is. */
const whereOwn = (edits: Edit[] | undefined, own: boolean): Edit[] | undefined =>
  own || edits?.length === 0 ? edits : undefined

const isEnveloped = (literal: ts.ObjectLiteralExpression, { list }: Route): boolean =>
  literal.properties.some((one) => nameOf(one.name) === list)

const enveloped = (place: ts.Expression, { list = '' }: Route): Edit[] => {
  const [open, close] = beginsBody(place) ? ['({ ', ' })'] : ['{ ', ' }']
  return compiler.isIdentifier(place) && place.text === list
    ? [replace(place, `${open}${list}${close}`)]
    : [insertBefore(place, `${open}${list}: `), insertAfter(place, close)]
}

/** Whether a brace would open a block where an expression begins: `json: async () => pods`. */
const beginsBody = (place: ts.Expression): boolean => {
  const whole = dressed(place)
  return compiler.isArrowFunction(whole.parent) && whole.getStart() === place.getStart()
}

const movedItem = (trace: Trace, item: ts.ObjectLiteralExpression, route: Route): Edit[] | undefined => {
  const known = knownValue(item)
  if (!known) return undefined
  const v2 = movedValue(known.value, route)
  if (!v2) return undefined
  if (isAlike(known.value, v2)) return []
  const outcome = rewriteLiteral(trace, item, route.mapping.read)
  return outcome.kind === 'edited'
    ? [...outcome.edits]
    : [replace(item, valueText(inOrderOf(known.value, v2, route), styleOf(item.getSourceFile())))]
}

/** v2's members in the order in which the old ones were said. */
const inOrderOf = (old: unknown, v2: Readonly<Record<string, unknown>>, route: Route): object => {
  const order = Object.entries(old as object).flatMap(([name, value]) =>
    Object.keys(route.mapping.read.up({ [name]: value }).doc),
  )
  return Object.fromEntries(Object.entries(v2).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}
