import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { accessesTo, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { accessed, accessOn, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, functionAround, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { parameterCall } from '../../../sites/program/syntax/parameters-set.ts'
import { isLate, usesWhole } from '../../../sites/texts/url-changes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { stringifiedQuery } from '../../address/query/stringified-query.ts'
import { inConstructor } from '../../body/refusals/set-later.ts'

/** What says a parameter of an address, and what says a part of its text that may hold it. */
export interface SetParameters {
  readonly values: readonly At[]
  readonly texts: readonly At[]
}

/**
 * What a parameter is set to where an address or its query is an object: `url.searchParams.set(name, key)`,
 * `url.search = …`, `new URLSearchParams({ [name]: key })`.
 */
export const parametersSet = (
  trace: Trace,
  given: ts.Expression,
  name: string,
  scope: Scope | undefined,
): SetParameters => {
  const node = bare(given)
  const uses = usesOf(trace, { node, scope })
  return {
    values: [
      ...madeWith(trace, node, name, scope),
      ...uses.flatMap((use) => setBy(use.node, name).map((value) => ({ node: value, scope: use.scope }))),
    ],
    texts: uses.flatMap((use) => searchOf(use.node).map((value) => ({ node: value, scope: use.scope }))),
  }
}

/** `new URLSearchParams({ name: key })`, `new URLSearchParams([['name', key]])`, `stringify({ name: key })`. */
const madeWith = (
  trace: Trace,
  node: ts.Expression,
  name: string,
  scope: Scope | undefined,
): readonly At[] => {
  const isQuery = compiler.isNewExpression(node) && node.expression.getText() === 'URLSearchParams'
  const made = isQuery ? node.arguments?.[0] : stringifiedQuery(trace, node)
  if (!made) return []
  const said = bare(made)
  if (!compiler.isArrayLiteralExpression(said)) return [memberAt(trace, said, name, scope) ?? []].flat()
  return said.elements.flatMap((pair) => {
    const [key, value] = compiler.isArrayLiteralExpression(pair) ? pair.elements : []
    return key && value && compiler.isStringLiteralLike(key) && key.text === name
      ? [{ node: value, scope }]
      : []
  })
}

/** The names and members that an address or a query has with those who may set something on it before it is sent. */
const usesOf = (trace: Trace, { node, scope }: At): readonly At[] => {
  const made = compiler.isIdentifier(node) ? declarationOf(trace, node) : dressed(node).parent
  if (!made) return []
  if (isNamed(made)) return usesOfName(trace, made, scope)
  if (!compiler.isNewExpression(node)) return []
  if (compiler.isCallExpression(made)) return handedOn(trace, { node, scope })
  return usesOfMember(trace, made).map((use) => ({ node: use, scope }))
}

type Named = (ts.VariableDeclaration | ts.ParameterDeclaration) & { readonly name: ts.Identifier }

const isNamed = (node: ts.Node): node is Named =>
  (compiler.isVariableDeclaration(node) || compiler.isParameter(node)) && compiler.isIdentifier(node.name)

const usesOfName = (trace: Trace, owner: Named, scope: Scope | undefined): readonly At[] => {
  const wholes = usesWhole(trace, owner.name)
  const here = mentionsOf(trace, owner.name)
    .filter((use) => functionAround(use) === functionAround(owner))
    .map((use) => ({ node: use, scope }))
  return here.flatMap((use) => {
    const handed = handedOn(trace, use)
    if (handed.length > 0) return handed
    const others = wholes.filter((one) => handedOn(trace, { node: one, scope }).length === 0)
    return isLate(use.node, others) ? [] : [use, ...aliasesOf(trace, use)]
  })
}

/** `authorize(url, key)`: what that function has as its parameter. */
const handedOn = (trace: Trace, { node, scope }: At): readonly At[] => {
  const whole = dressed(node)
  const call = whole.parent
  const index = compiler.isCallExpression(call) ? call.arguments.indexOf(whole) : -1
  if (index < 0 || !compiler.isCallExpression(call)) return []
  return trace.targets(call, scope).flatMap(({ node: callee }) => {
    const parameter = compiler.isFunctionLike(callee) ? callee.parameters[index] : undefined
    if (!parameter || !isNamed(parameter)) return []
    const frame = trace.frame(callee as ts.SignatureDeclaration, call, scope)
    return mentionsOf(trace, parameter.name)
      .filter((use) => functionAround(use) === callee)
      .map((use) => ({ node: use, scope: frame }))
  })
}

/** `const query = url.searchParams` */
const aliasesOf = (trace: Trace, { node, scope }: At): readonly At[] => {
  const access = accessOn(node)
  const owner = access && accessed(access)?.name === 'searchParams' ? dressed(access).parent : undefined
  return owner && compiler.isVariableDeclaration(owner) && compiler.isIdentifier(owner.name)
    ? mentionsOf(trace, owner.name).map((use) => ({ node: use, scope }))
    : []
}

/** `this.url`, where the constructor sets something on what it made. */
const usesOfMember = (trace: Trace, made: ts.Node): readonly ts.Expression[] => {
  const member = isOperation(made, '=') && isAccess(made.left) ? made.left : undefined
  const name = member ? accessed(member)?.name : compiler.isPropertyDeclaration(made) && nameOf(made.name)
  const declared = compiler.isPropertyDeclaration(made)
    ? made
    : member && compiler.isPropertyAccessExpression(member) && declarationOf(trace, member.name)
  if (!declared || !name) return []
  return accessesTo(trace, declared, name).filter(inConstructor)
}

/** `url.searchParams.set(name, value)`, `query.append(name, value)` */
export const setBy = (use: ts.Expression, name: string): readonly ts.Expression[] => {
  const [key, value] = parameterCall(queryOf(use) ?? use)?.arguments ?? []
  return key && value && compiler.isStringLiteralLike(key) && key.text === name ? [value] : []
}

const queryOf = (use: ts.Expression): ts.Expression | undefined => {
  const access = accessOn(use)
  return access && accessed(access)?.name === 'searchParams' ? access : undefined
}

/** `url.search = …` */
const searchOf = (use: ts.Expression): readonly ts.Expression[] => {
  const access = accessOn(use)
  const set = access && accessed(access)?.name === 'search' ? dressed(access).parent : undefined
  return set && isOperation(set, '=', '+=') && accessed(set.left)?.name === 'search' ? [set.right] : []
}
