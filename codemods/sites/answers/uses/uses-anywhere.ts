import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { accessesTo, elementsOf } from '../../program/names/names-used.ts'
import { functionAround, nameOf } from '../../program/syntax/nodes.ts'
import { bind } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/** `new PodView(pod)`: what the constructor does with it, and what is read of the field that it goes into. */
export const intoObject = (
  walk: UsesWalk,
  made: ts.NewExpression,
  given: ts.Expression,
  value: Value,
): void => {
  const index = made.arguments?.indexOf(given) ?? -1
  const [source, ...others] = walk.trace.sources(made.expression, undefined)
  if (!source || others.length > 0 || !compiler.isClassLike(source.node)) return
  const parameter = source.node.members.find(isConstructor)?.parameters[index]
  if (!parameter || parameter.dotDotDotToken) return
  bind(walk, parameter.name, value)
  if (compiler.isParameterPropertyDeclaration(parameter, parameter.parent))
    intoField(walk, parameter, parameter.name.getText(), value)
}

const isConstructor = (node: ts.Node): node is ts.ConstructorDeclaration =>
  compiler.isConstructorDeclaration(node) && node.body !== undefined

/** What an object that is written out says a value by. */
export type Member = ts.PropertyAssignment | ts.ShorthandPropertyAssignment

/** Whether a value is what a member of an object that is written out holds. */
export const isMember = (node: ts.Node, value: ts.Expression): node is Member =>
  (compiler.isPropertyAssignment(node) && node.initializer === value) ||
  (compiler.isShorthandPropertyAssignment(node) && node.name === value)

/** `{ pods: await list() }`: where that member is read, by its name or a pattern. */
export const asMember = (walk: UsesWalk, property: Member, value: Value): void => {
  const name = nameOf(property.name)
  const isKeyed = name === undefined && value.path.length === 0 && /^(item|list)$/.test(value.kind)
  // `{ ...known, [pod.id]: pod }`
  if (isKeyed) walk.follow(property.parent, { kind: value.kind === 'item' ? 'table' : 'groups', path: [] })
  if (name === undefined) return
  intoField(walk, property, name, value)
  for (const element of elementsOf(walk.trace, property, name)) bind(walk, element.name, value)
}

/** `this.pod = pod`, `state.pods = await list()` */
export const keptInField = (walk: UsesWalk, left: ts.Expression, value: Value): boolean => {
  if (!compiler.isPropertyAccessExpression(left)) return false
  const [declared] = walk.trace.checker.getSymbolAtLocation(left.name)?.declarations ?? []
  if (declared) intoField(walk, declared, left.name.text, value)
  return declared !== undefined
}

const intoField = (walk: UsesWalk, declared: ts.Declaration, name: string, value: Value): void => {
  for (const access of accessesTo(walk.trace, declared, name)) if (!isSet(access)) walk.follow(access, value)
}

const isSet = ({ parent }: ts.Expression & { readonly parent: ts.Node }): boolean =>
  compiler.isBinaryExpression(parent) && parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken

/** `yield pod`, `yield* pods`: what goes through the function's calls gets one after the other. */
export const yielded = (walk: UsesWalk, node: ts.YieldExpression, value: Value): void => {
  const callee = functionAround(node)
  const isList = value.kind === 'list' && node.asteriskToken !== undefined
  const isItem = value.kind === 'item' && value.path.length === 0 && node.asteriskToken === undefined
  if (!callee || !(isList || isItem)) return
  for (const call of walk.trace.callers(callee))
    if (compiler.isCallExpression(call)) walk.follow(call, { kind: 'list', path: [] })
}
