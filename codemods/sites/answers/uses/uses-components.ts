import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { readersOf } from '../../program/calls/provided.ts'
import type { Trace } from '../../program/frames/source.ts'
import { mentionsOf } from '../../program/names/names-used.ts'
import { isAccess } from '../../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  nameOf,
  nodesIn,
} from '../../program/syntax/nodes.ts'
import { bind } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/** What stands in the markup of a component: `pod={pod}`, `{...pod}`. */
type Given = ts.JsxAttribute | ts.JsxSpreadAttribute

/** A value in markup as what a component is given. */
const givenBy = (parent: ts.Node): Given | undefined => {
  if (compiler.isJsxSpreadAttribute(parent)) return parent
  return compiler.isJsxExpression(parent) && compiler.isJsxAttribute(parent.parent)
    ? parent.parent
    : undefined
}

/** `<Row pod={pod} />`, `<Row {...pod} />`: what the component reads of what it is given. */
export const intoComponent = (walk: UsesWalk, parent: ts.Node, value: Value): void => {
  const given = givenBy(parent)
  if (!given) return
  const member = compiler.isJsxAttribute(given) ? given.name.getText() : undefined
  const tag = given.parent.parent.tagName as ts.Expression
  if (member === 'value') for (const reader of readersOf(walk.trace, tag)) walk.follow(reader, value)
  for (const component of componentsOf(walk.trace, given)) {
    if (member !== undefined) ofMember(walk, component, member, value, new Set())
    else for (const { name } of propsOf(component)) bind(walk, name, value)
  }
}

type Component = ts.SignatureDeclaration | ts.ClassLikeDeclaration

/** The components that the element stands for, also behind `memo(Row)`. */
const componentsOf = (trace: Trace, { parent }: Given): Component[] => {
  const from = (node: ts.Expression): Component[] =>
    trace.sources(node, undefined).flatMap(({ node: made }): Component[] => {
      if (compiler.isClassLike(made) || compiler.isFunctionDeclaration(made)) return [made]
      if (compiler.isExpression(made) && isFunctionValue(made)) return [made]
      const isWrapped = compiler.isCallExpression(made) && WRAPS.test(made.expression.getText())
      return isWrapped && made.arguments[0] ? from(made.arguments[0]) : []
    })
  return from(parent.parent.tagName as ts.Expression)
}

const WRAPS = /(^|\.)(memo|forwardRef|observer)$/

const propsOf = (component: Component): readonly ts.ParameterDeclaration[] =>
  compiler.isClassLike(component) ? [] : component.parameters.slice(0, 1)

/** What a component does with one of the members that it is given. */
const ofMember = (
  walk: UsesWalk,
  component: Component,
  member: string,
  value: Value,
  seen: Set<ts.Node>,
): void => {
  if (seen.has(component)) return
  seen.add(component)
  if (compiler.isClassLike(component)) {
    const props = nodesIn(component, compiler.isPropertyAccessExpression)
    for (const one of props.filter(({ name }) => name.text === 'props'))
      takenOf(walk, one, member, value, seen)
  }
  for (const { name } of propsOf(component)) named(walk, name, member, value, seen)
}

const named = (
  walk: UsesWalk,
  name: ts.BindingName,
  member: string,
  value: Value,
  seen: Set<ts.Node>,
): void => {
  if (compiler.isIdentifier(name)) {
    for (const use of mentionsOf(walk.trace, name)) takenOf(walk, use, member, value, seen)
    return
  }
  if (compiler.isArrayBindingPattern(name)) return
  const own = name.elements.find(
    (one) => nameOf(one.propertyName ?? one.name) === member && !one.dotDotDotToken,
  )
  const rest = name.elements.find((one) => one.dotDotDotToken)
  if (own) bind(walk, own.name, value)
  else if (rest) named(walk, rest.name, member, value, seen)
}

/** `props.pod`, `const { pod } = props`, `<Inner {...props} />` */
export const takenOf = (
  walk: UsesWalk,
  use: ts.Expression,
  member: string,
  value: Value,
  seen: Set<ts.Node>,
): void => {
  const outer = dressed(use)
  const { parent } = outer
  if (isAccess(parent) && parent.expression === outer) {
    const key = compiler.isPropertyAccessExpression(parent) ? parent.name : bare(parent.argumentExpression)
    if (nameOf(key as ts.PropertyName) === member) walk.follow(parent, value)
  } else if (compiler.isVariableDeclaration(parent) && parent.initializer === outer)
    named(walk, parent.name, member, value, seen)
  else if (compiler.isJsxSpreadAttribute(parent))
    for (const component of componentsOf(walk.trace, parent)) ofMember(walk, component, member, value, seen)
  else givenBack(walk, outer, member, value, seen)
}

/** `const usePod = (id) => useQuery(…)`: what asks such a function has the same. */
const givenBack = (
  walk: UsesWalk,
  outer: ts.Expression,
  member: string,
  value: Value,
  seen: Set<ts.Node>,
): void => {
  const { parent } = outer
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  if (!callee || !compiler.isFunctionLike(callee) || seen.has(callee)) return
  seen.add(callee)
  for (const call of walk.trace.callers(callee))
    if (compiler.isCallExpression(call)) takenOf(walk, call, member, value, seen)
}
