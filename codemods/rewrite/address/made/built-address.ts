import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { bare, isOperation, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { shapeOf } from '../../../sites/texts/text.ts'
import { V1_ADDRESS } from '../../../sites/texts/v1-address.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { ownValue } from './inside-url.ts'
import { isBased, urlOf } from './joined.ts'

/** A call of a function that only puts a base before the path it is given, where it makes the address of another call. */
interface Built {
  readonly call: ts.CallExpression
  readonly path: ts.Expression
  readonly base: string
}

/**
 * `axios.get(this.url('/pods'))`: a function that only puts a base before the path it is given is not asked where the
 * old base is said with the path.
 */
export const builtAddress = (trace: Trace, site: Site): readonly Edit[] | undefined => {
  const built = builtOf(trace, site)
  return built && [replace(built.call, saidWith(built.path, built.base))]
}

/** The same where something may override the base: the function gives it, and v1 is found beside it. */
export const builtBeside = (trace: Trace, site: Site): Edit[] | undefined => {
  const built = builtOf(trace, site)
  if (!built) return undefined
  const callee = built.call.expression.getText()
  const none = valueText('', styleOf(built.call.getSourceFile()))
  return [replace(built.call, `${V1_ADDRESS}(${callee}(${none}), ${saidWith(built.path, '/v1')})`)]
}

const builtOf = (trace: Trace, site: Site): Built | undefined => {
  const url = site.scope === undefined && !isBased(trace, site) ? urlOf(trace, site) : undefined
  const call = url && url.scope === undefined ? callIn(trace, url.node) : undefined
  const [path, ...others] = call?.arguments ?? []
  if (!call || !path || others.length > 0 || !onlyGives(trace, call)) return undefined
  const base = baseBefore(trace, site, path)
  return base === undefined ? undefined : { call, path: bare(path), base }
}

const callIn = (trace: Trace, given: ts.Expression): ts.CallExpression | undefined => {
  const node = bare(given)
  if (compiler.isCallExpression(node)) return node
  const value = compiler.isIdentifier(node) ? ownValue(trace, node) : undefined
  return value && callIn(trace, value)
}

/** Whether a call does nothing but give back what an expression says. */
const onlyGives = (trace: Trace, call: ts.CallExpression): boolean => {
  const [target, ...others] = trace.targets(call, undefined)
  const callee = target?.node
  if (!callee || others.length > 0 || !compiler.isFunctionLike(callee)) return false
  const [given, ...more] = returnsOf(callee)
  const isOnly =
    given && (given.parent === callee || functionBody(given.parent.parent)?.statements.length === 1)
  return isOnly === true && more.length === 0 && isJoined(bare(given))
}

const functionBody = (node: ts.Node): ts.Block | undefined =>
  compiler.isBlock(node) && compiler.isFunctionLike(node.parent) ? node : undefined

const isJoined = (node: ts.Expression): boolean =>
  compiler.isTemplateExpression(node) || isOperation(node, '+')

const ADDRESS = /^https?:[^\0`$\\'"]*$/

/** What stands before the path in the one address that the call goes to. */
const baseBefore = (trace: Trace, { located }: Site, path: ts.Expression): string | undefined => {
  const [one, ...others] = located
  const [said, ...more] = texts(trace, path, undefined).map(shapeOf)
  if (!one || !said?.startsWith('/') || others.length + more.length > 0 || !one.shape.endsWith(said))
    return undefined
  const base = one.shape.slice(0, -said.length)
  return ADDRESS.test(base) && (one.version?.[1] ?? Number.POSITIVE_INFINITY) <= base.length
    ? base
    : undefined
}

/** The path with its base before it, in the words that it has there. */
const saidWith = (path: ts.Expression, base: string): string => {
  const text = path.getText()
  const isText = compiler.isStringLiteralLike(path) || compiler.isTemplateExpression(path)
  return isText ? text.slice(0, 1) + base + text.slice(1) : `\`${base}\${${text}}\``
}
