import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { accessed, isAccess } from '../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isOperation,
  nameOf,
  nodesIn,
} from '../program/syntax/nodes.ts'
import { callsNamed, wordOf } from './calls-named.ts'
import { functionsOf, parametersOf } from './functions.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/** Those who read what is put into a store of Vuex: `commit('SET', pods)`, `state.items = pods`, and what a getter gives of it. */
export const keptInVuex = (trace: Trace, held: HeldWithin): Kept | undefined =>
  ofCommit(trace, held) ?? ofState(trace, held) ?? ofGetter(trace, held)

/** `commit('pods/SET', pods)`, and the mutation of that name. */
const ofCommit = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent } = top
  if (!compiler.isCallExpression(parent) || parent.arguments[1] !== top) return undefined
  const [first] = parent.arguments
  const callee = accessed(parent.expression)?.name ?? parent.expression.getText()
  const word = first && wordOf(first)
  if (callee !== 'commit' || word === undefined) return undefined
  const taking = membersIn(trace).filter(({ group, name }) => group === 'mutations' && name === lastOf(word))
  return {
    within,
    names: parametersOf(
      taking.map(({ callee: one }) => one),
      1,
    ),
  }
}

/** `pods/SET` */
const lastOf = (word: string): string => word.split('/').at(-1) ?? word

/** `state.items = pods` of a mutation: its getters and whoever has the state. */
const ofState = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent } = top
  const left = isOperation(parent, '=') && parent.right === top ? bare(parent.left) : undefined
  const { of, name } = (left && accessed(left)) ?? {}
  const mutation = of && left ? memberAround(trace, left, 'mutations') : undefined
  if (
    !of ||
    name === undefined ||
    !mutation ||
    mutation.callee.parameters[0]?.name.getText() !== of.getText()
  )
    return undefined
  const getters = membersIn(trace).filter(
    ({ group, object }) => group === 'getters' && object.getSourceFile() === mutation.object.getSourceFile(),
  )
  return {
    within: [name, ...within],
    names: [
      ...parametersOf(
        getters.map(({ callee }) => callee),
        0,
      ),
      ...mappedStates(trace),
    ],
    roots: statesSaid(trace, name),
  }
}

/** `mapState('pods', { all: (state) => state.items })` */
const mappedStates = (trace: Trace): readonly ts.BindingName[] =>
  mapsIn(trace, 'mapState').flatMap((given) =>
    compiler.isObjectLiteralExpression(given)
      ? given.properties.flatMap((one) =>
          compiler.isPropertyAssignment(one) ? parametersOf(functionsOf(trace, one.initializer), 0) : [],
        )
      : [],
  )

/** The owners of a state's member: `store.state.pods`, and the component that `mapState('pods', ['items'])` gives it to. */
const statesSaid = (trace: Trace, name: string): readonly ts.Expression[] => {
  const owners = accessesIn(trace, name).flatMap((access) => {
    const { of } = accessed(access) ?? {}
    return of && /(store\.state|\brootState)(\.\w+)*$/i.test(of.getText()) ? [of] : []
  })
  return [...owners, ...componentsSaying(trace, 'mapState', name)]
}

/** `this` of a component that is given a member by its name: `this.items`. */
const componentsSaying = (trace: Trace, maker: string, name: string): readonly ts.Expression[] => {
  const files = new Set(
    mapsIn(trace, maker).flatMap((given) => (listsWord(given, name) ? [given.getSourceFile()] : [])),
  )
  return accessesIn(trace, name).flatMap((access) => {
    const { of } = accessed(access) ?? {}
    return of?.kind === compiler.SyntaxKind.ThisKeyword && files.has(access.getSourceFile()) ? [of] : []
  })
}

const listsWord = (given: ts.Expression, name: string): boolean =>
  compiler.isArrayLiteralExpression(given) && given.elements.some((one) => wordOf(one) === name)

/** What a getter gives, and where that is said: `store.getters['pods/running']`, `mapGetters('pods', ['running'])`. */
const ofGetter = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent } = top
  const callee = compiler.isReturnStatement(parent) ? functionAround(parent) : parent
  const getter = membersIn(trace).find((one) => one.group === 'getters' && one.callee === callee)
  if (!getter) return undefined
  const said = [...accessesIn(trace, getter.name), ...keyedIn(trace, getter.name)].filter((access) =>
    /(^|\.)(rootG|g)etters$/.test(accessed(access)?.of.getText() ?? ''),
  )
  const own = componentsSaying(trace, 'mapGetters', getter.name).map(
    (one) => dressed(one).parent as ts.Expression,
  )
  return { within, roots: [...said, ...own] }
}

interface Member {
  readonly group: string
  readonly name: string
  readonly object: ts.ObjectLiteralExpression
  readonly callee: ts.SignatureDeclaration
}

const GROUPS = /^(mutations|getters|actions)$/

/** The functions of a store's modules: `mutations: { SET(state, pods) { … } }`, `const getters = { … }`. */
const membersIn = once((trace: Trace): readonly Member[] =>
  trace.files
    .filter(({ text }) => /\bmutations\b/.test(text) && /\bcommit\b|\bstate\b/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isObjectLiteralExpression))
    .flatMap((object) => {
      const { parent } = dressed(object)
      const isNamed = compiler.isPropertyAssignment(parent) || compiler.isVariableDeclaration(parent)
      const group = isNamed ? (nameOf(parent.name) ?? '') : ''
      if (!GROUPS.test(group)) return []
      return object.properties.flatMap((one): readonly Member[] => {
        const name = memberName(one)
        const callee = compiler.isPropertyAssignment(one) ? bare(one.initializer) : one
        const isOne = compiler.isMethodDeclaration(callee) || isFunctionValue(callee)
        return name !== undefined && isOne ? [{ group, name, object, callee }] : []
      })
    }),
)

/** Also `[SET_PODS](state, pods) { … }`. */
const memberName = ({ name }: ts.ObjectLiteralElementLike): string | undefined =>
  name && compiler.isComputedPropertyName(name) ? wordOf(name.expression) : nameOf(name)

const memberAround = (trace: Trace, node: ts.Node, group: string): Member | undefined => {
  const callee = functionAround(node)
  return membersIn(trace).find((one) => one.group === group && one.callee === callee)
}

/** What `mapState`, `mapGetters` are given last. */
const mapsIn = (trace: Trace, maker: string): readonly ts.Expression[] =>
  callsNamed(trace, new RegExp(`^${maker}$`), true).flatMap(({ arguments: given }) => {
    const last = given.at(-1)
    return last ? [bare(last)] : []
  })

const accessesIn = (trace: Trace, name: string): readonly ts.AccessExpression[] =>
  trace.files
    .filter(({ text }) => text.includes(name) && /\b(state|[gG]etters|mapState|mapGetters)\b/.test(text))
    .flatMap((file) => nodesIn(file, isAccess))
    .filter((access) => accessed(access)?.name === name)

/** `getters['pods/running']` */
const keyedIn = (trace: Trace, name: string): readonly ts.AccessExpression[] =>
  trace.files
    .filter(({ text }) => text.includes(`/${name}`))
    .flatMap((file) => nodesIn(file, compiler.isElementAccessExpression))
    .filter((access) => accessed(access)?.name?.endsWith(`/${name}`))
