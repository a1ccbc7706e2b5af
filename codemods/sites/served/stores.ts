import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf, placesSaying } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  functionsAround,
  isFunctionValue,
  isOperation,
  nameOf,
  nodesIn,
} from '../program/syntax/nodes.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'
import { keptByAction, keptByReducer, mountOf, selectingIn } from './reducers.ts'
import { functionsIn } from './registered.ts'

/** Those who read what is put into a store: Pinia's by its member, a slice of Redux by what its actions carry. */
export const keptInStore = (trace: Trace, held: HeldWithin): Kept | undefined =>
  ofThunk(trace, held) ??
  ofAction(trace, held) ??
  keptByAction(trace, held) ??
  ofState(trace, held) ??
  ofNewState(trace, held) ??
  keptByReducer(trace, held) ??
  ofPinia(trace, held)

/** `this.pods = pods` of an action, and `pods.value = …` of what the store's function gives back. */
const ofPinia = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const left = assigned(top)
  const made = left && madeAround(left, 'defineStore')
  const store = made && dressed(made).parent
  if (!left || !store || !compiler.isVariableDeclaration(store) || !compiler.isIdentifier(store.name))
    return undefined
  const member = memberOfStore(trace, left)
  if (member === undefined) return undefined
  const uses = placesSaying(trace, store, store.name.text).flatMap(({ parent }) =>
    compiler.isCallExpression(parent) ? [parent] : [],
  )
  return { within: [member, ...within], roots: uses }
}

const memberOfStore = (trace: Trace, left: ts.PropertyAccessExpression): string | undefined => {
  if (left.expression.kind === compiler.SyntaxKind.ThisKeyword) return left.name.text
  const ref = bare(left.expression)
  if (left.name.text !== 'value' || !compiler.isIdentifier(ref)) return undefined
  const declared = trace.checker.getSymbolAtLocation(ref)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const given = mentionsOf(trace, declared.name).find(
    ({ parent }) => compiler.isShorthandPropertyAssignment(parent) || compiler.isPropertyAssignment(parent),
  )
  return given && nameOf((given.parent as ts.PropertyAssignment).name)
}

/** `dispatch(received(pods))`: the reducer of that name. */
const ofAction = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent: call } = top
  if (!compiler.isCallExpression(call) || call.arguments[0] !== top) return undefined
  const name = accessed(call.expression)?.name ?? call.expression.getText()
  const reducers = slicesIn(trace).flatMap(({ reducers: all }) => all.get(name) ?? [])
  const isAction = reducers.length > 0 && isDispatched(call)
  return isAction ? { within: ['payload', ...within], names: actionsOf(reducers) } : undefined
}

const isDispatched = (call: ts.CallExpression): boolean => {
  const { parent } = dressed(call)
  return compiler.isCallExpression(parent) && /(^|\.)(\w*[dD]ispatch|put)$/.test(parent.expression.getText())
}

/** `createAsyncThunk('pods/load', async () => pods)`: `addCase(load.fulfilled, (state, action) => …)` */
const ofThunk = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const made = madeAround(top, 'createAsyncThunk')
  const thunk = made && dressed(made).parent
  const isGiven = functionsAround(top).find((one) => made?.arguments.some((given) => bare(given) === one))
  const { parent } = top
  const isBack = compiler.isReturnStatement(parent) || parent === isGiven || top === made?.arguments[1]
  if (!isBack || !thunk || !compiler.isVariableDeclaration(thunk) || !compiler.isIdentifier(thunk.name))
    return undefined
  const cases = placesSaying(trace, thunk, thunk.name.text).flatMap(({ parent: fulfilled }) => {
    const outer = compiler.isPropertyAccessExpression(fulfilled) ? fulfilled.parent : undefined
    const isCase = outer && compiler.isCallExpression(outer) && fulfilled.getText().endsWith('.fulfilled')
    return isCase && outer.arguments[1] ? functionsIn(trace, outer.arguments[1]) : []
  })
  return { within: ['payload', ...within], names: actionsOf(cases.filter(compiler.isFunctionLike)) }
}

const actionsOf = (reducers: readonly ts.SignatureDeclaration[]): readonly ts.BindingName[] =>
  reducers.flatMap(({ parameters }) => parameters[1]?.name ?? [])

/** `state.items = action.payload` of a slice, `state.byId[id] = …`, `state.items.push(…)`: and those who select that. */
const ofState = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const place = placeSet(top)
  const path = place && pathOf(place.at)
  const made = place && madeAround(place.at, 'createSlice')
  const key = path && made && mountedAs(trace, made)
  return key === undefined || !path
    ? undefined
    : { within: [key, ...path, ...within], isEach: place?.isEach === true, ...selectingIn(trace) }
}

