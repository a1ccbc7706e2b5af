import type { ts } from 'ts-morph'
import { once } from '../../../../mappings/dsl/once.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Scope } from '../frames/frames.ts'
import type { Source, Trace } from '../frames/source.ts'
import { madeAs, symbolAt } from '../names/symbol.ts'
import { changedBy } from '../set/steady.ts'
import { accessed } from '../syntax/access.ts'
import { bare, eachNode, functionAround, isConst, isNothing, nameOf, nothing } from '../syntax/nodes.ts'

/**
 * What a condition comes to that asks only whether a value is there (`body ? 'POST' : 'GET'`), where each caller leaves it
 * out or says an object. Undefined where it is not known.
 */
export const isPresent = (
  trace: Asked,
  condition: ts.Expression,
  scope: Scope | undefined,
): boolean | undefined => {
  const node = bare(condition)
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken) {
    const inner = isPresent(trace, node.operand, scope)
    return inner === undefined ? undefined : !inner
  }
  const compared = compiler.isBinaryExpression(node) ? comparedWithNothing(node) : undefined
  const found = presenceOf(trace, compared?.of ?? node, scope)
  if (found === undefined) return undefined
  if (!compared) return found === 'there'
  return compared.with.includes(found) === compared.isEqual
}

/** What is known of a value that may be left out; `''` and `false` are there, and pass for nothing where only that is asked. */
type Presence = 'there' | 'blank' | 'undefined' | 'null'

type Asked = Pick<Trace, 'checker' | 'sources' | 'guesses'>

const presenceOf = (trace: Asked, node: ts.Expression, scope: Scope | undefined): Presence | undefined => {
  const access = accessed(node)
  if (access) return memberPresence(trace, access.of, access.name, scope)
  if (!compiler.isIdentifier(node) || !scope || isSetAnew(trace, node)) return undefined
  const guesses = trace.guesses()
  const found = trace.sources(node, scope).map((one) => presence(trace, one))
  return trace.guesses() === guesses ? agreed(found) : undefined
}

const presence = (trace: Asked, { node, scope, parameter }: Source): Presence | undefined => {
  if (node.kind === compiler.SyntaxKind.NullKeyword) return 'null'
  if (isNothing(node)) return 'undefined'
  if (compiler.isStringLiteralLike(node)) return node.text === '' ? 'blank' : 'there'
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return 'there'
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return 'blank'
  if (parameter) return undefined
  return isObject(node) ? 'there' : jsonPresence(trace, node, scope)
}

const agreed = (found: readonly (Presence | undefined)[]): Presence | undefined =>
  found.every((one) => one === found[0]) ? found[0] : undefined

/** The same of `request.body`, where each caller writes out all that `request` holds. */
const memberPresence = (
  trace: Asked,
  object: ts.Expression,
  name: string | undefined,
  scope: Scope | undefined,
): Presence | undefined => {
  if (!compiler.isIdentifier(object) || name === undefined) return undefined
  if (!scope || isSetAnew(trace, object, name)) return undefined
  const guesses = trace.guesses()
  const found = trace.sources(object, scope).map((one) => memberPresent(trace, one, name))
  return trace.guesses() === guesses ? agreed(found) : undefined
}

const memberPresent = (
  trace: Asked,
  { node, scope, parameter }: Source,
  name: string,
): Presence | undefined => {
  if (node === nothing) return 'undefined'
  if (parameter || !compiler.isObjectLiteralExpression(node) || !isClosed(node)) return undefined
  const member = node.properties.find((one) => one.name && nameOf(one.name) === name)
  if (!member) return 'undefined'
  const value = compiler.isPropertyAssignment(member) ? member.initializer : member.name
  return value && compiler.isExpression(value)
    ? agreed(trace.sources(value, scope).map((one) => presence(trace, one)))
    : undefined
}

/** Whether an object literal holds what it says, and nothing else. */
const isClosed = (literal: ts.ObjectLiteralExpression): boolean =>
  literal.properties.every(({ name }) => name !== undefined && nameOf(name) !== undefined)

/** `x !== undefined`, `x == null`: what is compared, and with which of the two. */
const comparedWithNothing = ({
  left,
  operatorToken,
  right,
}: ts.BinaryExpression):
  | { readonly of: ts.Expression; readonly with: readonly Presence[]; readonly isEqual: boolean }
  | undefined => {
  const said = operatorToken.getText()
  if (!isNothing(right) || !/^[!=]==?$/.test(said)) return undefined
  const strict: Presence = right.kind === compiler.SyntaxKind.NullKeyword ? 'null' : 'undefined'
  return {
    of: bare(left),
    with: said.length === 3 ? [strict] : ['undefined', 'null'],
    isEqual: said.startsWith('='),
  }
}

/** An object where it is passed, or under a name that stands for nothing else. */
const isObject = (node: ts.Node): boolean => {
  const { parent } = node
  const isVariable = compiler.isVariableDeclaration(parent)
  if (isVariable && !isConst(parent)) return false
  return compiler.isObjectLiteralExpression(node) || compiler.isArrayLiteralExpression(node)
}

/** `JSON.stringify(spec)`: a text, where an object is written out there or under that name, or given by the callers. */
const jsonPresence = (trace: Asked, node: ts.Node, scope: Scope | undefined): Presence | undefined => {
  if (!compiler.isCallExpression(node) || node.expression.getText() !== 'JSON.stringify') return undefined
  const [given] = node.arguments
  if (given === undefined) return undefined
  if (isObject(madeAs(trace, given))) return 'there'
  return presenceOf(trace, bare(given), scope) === 'there' ? 'there' : undefined
}

/** Whether the function that asks sets the name itself, or the member of it; a default is no such thing. */
const isSetAnew = ({ checker }: Asked, name: ts.Identifier, member?: string): boolean => {
  const owner = functionAround(name)
  const symbol = checker.getSymbolAtLocation(name)
  const isName = (node: ts.Expression): boolean =>
    compiler.isIdentifier(node) && node.text === name.text && symbolAt({ checker }, node) === symbol
  const isSet = (given: ts.Expression): boolean => {
    const target = bare(given)
    if (member === undefined || isName(target)) return isName(target)
    const access = accessed(target)
    return access !== undefined && isName(access.of) && (access.name ?? member) === member
  }
  return owner !== undefined && changedIn(owner).some(isSet)
}

/** What a function changes. Files never change while a run lasts, and each name in a function asks. */
const changedIn = once((owner: ts.SignatureDeclaration): readonly ts.Expression[] => {
  const found: ts.Expression[] = []
  if ('body' in owner && owner.body) eachNode(owner.body, (node) => void found.push(...changedBy(node)))
  return found
})
