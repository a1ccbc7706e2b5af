import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { isAssignment } from '../program/set/assigned.ts'
import { bare, dressed, functionAround } from '../program/syntax/nodes.ts'
import { member, type Place, placed } from '../sink.ts'
import { setOn } from './axios-defaults.ts'
import { optionsInjected } from './nest-http.ts'

/** How an axios call came by its defaults: the options its instance was made with, if any, in the call of what made it. */
export interface Instance {
  readonly options?: ts.Expression
  readonly base?: Place
  readonly made?: Scope
}

/** The instance that a source is, or is made as; undefined where it is none. */
export const instanceOf = (trace: Trace, source: Source, depth = 0): Instance | undefined => {
  const { external, node, scope } = source
  if (external?.module === 'axios')
    return external.name === 'default' || external.name === '*' || external.name === 'axios'
      ? baseSetOn(trace, source)
      : undefined
  if (compiler.isNewExpression(node))
    return isAxios(trace, node.expression) ? withBase(trace, node, scope) : undefined
  if (!compiler.isCallExpression(node)) return undefined
  const made = bare(node.expression)
  if (compiler.isPropertyAccessExpression(made) && /^(create|extend)$/.test(made.name.text))
    return isAxios(trace, made.expression) ? madeWith(trace, source, node) : undefined
  if (isAxiosFactory(trace, node)) return madeWith(trace, source, node)
  return depth < 2 ? wrapped(trace, node, depth) : undefined
}

/** The base that an instance is made with, or is given later where it is made without one. */
const madeWith = (trace: Trace, source: Source, node: Made): Instance => {
  const own = withBase(trace, node, source.scope)
  const isSaid = placed(trace, own.base, undefined).length > 0
  return isSaid ? own : { ...own, ...baseSetOn(trace, source) }
}

/** `axios.defaults.baseURL = …` and `instance.defaults.baseURL = …`. */
const baseSetOn = (trace: Trace, source: Source): Instance => {
  const [base] = setOn(trace, 'baseURL', source)
  return base ? { base } : {}
}

/** `createAxios({ baseURL })`: somebody's own way to make an instance, in a package that cannot be read here. */
const isAxiosFactory = (
  trace: Trace,
  { expression: callee, arguments: given_ }: ts.CallExpression,
): boolean => {
  const [options] = given_
  const isNamed = compiler.isIdentifier(callee) && /axios/i.test(callee.text)
  if (!isNamed || !options || !compiler.isObjectLiteralExpression(bare(options))) return false
  const from = trace.sources(callee, undefined)[0]?.external
  return (
    from !== undefined && from.module !== 'axios' && trace.members(options, 'baseURL', undefined).length > 0
  )
}

/** `setupCache(axios.create(…))`: a package that hands back the instance it is given. */
const wrapped = (trace: Trace, node: ts.CallExpression, depth: number): Instance | undefined => {
  const [first] = node.arguments
  const from = trace.sources(node.expression, undefined)[0]?.external?.module
  if (!first || !from || !/axios|retry|cache|rate/.test(from) || RENAMES.test(from)) return undefined
  for (const source of trace.sources(first, undefined)) {
    const found = instanceOf(trace, source, depth + 1)
    if (found) return found
  }
  return undefined
}

/** What says bodies and answers in words of its own (`axios-case-converter`): no mapper would know them. */
const RENAMES = /case|camel|snake|convert|transform/

const isAxios = (trace: Trace, node: ts.Expression): boolean =>
  trace
    .sources(node, undefined)
    .some(
      ({ external, node: made }) =>
        external?.module === 'axios' ||
        (compiler.isCallExpression(made) &&
          instanceOf(trace, { node: made, scope: undefined }, 1) !== undefined),
    ) || /^axios$/i.test(node.getText())

/** What an instance is made with, read in the call of the function that makes it: another call of that makes another one. */
const withBase = (trace: Trace, node: Made, scope: Scope | undefined): Instance => {
  const options = node.arguments?.[0]
  const made = isShared(trace, node) ? undefined : scope
  const base = within(member(options, 'baseURL'), made)
  return { ...(options ? { options } : {}), ...(base ? { base } : {}), ...(made ? { made } : {}) }
}

type Made = ts.CallExpression | ts.NewExpression

/**
 * `shared ??= axios.create(options)`, of a name outside of the function or of a field, but for what a constructor keeps:
 * who comes second is given what the first one asked for.
 */
const isShared = (trace: Trace, node: Made): boolean => {
  const set = dressed(node).parent
  if (!compiler.isBinaryExpression(set) || !isAssignment(set)) return false
  const to = bare(set.left)
  const around = functionAround(node)
  if (!compiler.isIdentifier(to)) return !around || !compiler.isConstructorDeclaration(around)
  const declared = trace.checker.getSymbolAtLocation(to)?.valueDeclaration
  return !declared || functionAround(declared) !== around
}

/** A place, read in the frames of what made the client. */
export const within = (place: Place | undefined, made: Scope | undefined): Place | undefined =>
  place && made ? { ...place, made } : place

/** Nest's injected axios, as its module makes it. */
export const injectedBy = (trace: Trace, owner: ts.Expression): Instance | undefined => {
  const type = trace.checker.getSymbolAtLocation(
    compiler.isPropertyAccessExpression(owner) ? owner.name : owner,
  )
  const declared = type?.declarations?.find(
    (one) =>
      (compiler.isParameter(one) || compiler.isPropertyDeclaration(one)) &&
      one.type?.getText() === 'HttpService',
  )
  const options = declared && optionsInjected(trace, declared)
  const base = member(options, 'baseURL')
  return declared && { ...(options ? { options } : {}), ...(base ? { base } : {}) }
}
