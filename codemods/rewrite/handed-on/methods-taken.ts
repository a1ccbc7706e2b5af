import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isCall } from '../../sites/program/calls/calls.ts'
import type { Call } from '../../sites/program/frames/source.ts'
import { accessed, accessOn, isMember } from '../../sites/program/syntax/access.ts'
import { dressed, isOperation, nameOf } from '../../sites/program/syntax/nodes.ts'
import { isRequest } from '../../sites/texts/verbs.ts'

/** What becomes of methods that are taken out of a client. */
export interface Taken {
  /** The names that they go by; of a member, in quotes or not. */
  readonly names: readonly (ts.Identifier | ts.StringLiteral)[]
  /** What they are handed to. */
  readonly handed: readonly { readonly method: ts.Expression; readonly to: Call }[]
}

/** `const { get } = client`, `{ list: client.get }`, `client.get.bind(client)` and `Reflect.apply(client.get, …)`. */
export const methodsTaken = (use: ts.Expression): Taken => {
  const access = accessOn(use)
  if (!access) return { names: takenApart(dressed(use)), handed: [] }
  const name = accessed(access)?.name
  return name === undefined || isRequest(name) ? kept(bound(access)) : { names: [], handed: [] }
}

const takenApart = (value: ts.Expression): ts.Identifier[] => {
  const { parent } = value
  if (!compiler.isVariableDeclaration(parent) || !compiler.isObjectBindingPattern(parent.name)) return []
  return methodsIn(parent.name)
}

const methodsIn = ({ elements }: ts.ObjectBindingPattern): ts.Identifier[] =>
  elements.flatMap(({ name, propertyName }) =>
    isRequest(nameOf(propertyName ?? name) ?? '') && compiler.isIdentifier(name) ? [name] : [],
  )

/** The methods that were taken out of a client at once: `const { GET, POST } = createClient(…)`. */
export const takenWith = (declared: ts.Declaration): readonly ts.Identifier[] => {
  const pattern = declared.parent
  const found = compiler.isObjectBindingPattern(pattern) ? methodsIn(pattern) : []
  return found.some((name) => name.parent === declared) ? found : []
}

/** What becomes of such a method where it is named. */
export const methodKept = (use: ts.Expression): Taken => kept(bound(use))

/** `client.get.bind(client)` is the method as well. */
const bound = (method: ts.Expression): ts.Expression => {
  const access = accessOn(method)
  const call = access && dressed(access).parent
  const isBound = access && accessed(access)?.name === 'bind' && compiler.isCallExpression(call as ts.Node)
  return isBound ? (call as ts.CallExpression) : method
}

const kept = (method: ts.Expression): Taken => {
  const value = chosenAround(method)
  const { parent } = value
  const lent = lentBy(value)
  if (lent) return { names: [], handed: [{ method, to: lent }] }
  if (isCall(parent))
    return { names: [], handed: parent.expression === dressed(method) ? [] : [{ method, to: parent }] }
  const isKept =
    compiler.isVariableDeclaration(parent) || compiler.isPropertyDeclaration(parent) || isMember(parent)
  if (isKept) {
    const { name } = parent
    return {
      names: compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? [name] : [],
      handed: [],
    }
  }
  // `verbs.map((verb) => [verb, client[verb]])`
  const to = isGiven(parent) ? compiler.findAncestor(parent, isCall) : undefined
  return { names: [], handed: to ? [{ method, to }] : [] }
}

/** `client.get.apply(client, all)` */
const lentBy = (method: ts.Expression): ts.CallExpression | undefined => {
  const access = accessOn(method)
  const call = access && accessed(access)?.name === 'apply' ? dressed(access).parent : undefined
  return call && compiler.isCallExpression(call) ? call : undefined
}

/** `id ? client.patch : client.post` */
const chosenAround = (method: ts.Expression): ts.Expression => {
  const value = dressed(method)
  const { parent } = value
  const isSide =
    (compiler.isConditionalExpression(parent) && parent.condition !== value) ||
    isOperation(parent, '||', '??', '&&')
  return isSide ? chosenAround(parent as ts.Expression) : value
}

const isGiven = (node: ts.Node): boolean =>
  compiler.isArrayLiteralExpression(node) ||
  compiler.isReturnStatement(node) ||
  compiler.isArrowFunction(node)
