import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isWritten } from '../answers/uses-follow.ts'
import { accessed, accessOn } from '../program/access.ts'
import { loopedInto } from '../program/entries.ts'
import { mentionsOf } from '../program/names-used.ts'
import { bare, dressed, nameOf } from '../program/scope.ts'
import type { Trace } from '../program/source.ts'

/** What is done to a URL object between its making and its use. */
export interface UrlChanges {
  readonly path?: ts.Expression
  /** The parameters set by name; undefined where the query is made in a way nobody can read. */
  readonly query?: readonly (readonly [name: string, value: ts.Expression])[] | 'hidden'
  /** The object that all of them come from. */
  readonly entries?: ts.Expression
  /** Anything may have become of it. */
  readonly isOpen?: true
}

type Owner = ts.VariableDeclaration | ts.ParameterDeclaration

/** One thing that is done to a URL object. */
type Change = { readonly path: ts.Expression } | { readonly set: ts.CallExpression } | 'query' | 'open'

const MOST_STEPS = 3

/**
 * What is done to the URL object that a variable or a parameter holds.
 * @param sent where it is asked for
 */
export const urlChanges = (trace: Trace, owner: Owner, sent: ts.Node): UrlChanges => {
  const name = owner.name as ts.Identifier
  const changes = changesOf(trace, name, sent, 0)
  if (changes.includes('open')) return { isOpen: true }
  const path = changes.flatMap((one) => (typeof one === 'object' && 'path' in one ? [one.path] : [])).at(-1)
  const calls = changes.flatMap((one) => (typeof one === 'object' && 'set' in one ? [one.set] : []))
  const set = calls.flatMap((call) => parameterSet(call, owner) ?? [])
  const isOdd = changes.includes('query')
  const isHidden = isOdd || set.length < calls.length
  const isOnUrl = (object: ts.Expression): boolean => {
    const { of, name: member } = accessed(object) ?? {}
    return member === 'searchParams' && of?.getText() === name.text
  }
  const entries = isHidden && !isOdd && set.length === 0 ? loopedInto(name, isOnUrl) : undefined
  const query = isHidden ? ('hidden' as const) : set.length > 0 ? set : undefined
  return { ...(path ? { path } : {}), ...(query ? { query } : {}), ...(entries ? { entries } : {}) }
}

const changesOf = (trace: Trace, name: ts.Identifier, sent: ts.Node | undefined, steps: number): Change[] =>
  mentionsOf(trace, name)
    .filter((use) => use !== sent)
    .flatMap((use) => changesBy(trace, use, steps))

const changesBy = (trace: Trace, use: ts.Identifier, steps: number): readonly Change[] => {
  const access = accessOn(use)
  if (access) return changesAt(access)
  const whole = dressed(use)
  const { parent } = whole
  if (compiler.isVariableDeclaration(parent)) return changesUnder(trace, parent.name, steps)
  if (!compiler.isCallExpression(parent) || parent.expression === whole) return []
  if (/^(Object\.(assign|defineProperty|defineProperties)|Reflect\.set)$/.test(parent.expression.getText()))
    return parent.arguments[0] === whole ? ['open'] : []
  const index = parent.arguments.indexOf(whole)
  return trace.targets(parent, undefined).flatMap(({ node }) => {
    const parameter = compiler.isFunctionLike(node) ? node.parameters[index] : undefined
    return parameter ? changesUnder(trace, parameter.name, steps) : []
  })
}

/** What is done to the object under another name: `const same = url`, `const { searchParams } = url`, a helper's parameter. */
const changesUnder = (trace: Trace, name: ts.BindingName, steps: number): readonly Change[] => {
  if (compiler.isObjectBindingPattern(name)) {
    const isQuery = name.elements.some((one) => nameOf(one.propertyName ?? one.name) === 'searchParams')
    return isQuery ? ['query'] : []
  }
  if (!compiler.isIdentifier(name) || steps > MOST_STEPS) return ['open']
  const changes = changesOf(trace, name, undefined, steps + 1)
  return changes.map((one) =>
    typeof one === 'object' && 'set' in one ? 'query' : one === 'query' ? one : 'open',
  )
}

/** Setting any of these makes it another address. */
const PLACES = /^(href|host|hostname|port|protocol)$/

const changesAt = (access: ts.PropertyAccessExpression | ts.ElementAccessExpression): readonly Change[] => {
  const name = accessed(access)?.name
  if (name === 'searchParams') return onQuery(access)
  if (!isWritten(access)) return []
  if (name === 'search') return ['query']
  if (name === undefined || PLACES.test(name)) return ['open']
  if (name !== 'pathname') return []
  const { parent } = dressed(access)
  const isSet =
    compiler.isBinaryExpression(parent) && parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  return isSet ? [{ path: parent.right }] : ['open']
}

/** `url.searchParams.set('name', value)` */
const onQuery = (query: ts.Expression): readonly Change[] => {
  const method = accessOn(query)
  const call = method && dressed(method).parent
  const name = method && accessed(method)?.name
  const isSet =
    call &&
    compiler.isCallExpression(call) &&
    bare(call.expression) === method &&
    /^(set|append)$/.test(name ?? '')
  return [isSet ? { set: call } : 'query']
}

/** `url.searchParams.set('name', value)`, always or where there is a value. */
const parameterSet = (
  call: ts.CallExpression,
  owner: Owner,
): [readonly [string, ts.Expression]] | undefined => {
  const [name, value, ...others] = call.arguments
  if (!name || !value || others.length > 0 || !compiler.isStringLiteralLike(name)) return undefined
  return isSure(call, value, owner) ? [[name.text, value]] : undefined
}

/** Whether a parameter is set whenever the address is made, or whenever its value is given. */
const isSure = (call: ts.CallExpression, value: ts.Expression, owner: Owner): boolean => {
  const home = compiler.isParameter(owner)
    ? (owner.parent as ts.FunctionLikeDeclaration).body
    : owner.parent.parent.parent
  const statement = call.parent
  if (!compiler.isExpressionStatement(statement)) return false
  if (statement.parent === home) return true
  const outer = compiler.isBlock(statement.parent) ? statement.parent.parent : statement.parent
  return (
    compiler.isIfStatement(outer) && outer.parent === home && outer.expression.getText() === value.getText()
  )
}
