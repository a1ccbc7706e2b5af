import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { moveBase, movePath, replaced, V2_HOST, V2_SEGMENT } from '../rewrite/address/address.ts'
import type { Edit } from '../rewrite/edit/edit.ts'
import { isOperation, walk } from '../sites/program/syntax/nodes.ts'
import { type Hosts, type Located, locate } from '../sites/texts/locate.ts'
import { texts } from '../sites/texts/resolve.ts'
import { methodsOn } from '../sites/texts/route.ts'
import { concat, shapeOf, spanOf, type Text } from '../sites/texts/text.ts'
import type { Trace } from '../sites/values/trace.ts'
import { originFor } from './mock-agent.ts'

/** An address of the old API as a test says it. */
export interface TestAddress {
  readonly node: ts.Expression
  readonly text: Text
  /**
   * `whole`: with host and path; `base`: without a path; `host`: nothing but the host; `path`: without a host; `own`: the
   * base of a server that a test plays itself.
   */
  readonly kind: 'whole' | 'base' | 'host' | 'path' | 'own'
  /** The method that stands before it: `GET /v1/pods`, `GET https://…`. */
  readonly method?: string
  readonly at: Pick<Located, 'text' | 'shape' | 'path' | 'query'> &
    Partial<Pick<Located, 'host' | 'version' | 'hidden'>>
}

/**
 * The addresses in a test file: full ones of the old REST API, and paths that only it had.
 * @param mayBe which texts are worth reading
 */
export const addressesIn = (
  trace: Trace,
  file: ts.SourceFile,
  hosts: Hosts,
  routes: readonly Route[],
  mayBe: (node: ts.Expression) => boolean = () => true,
): TestAddress[] => {
  const found: TestAddress[] = []
  walk(file, (node) => {
    if (compiler.isImportDeclaration(node)) return false
    if (!isText(node)) return undefined
    if (!mayBe(node)) return undefined
    const base = interceptorBase(node) ?? originFor(node)
    for (const text of textsOf(trace, node, base)) {
      const address = readAddress(node, text, hosts, routes)
      if (address) found.push(address)
    }
    return false
  })
  const noted = new Set(found.flatMap(({ node, at }) => (isNoted(node) ? [at.shape] : [])))
  return found.filter(({ method, at }) => method === undefined || !noted.has(at.shape))
}

/** `calls.push('GET /v1/pods')`: what a test notes down, in words of its own. */
export const isNoted = (node: ts.Node): boolean =>
  compiler.isStringLiteralLike(node) &&
  compiler.isCallExpression(node.parent) &&
  compiler.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.expression.name.text === 'push'

const isText = (node: ts.Node): node is ts.Expression =>
  compiler.isStringLiteralLike(node) ||
  compiler.isTemplateExpression(node) ||
  (isOperation(node, '+') && [node.left, node.right].some(isText))

const textsOf = (trace: Trace, node: ts.Expression, base: ts.Expression | undefined): Text[] => {
  const own = texts(trace, node, undefined)
  if (!base) return own
  return texts(trace, base, undefined).flatMap((one) => own.map((path) => concat(one, path)))
}

/** `nock('https://…').get('/v1/pods')`: the base that a path is said after. */
const interceptorBase = (node: ts.Expression): ts.Expression | undefined => {
  const call = node.parent
  if (!compiler.isCallExpression(call) || call.arguments[0] !== node) return undefined
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || !/^(get|post|put|patch|delete)$/.test(callee.name.text))
    return undefined
  return nockBase(callee.expression)
}

const nockBase = (node: ts.Expression): ts.Expression | undefined => {
  let at: ts.Expression = node
  for (;;) {
    if (compiler.isCallExpression(at)) {
      if (compiler.isIdentifier(at.expression))
        return at.expression.text === 'nock' ? at.arguments[0] : undefined
      at = at.expression
    } else if (compiler.isPropertyAccessExpression(at)) at = at.expression
    else return compiler.isIdentifier(at) ? declaredBase(at) : undefined
  }
}

/** `const api = nock('https://…')`. */
const declaredBase = (node: ts.Identifier): ts.Expression | undefined => {
  let found: ts.Expression | undefined
  walk(node.getSourceFile(), (one) => {
    const isOurs =
      compiler.isVariableDeclaration(one) && compiler.isIdentifier(one.name) && one.name.text === node.text
    if (isOurs && one.initializer && compiler.isCallExpression(one.initializer) && !found)
      found = nockBase(one.initializer)
    return undefined
  })
  return found
}

