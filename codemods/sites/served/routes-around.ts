import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { bare, dressed, isFunctionValue, nameOf, nodesIn } from '../program/syntax/nodes.ts'
import { type Words, wordsServed } from './path.ts'
import { placedAt } from './placed.ts'
import { type Registered, registeredIn } from './registered.ts'

/** A route of the program's own. */
export interface Served extends Registered {
  /** As people say it: `GET /api/pods`. */
  readonly said: string
}

/** The routes that a place answers for: by the function that it stands in, or what that asked of the request before. */
export const routesAround = (trace: Trace, node: ts.Node): readonly Served[] => [
  ...new Map(around(trace, node, 0).map((one) => [one.said, one])).values(),
]

const MOST_CALLS = 2

const around = (trace: Trace, node: ts.Node, depth: number): readonly Served[] => {
  let outermost: ts.Node | undefined
  for (let at = node; at.parent; at = at.parent) {
    const found = [...(registeredIn(trace).get(at) ?? []), ...askedBefore(at), ...placed(at)]
    if (found.length > 0) return found.map(withSaid)
    if (compiler.isFunctionLike(at)) outermost = at
  }
  if (!outermost || depth === MOST_CALLS) return []
  const [call, ...others] = trace.callers(outermost)
  return call && others.length === 0 ? around(trace, call, depth + 1) : []
}

const withSaid = ({ method, words }: Registered): Served => ({ method, words, said: inWords(method, words) })

/** Of a path without a word, which is mounted somewhere, nothing can be said. */
const inWords = (method: string | undefined, words: Words): string => {
  if (words.every((word) => word === '\0')) return 'a route of the program'
  return `${method ? `${method} ` : ''}/${words.map((word) => (word === '\0' ? '…' : word)).join('/')}`
}

/** `if (url.pathname === '/api/pods') …`, `case '/api/pods': …`, `{ '/api/pods': { GET: … } }` */
const askedBefore = (at: ts.Node): readonly Registered[] => {
  const { parent } = at
  if (compiler.isIfStatement(parent) && parent.thenStatement === at) return askedIn(parent.expression)
  if (compiler.isCaseClause(parent) && parent.expression !== at) return askedIn(parent.expression)
  const name = compiler.isPropertyAssignment(at) || compiler.isMethodDeclaration(at) ? nameOf(at.name) : ''
  return name?.startsWith('/') ? [{ method: undefined, words: wordsServed(name) }] : []
}

const askedIn = (condition: ts.Expression): readonly Registered[] => {
  const said = compiler.isStringLiteralLike(condition)
    ? [condition.text]
    : nodesIn(condition, compiler.isStringLiteralLike).map(({ text }) => text)
  const method = said.find((one) => METHOD.test(one))
  return said.filter((one) => /^\/\w/.test(one)).map((path) => ({ method, words: wordsServed(path) }))
}

const METHOD = /^(GET|POST|PUT|PATCH|DELETE)$/

/** What a file exports for where it lies. */
const placed = (at: ts.Node): readonly Registered[] => {
  const name = exportedAs(at)
  const isRoute = name !== undefined && HANDLERS.test(name) && !isOfPage(at, name)
  const place = isRoute ? placedAt(at.getSourceFile().fileName) : undefined
  if (!place || name === undefined) return []
  const named = /^(?:onRequest)?(GET|POST|PUT|PATCH|DELETE)$/i.exec(name)?.[1]?.toUpperCase()
  return [{ words: place.words, method: named ?? place.method }]
}

/** A `loader` beside a page is asked by that page. */
const isOfPage = (at: ts.Node, name: string): boolean =>
  name === 'loader' && /\bexport default\b/.test(at.getSourceFile().text)

const HANDLERS = /^(GET|POST|PUT|PATCH|DELETE|default|handler|loader|action|onRequest\w*)$/

/** The name that a statement exports, which declares a function or something that is put around one. */
const exportedAs = (at: ts.Node): string | undefined => {
  if (compiler.isExportAssignment(at)) return 'default'
  if (compiler.isFunctionDeclaration(at)) {
    const kinds = (at.modifiers ?? []).map(({ kind }) => kind)
    if (!kinds.includes(compiler.SyntaxKind.ExportKeyword)) return undefinedUnlessNamed(at)
    return kinds.includes(compiler.SyntaxKind.DefaultKeyword) ? 'default' : at.name?.text
  }
  if (!compiler.isVariableDeclaration(at) || !compiler.isIdentifier(at.name)) return undefined
  const { parent } = at.parent
  const isExported =
    compiler.isVariableStatement(parent) &&
    (parent.modifiers ?? []).some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword)
  return isExported ? at.name.text : undefinedUnlessNamed(at)
}

/** `export default handler` and `export { handler as GET }`, said behind what they export. */
const undefinedUnlessNamed = (at: ts.FunctionDeclaration | ts.VariableDeclaration): string | undefined => {
  const name = at.name && compiler.isIdentifier(at.name) ? at.name.text : undefined
  for (const one of at.getSourceFile().statements) {
    if (compiler.isExportAssignment(one) && mentions(one.expression, name)) return 'default'
    const named = compiler.isExportDeclaration(one) && one.exportClause
    if (!named || !compiler.isNamedExports(named)) continue
    const own = named.elements.find((element) => (element.propertyName ?? element.name).text === name)
    if (own) return own.name.text
  }
  return undefined
}

/** `handler`, `withAuth(handler)` */
const mentions = (given: ts.Expression, name: string | undefined): boolean => {
  const node = bare(given)
  if (compiler.isCallExpression(node)) return node.arguments.some((one) => mentions(one, name))
  return compiler.isIdentifier(node) && node.text === name
}

/** Whether what a function gives is what is answered: of one that a server is given, or a file exports. */
export const isHandler = (trace: Trace, callee: ts.Node): boolean => {
  if (registeredIn(trace).has(callee)) return true
  const outer = isFunctionValue(callee) ? dressed(callee).parent : callee
  const around = compiler.isCallExpression(outer) ? dressed(outer).parent : outer
  return [callee, outer, around].some((one) => placed(one).length > 0 || askedBefore(one).length > 0)
}