/** `(state, action) => ({ ...state, items: action.payload })` of a slice */
const ofNewState = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent } = top
  const callee = isFunctionValue(top)
    ? top
    : compiler.isReturnStatement(parent)
      ? functionAround(parent)
      : undefined
  const made = callee && within.length > 0 ? madeAround(callee, 'createSlice') : undefined
  const key = made && isCaseReducer(callee as ts.SignatureDeclaration) ? mountedAs(trace, made) : undefined
  return key === undefined ? undefined : { within: [key, ...within], ...selectingIn(trace) }
}

const isCaseReducer = (callee: ts.SignatureDeclaration): boolean => {
  const place = isFunctionValue(callee) ? dressed(callee).parent : callee
  if (!compiler.isCallExpression(place))
    return compiler.isPropertyAssignment(place) || compiler.isMethodDeclaration(place)
  return /^add(Case|Matcher|DefaultCase)$/.test(accessed(place.expression)?.name ?? '')
}

/** The name under which selectors find what a slice keeps: its own, where the program says no other. */
const mountedAs = (trace: Trace, made: ts.CallExpression): string | undefined =>
  mountOf(trace, made) ?? slicesIn(trace).find((one) => one.made === made)?.name

interface PlaceSet {
  readonly at: ts.Expression
  /** Whether there are others beside it. */
  readonly isEach: boolean
}

const placeSet = (top: ts.Expression): PlaceSet | undefined => {
  const { parent } = top
  if (isOperation(parent, '=') && parent.right === top) {
    const left = bare(parent.left)
    const isKeyed = compiler.isElementAccessExpression(left)
    return { at: isKeyed ? bare(left.expression) : left, isEach: isKeyed }
  }
  const pushed =
    compiler.isCallExpression(parent) && parent.expression !== top ? accessed(parent.expression) : undefined
  return pushed && /^(push|unshift)$/.test(pushed.name ?? '') ? { at: pushed.of, isEach: true } : undefined
}

/** The members of `state.fleet.items` below what its function is handed first. */
const pathOf = (node: ts.Expression): readonly string[] | undefined => {
  const names: string[] = []
  let at = node
  for (; compiler.isPropertyAccessExpression(at); at = bare(at.expression)) names.unshift(at.name.text)
  return compiler.isIdentifier(at) && names.length > 0 ? names : undefined
}

interface Slice {
  readonly made: ts.CallExpression
  readonly name: string | undefined
  readonly reducers: ReadonlyMap<string, ts.SignatureDeclaration>
}

const slicesIn = (trace: Trace): readonly Slice[] =>
  trace.files
    .filter(({ text }) => text.includes('createSlice'))
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
    .filter(({ expression }) => expression.getText() === 'createSlice')
    .flatMap((made) => {
      const [given] = made.arguments
      const options = given && bare(given)
      if (!options || !compiler.isObjectLiteralExpression(options)) return []
      const said = (key: string): ts.Expression | undefined => {
        const one = options.properties.find((property) => nameOf(property.name) === key)
        return one && compiler.isPropertyAssignment(one) ? bare(one.initializer) : undefined
      }
      const name = said('name')
      return [
        {
          made,
          name: name && compiler.isStringLiteralLike(name) ? name.text : undefined,
          reducers: reducersIn(said('reducers')),
        },
      ]
    })

const reducersIn = (given: ts.Expression | undefined): Slice['reducers'] => {
  const all = given && compiler.isObjectLiteralExpression(given) ? given.properties : []
  return new Map(
    all.flatMap((one) => {
      const name = nameOf(one.name)
      const callee = compiler.isPropertyAssignment(one) ? bare(one.initializer) : one
      const isOne = compiler.isMethodDeclaration(callee) || isFunctionValue(callee)
      return name !== undefined && isOne ? [[name, callee as ts.SignatureDeclaration] as const] : []
    }),
  )
}

/** `x.name` of `x.name = value` */
const assigned = (top: ts.Expression): ts.PropertyAccessExpression | undefined => {
  const { parent } = top
  return isOperation(parent, '=') && parent.right === top && compiler.isPropertyAccessExpression(parent.left)
    ? parent.left
    : undefined
}

/** The call around that makes a store: `defineStore('pods', { actions: { … } })`. */
const madeAround = (node: ts.Node, maker: string): ts.CallExpression | undefined => {
  for (let at = node.parent; at; at = at.parent)
    if (compiler.isCallExpression(at) && at.expression.getText() === maker) return at
  return undefined
}
