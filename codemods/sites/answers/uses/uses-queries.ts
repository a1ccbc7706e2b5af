import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { placesSaying } from '../../program/names/names-used.ts'
import { accessed } from '../../program/syntax/access.ts'
import { dressed, functionAround, isFunctionValue, nameOf } from '../../program/syntax/nodes.ts'
import type { Trace } from '../../values/trace.ts'
import { takenOf } from './uses-components.ts'
import { bind } from './uses-names.ts'
import type { UsesWalk, Value } from './uses-walk.ts'

/**
 * `useQuery({ queryFn: pods })`, `useSWR('pods', () => pods())`: what a function gives is the hook's `data`, or what its `select`
 * makes of it; `client.fetchQuery({ queryFn: pods })` gives it itself.
 */
export const intoQuery = (walk: UsesWalk, asking: ts.Expression, value: Value): void => {
  const given = dressed(asking)
  const { parent } = given
  const member = compiler.isPropertyAssignment(parent) ? nameOf(parent.name) : undefined
  if (member !== undefined && !/^(queryFn|select)$/.test(member)) return
  const options = compiler.isPropertyAssignment(parent) ? parent.parent : given
  const select =
    member === 'queryFn' ? selectOf(walk.trace, options as ts.ObjectLiteralExpression) : undefined
  if (select) return select.parameters[0] && bind(walk, select.parameters[0].name, value)
  for (const call of callsGiven(walk.trace, options, 0)) {
    const name = accessed(call.expression)?.name ?? call.expression.getText()
    if (HOOKS.test(name)) takenOf(walk, waitedFor(call), 'data', value, new Set())
    else if (FETCHES.test(name)) walk.follow(call, value)
    else if (ACTIONS.test(name) && options === given) intoPair(walk, call, value)
  }
}

const HOOKS = /^use(Suspense)?(Infinite)?Query$|^useSWR(Immutable)?$|^use(Lazy)?AsyncData$/
const FETCHES = /^(fetchQuery|ensureQueryData)$/
const ACTIONS = /^use(Action|Form)State$/

const MOST_NAMES = 3

/** The calls that are given options, or a function: there, by a name, or by what a function gives (`useQuery(podsQuery())`). */
const callsGiven = (trace: Trace, given: ts.Expression, depth: number): readonly ts.CallExpression[] => {
  const outer = dressed(given)
  const { parent } = outer
  const next = (one: ts.Expression): readonly ts.CallExpression[] =>
    depth < MOST_NAMES ? callsGiven(trace, one, depth + 1) : []
  if (compiler.isSpreadAssignment(parent)) return next(parent.parent)
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return placesSaying(trace, parent, parent.name.text).flatMap(next)
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  if (callee !== undefined && compiler.isFunctionLike(callee) && !isFunctionValue(outer))
    return trace.callers(callee).filter(compiler.isCallExpression).flatMap(next)
  if (!compiler.isCallExpression(parent) || parent.expression === outer) return []
  return /^(infiniteQ|q)ueryOptions$/.test(parent.expression.getText()) ? next(parent) : [parent]
}

const selectOf = (trace: Trace, options: ts.ObjectLiteralExpression): ts.SignatureDeclaration | undefined => {
  const one = options.properties.find((member) => nameOf(member.name) === 'select')
  const value = one && compiler.isPropertyAssignment(one) ? one.initializer : undefined
  const made = value && trace.sources(value, undefined).map(({ node }) => node)
  return made?.find(compiler.isFunctionLike)
}

/** `const [state, act] = useActionState(act, undefined)` */
const intoPair = (walk: UsesWalk, hook: ts.CallExpression, value: Value): void => {
  const { parent } = dressed(hook)
  const [state] =
    compiler.isVariableDeclaration(parent) && compiler.isArrayBindingPattern(parent.name)
      ? parent.name.elements
      : []
  if (state && compiler.isBindingElement(state)) bind(walk, state.name, value)
}

/** What a hook gives, where it is waited for: `await useFetch('/api/pods')`. */
export const waitedFor = (hook: ts.CallExpression): ts.Expression => {
  const { parent } = dressed(hook)
  return compiler.isAwaitExpression(parent) ? parent : hook
}
