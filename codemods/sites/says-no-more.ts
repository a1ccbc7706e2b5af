import type { ts } from 'ts-morph'
import type { Route } from '../../mappings/dsl/route.ts'
import { compiler } from '../project/compiler.ts'
import { isExported } from './program/names/exported.ts'
import { optionName } from './program/outside/outside.ts'
import type { Located } from './texts/locate.ts'
import { matchRoute } from './texts/route.ts'
import { type Gap, shapeOf, type Text } from './texts/text.ts'

/** What is known of a call at one of those by which it comes about. */
interface Said {
  readonly located: readonly Located[]
  readonly methods: readonly Text[]
}

/**
 * Whether a caller only hands on what could take the place of an address (`rest(env, '/pods')` of `sweep(env)`), or fills
 * in ids (`provider.stop('pod-1')`), so that the call is the one below, once for all who come by it.
 */
export const saysNoMore = (above: Said, below: Said, routes: readonly Route[]): boolean => {
  const known = below.located.filter(({ family }) => family === 'v1')
  return above.located.every((one) => {
    if (one.family === 'open') return true
    if (one.hidden || one.family !== 'v1') return false
    return known.some(
      (other) =>
        placeOf(one.text) === placeOf(other.text) ||
        fillsIn({ ...above, one }, { ...below, one: other }, routes),
    )
  })
}

/**
 * A call with the option that could take the place of its base (`options.base ?? BASE`). Where all callers in sight leave
 * it out, those out of sight may say it still.
 */
export const withOption = <T extends Pick<Said, 'located'>>(
  { located, open }: Pick<Said, 'located'> & { readonly open?: Gap },
  call: T,
): T => {
  const callee = open?.parameter?.parent
  const isBase = located.some(
    ({ family, hidden }) => family === 'open' && hidden !== undefined && hidden === open,
  )
  if (!isBase || !open || !callee || !isAskable(callee)) return call
  if (!compiler.isPropertyAccessExpression(open.node)) return call
  const name = optionName(open.node)
  const named = (one: Located): Located =>
    one.family === 'v1' && one.text.env.length === 0 ? { ...one, text: { ...one.text, env: [name] } } : one
  return { ...call, located: call.located.map(named) }
}

/** Whether files that nobody has shown may call a function, or a method of a class that they see. */
const isAskable = (callee: ts.Node): boolean => {
  if (!compiler.isMethodDeclaration(callee)) return isExported(callee)
  const hidden = compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected
  return isExported(callee.parent) && !(compiler.getCombinedModifierFlags(callee) & hidden)
}

/** Where a text is written. */
const placeOf = (text: Text): string => placesOf(text).join(' ')

const placesOf = ({ pieces }: Text): string[] =>
  pieces.map((one) => (one.kind === 'written' ? `${one.file.fileName}:${one.start}` : `gap ${one.node.pos}`))

type One = Said & { readonly one: Located }

/** Whether all that is written below is written above as well, and what is said beside it does not say the operation. */
const fillsIn = (above: One, below: One, routes: readonly Route[]): boolean => {
  const operation = operationOf(below, routes)
  if (!operation || operationOf(above, routes) !== operation) return false
  if (queryOf(above) !== queryOf(below)) return false
  const said = placesOf(above.one.text)
  return placesOf(below.one.text).every((place) => place.startsWith('gap ') || said.includes(place))
}

const operationOf = ({ methods, one }: One, routes: readonly Route[]): Route | undefined => {
  const [method, ...others] = methods
  if (!method || others.length > 0) return undefined
  return matchRoute(routes, shapeOf(method).toUpperCase(), one.shape.slice(one.path, one.query))
}

const queryOf = ({ one }: One): string => one.shape.slice(one.query)
