import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { type Edit, keyOf } from '../rewrite/edit/edit.ts'
import type { Plan } from '../rewrite/plan.ts'
import type { Located } from '../sites/texts/locate.ts'
import { couldMatch, matchRoute, methodsOn } from '../sites/texts/route.ts'
import { spanOf } from '../sites/texts/text.ts'
import type { TestAddress } from './addresses.ts'

/** The calls that a test runs, and what became of them. */
export interface Near {
  readonly plans: readonly Plan[]
  /** Every edit that is made in the calls' own files. */
  readonly made: ReadonlySet<string>
  /** Variables of the environment that override a base which moved. */
  readonly variables: ReadonlySet<string>
  /** Whether another service has the path of an address that names no host. */
  readonly isOthers: (address: TestAddress) => boolean
}

/** Whether a call moves: it is neither left nor kept on purpose. */
export const isDone = ({ left, kept }: Plan): boolean => !left && !kept

/** Whether a plan is about a call of the old REST API. */
export const isRest = ({ site }: Plan): boolean => site.located.some(({ family }) => family === 'v1')

/** The calls in the files given. */
export const callsIn = (plans: readonly Plan[], files: ReadonlySet<ts.SourceFile>): Plan[] =>
  plans.filter(({ site }) => files.has(site.top.getSourceFile()))

/** Whether a call now asks v2 something before it is made: a test that counts requests meets another one first. */
export const asksFirst = ({ mappers }: Plan): boolean =>
  mappers.some(({ mapper }) => mapper.use === 'lookup' || mapper.use === 'whole')

/** The calls near a test whose requests an address may be that of. */
export const callsTo = (
  { at }: TestAddress,
  method: string | undefined,
  near: Near,
  routes: readonly Route[],
): Plan[] => {
  const path = at.shape.slice(at.path, at.query)
  const methods = method === undefined ? methodsOn(routes, path) : [method]
  const found = methods.map((one) => matchRoute(routes, one, path))
  return near.plans.filter(({ route }) => route !== undefined && found.includes(route))
}

/** Those whose requests it may be, where a part of its path is known only when the test runs: `/pods/p1/${action}`. */
export const callsPerhaps = ({ at }: TestAddress, method: string | undefined, near: Near): Plan[] =>
  near.plans.filter(({ route }) => {
    const asked = route?.old.method
    const path = at.shape.slice(at.path, at.query)
    return asked !== undefined && (method ?? asked) === asked && couldMatch([route as Route], asked, path)
  })

/** Those that stay because nobody can tell which of several requests they make, this one among them: `/billing/${resource}`. */
export const callsUntold = ({ at }: TestAddress, near: Near): Plan[] => {
  const path = at.shape.slice(at.path, at.query)
  const isOf = ({ family, shape, path: from, query }: Located): boolean =>
    (family === 'v1' || family === 'open') &&
    patternOf(shape.slice(family === 'v1' ? from : 0, query)).test(path)
  return near.plans.filter(({ left, route, site }) => left && !route && site.located.some(isOf))
}

/** What a path may be whose unknown parts are any text. */
const patternOf = (shape: string): RegExp =>
  new RegExp(`^${shape.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\0', '.*')}$`)

/** Whether a call's query was taken out of its address. */
export const droppedQuery = ({ site, edits }: Plan): boolean =>
  site.located.some((located) => {
    const end = located.shape.length
    const span = located.query < end ? spanOf(located.text, located.query, end) : undefined
    return (
      span !== undefined &&
      edits.some((edit) => edit.file === span.file && edit.start === span.start && edit.text === '')
    )
  })

/** Whether a call says that it sends JSON only since it moved. */
export const addsContentType = ({ edits }: Plan): boolean =>
  edits.some(({ text }) => /content-type/i.test(text))

/** What tells the same edits of two plans. */
export const keysOf = (edits: readonly Edit[]): Set<string> => new Set(edits.map(keyOf))
