import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import { answerOf } from '../answers/answer.ts'
import { flowOf } from '../answers/flow/flow.ts'
import type { Flow } from '../answers/flow/flow-found.ts'
import { sitesKnown } from '../known-sites.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, nodesIn } from '../program/syntax/nodes.ts'
import { calledFrom, type Site } from '../sites.ts'
import { hostsWith } from '../texts/locate.ts'
import { texts } from '../texts/resolve.ts'
import { shapeOf } from '../texts/text.ts'
import { isServed, type PathAsked, pathAsked } from './path.ts'
import type { Served } from './routes-around.ts'

/** Where the program itself asks for what it serves. */
export interface Askers {
  /** Where it has the answer. */
  readonly roots: Flow['roots']
  readonly bound: Flow['bound']
  /** Hooks whose `data` it is: `useSWR('/api/pods', fetcher)`. */
  readonly hooks: readonly ts.CallExpression[]
  readonly places: readonly ts.Node[]
  /** Those of them whose answer gets out of sight before it is parsed. */
  readonly unfollowed: readonly ts.Node[]
}

/** Everything that asks for one of these routes. */
export const askersOf = (trace: Trace, served: readonly Served[]): Askers => {
  const sites = asking(trace).filter((one) => served.some((route) => asksFor(route, one)))
  const hooks = hooksIn(trace).filter(({ path }) =>
    served.some((one) => isAnswered(one) && isServed(one.words, path)),
  )
  const flows = sites.map(({ site }) => {
    trace.from(site.top)
    return { ...flowOf(trace, site.top, answerOf(trace, site)), top: site.top }
  })
  const isLost = ({ roots, bound, escapes }: Flow): boolean =>
    roots.length + bound.length === 0 && escapes.length > 0
  return {
    unfollowed: flows.filter(isLost).map(({ top }) => top),
    roots: flows.flatMap(({ roots }) => roots),
    bound: flows.flatMap(({ bound }) => bound),
    hooks: hooks.map(({ call }) => call),
    places: [...sites.map(({ site }) => site.top), ...hooks.map(({ call }) => call)],
  }
}

const isAnswered = ({ method }: Served): boolean => method === undefined || method === 'GET'

interface Asking {
  readonly site: Site
  readonly methods: readonly string[]
  readonly paths: readonly PathAsked[]
}

const asksFor = ({ method, words }: Served, { methods, paths }: Asking): boolean =>
  (method === undefined || methods.length === 0 || methods.includes(method)) &&
  paths.some((path) => isServed(words, path))

/** The calls that may ask the program itself: of no service that is known, nor of one that a variable names. */
const asking = once((trace: Trace): readonly Asking[] =>
  sitesKnown(trace)
    .filter(isOfNobody)
    .flatMap((site) => saidBy(trace, site, 0))
    .map((site) => ({
      site,
      methods: site.methods.map((one) => shapeOf(one).toUpperCase()).filter((one) => /^[A-Z]+$/.test(one)),
      paths: site.located.map(({ shape }) => pathAsked(shape)).filter(({ words }) => words.length > 0),
    })),
)

const isOfNobody = ({ located }: Site): boolean =>
  located.length > 0 && located.every(({ family }) => /^(other|open)$/.test(family))

const MOST_WRAPPERS = 3

/** A call of a wrapper's (`fetch(`/api${path}`)`), as its callers say the path. */
const saidBy = (trace: Trace, site: Site, depth: number): readonly Site[] => {
  const isOpen = site.located.some(({ shape }) => shape.endsWith('\0'))
  const above = isOpen && depth < MOST_WRAPPERS ? calledFrom(trace, site, OPTIONS) : []
  return above.length > 0 ? above.flatMap((one) => saidBy(trace, one, depth + 1)) : [site]
}

const OPTIONS = { hosts: hostsWith(), routes: [] }

const HOOKS = /^use(SWR\w*|Fetch|LazyFetch|Query|SuspenseQuery|Request|Api)$/

/** `useSWR('/api/pods', fetcher)`, `useFetch('/api/pods')`, `useQuery({ queryKey: ['/api/pods'] })` */
const hooksIn = once(
  (trace: Trace): readonly { readonly call: ts.CallExpression; readonly path: PathAsked }[] =>
    trace.files
      .filter(({ text }) => /\buse(SWR|Fetch|LazyFetch|Query|SuspenseQuery|Request|Api)/.test(text))
      .flatMap((file) => nodesIn(file, compiler.isCallExpression))
      .filter(({ expression }) => HOOKS.test(expression.getText()))
      .flatMap((call) => {
        const [first] = call.arguments
        const path = first && pathSaid(trace, first)
        return path ? [{ call, path }] : []
      }),
)

const pathSaid = (trace: Trace, given: ts.Expression): PathAsked | undefined => {
  const node = keyOf(bare(given))
  const said = texts(trace, node, undefined)
    .map(shapeOf)
    .find((shape) => shape.startsWith('/'))
  return said === undefined ? undefined : pathAsked(said)
}

/** `{ queryKey: ['/api/pods'] }`, `id ? `/api/pods/${id}` : null`, `() => '/api/pods'` */
const keyOf = (node: ts.Expression): ts.Expression => {
  if (compiler.isArrayLiteralExpression(node) && node.elements[0]) return keyOf(bare(node.elements[0]))
  if (compiler.isConditionalExpression(node)) return keyOf(bare(node.whenTrue))
  if (compiler.isArrowFunction(node) && !compiler.isBlock(node.body)) return keyOf(bare(node.body))
  if (!compiler.isObjectLiteralExpression(node)) return node
  const key = node.properties.find((one) => one.name?.getText() === 'queryKey')
  return key && compiler.isPropertyAssignment(key) ? keyOf(bare(key.initializer)) : node
}