const readAddress = (
  node: ts.Expression,
  text: Text,
  hosts: Hosts,
  routes: readonly Route[],
): TestAddress | undefined => {
  const shape = shapeOf(text)
  if (/\s/.test(shape.replace(METHOD, ''))) return undefined
  const [said, method] = METHOD_OF_WHOLE.exec(shape) ?? []
  const whole = said === undefined ? undefined : withoutStart(text, said.length)
  const address = whole && readAddress(node, whole, hosts, routes)
  if (address) return address.kind === 'whole' && method ? { ...address, method } : undefined
  if (hosts.v1.includes(shape)) return bareHost(node, text, shape)
  const at = locate(text, hosts)
  if (at.family === 'v1' && at.version) return { node, text, kind: isBaseAlone(at) ? 'base' : 'whole', at }
  if (isHostAlone(at, hosts)) return { node, text, kind: 'host', at }
  return at.host ? ownBase(node, at) : pathOnly(node, text, shape, routes)
}

const bareHost = (node: ts.Expression, text: Text, shape: string): TestAddress => {
  const end = shape.length
  return { node, text, kind: 'host', at: { text, shape, path: end, query: end, host: [0, end] } }
}

/** Whether nothing that is known stands behind the version. */
const isBaseAlone = ({ hidden, shape, path, query }: Located): boolean =>
  hidden !== undefined || /^\/*$/.test(shape.slice(path, query))

/** Whether an address says v1's host, and no version. */
const isHostAlone = ({ host, family, hidden, shape }: Located, hosts: Hosts): boolean =>
  host !== undefined && hosts.v1.includes(shape.slice(...host)) && family === 'open' && !hidden

/** `http://127.0.0.1:${port}/v1`: where the service is played, under v1's version. */
const ownBase = (node: ts.Expression, at: Located): TestAddress | undefined => {
  const version = /^\/v1(?=\/?$)/.exec(at.shape.slice(at.host?.[1]))
  if (at.family !== 'other' || !at.host || !version || !LOCAL.test(at.shape.slice(...at.host)))
    return undefined
  const from = at.host[1] + 1
  return { node, text: at.text, kind: 'own', at: { ...at, version: [from, from + V2_SEGMENT.length] } }
}

const LOCAL = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|\0)(:|\0|$)/

/** `/v1/pods`, `/pods/abc/stop`, `*` before either, `GET /v1/pods`: a path that v2 says in other words. */
const pathOnly = (
  node: ts.Expression,
  text: Text,
  shape: string,
  routes: readonly Route[],
): TestAddress | undefined => {
  const head = HEAD.exec(shape)
  const [, method, v1] = head ?? []
  if (!head || (method !== undefined && v1 === undefined)) return undefined
  const path = head[0].length
  const query = shape.search(/[?#]/) < 0 ? shape.length : shape.search(/[?#]/)
  if (methodsOn(routes, shape.slice(path, query)).length === 0) return undefined
  const version = v1 === undefined ? {} : { version: [path - 2, path] as const }
  const said = method === undefined ? {} : { method }
  return { node, text, kind: 'path', at: { text, shape, path, query, ...version }, ...said }
}

/** What stands behind the first characters of a text that says them in its first piece. */
const withoutStart = ({ pieces: [first, ...others], ...text }: Text, length: number): Text | undefined =>
  first?.kind === 'written'
    ? {
        ...text,
        pieces: [{ ...first, text: first.text.slice(length), start: first.start + length }, ...others],
      }
    : undefined

const METHOD = /^(GET|POST|PUT|PATCH|DELETE) /

/** `GET https://…` */
const METHOD_OF_WHOLE = /^(GET|POST|PUT|PATCH|DELETE) (?=https?:)/

/** What a path may stand behind: its method, what stands for any host, and how fetch-mock is told what it is given. */
const HEAD = /^(?:(GET|POST|PUT|PATCH|DELETE) |(?:(?:path|end|express|glob):)?\*{0,2})(\/v1)?(?=\/)/

/** The edits that move an address to a route's v2 path; undefined where it is not written in one piece. */
export const movedTo = ({ at, kind }: TestAddress, route: Route | undefined): Edit[] | undefined => {
  if (kind === 'host') return at.host ? definite([replaced(at, at.host, V2_HOST)]) : undefined
  if (kind === 'own') return at.version ? definite([replaced(at, at.version, V2_SEGMENT)]) : undefined
  if (kind === 'base') {
    const base = moveBase(at as Located)
    return base.length === 2 ? [...base] : undefined
  }
  if (!route) return undefined
  const base = [
    ...(at.host ? [replaced(at, at.host, V2_HOST)] : []),
    ...(at.version ? [replaced(at, at.version, V2_SEGMENT)] : []),
  ]
  const path = movePath(at, route.old.path, route.v2.path, () => false)
  return typeof path === 'string' ? undefined : definite([...base, ...path])
}

const definite = (edits: readonly (Edit | undefined)[]): Edit[] | undefined =>
  edits.every((one) => one !== undefined) ? (edits as Edit[]) : undefined

/** The edit that takes the query away. */
export const withoutQuery = ({ at }: TestAddress): Edit[] | undefined => {
  if (at.query === at.shape.length) return []
  const span = spanOf(at.text, at.query, at.shape.length)
  return span ? [{ ...span, text: '' }] : undefined
}
