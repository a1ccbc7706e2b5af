import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { placesSaying } from '../program/names/names-used.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { accessed } from '../program/syntax/access.ts'
import { bare, dressed, functionAround, isFunctionValue, isOperation } from '../program/syntax/nodes.ts'
import { functionsOf, parametersOf } from './functions.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/**
 * `set({ pods })` of a store of Zustand, `useStore.setState({ pods })`, with immer `set((state) => { state.pods = pods })`:
 * and `useStore((state) => state.pods)`, `useStore.getState().pods`.
 */
export const keptForHook = (trace: Trace, held: HeldWithin): Kept | undefined => {
  const drafted = intoDraft(held)
  const call = drafted?.call ?? callGiven(held.top)
  const store = call && storeSet(trace, call)
  const within = [...(drafted?.names ?? []), ...held.within]
  if (!store || !compiler.isIdentifier(store.name) || within.length === 0) return undefined
  const places = placesSaying(trace, store, store.name.text)
  const uses = places.flatMap(({ parent }) => (compiler.isCallExpression(parent) ? [parent] : []))
  const methods = places.flatMap(({ parent }) => methodCall(parent))
  const selectors = uses.flatMap(({ arguments: [one] }) => (one ? selectorsIn(trace, one) : []))
  const listeners = methods
    .filter(({ name }) => name === 'subscribe')
    .flatMap(({ call: { arguments: given } }) => given.flatMap((one) => functionsOf(trace, one)))
  return {
    within,
    roots: [
      ...uses.filter((one) => one.arguments.length === 0),
      ...methods.flatMap((one) => (one.name === 'getState' ? [one.call] : [])),
    ],
    names: parametersOf([...selectors, ...listeners], 0),
  }
}

const callGiven = (top: ts.Expression): ts.CallExpression | undefined =>
  compiler.isCallExpression(top.parent) && top.parent.expression !== top ? top.parent : undefined

/** `set((state) => { state.pods = pods })` */
const intoDraft = ({
  top,
}: HeldWithin): { readonly call: ts.CallExpression; readonly names: readonly string[] } | undefined => {
  const { parent } = top
  const left = isOperation(parent, '=') && parent.right === top ? bare(parent.left) : undefined
  const draft = left && compiler.isPropertyAccessExpression(left) ? bare(left.expression) : undefined
  const callee = draft && functionAround(draft)
  const call = callee && isFunctionValue(callee) ? dressed(callee).parent : undefined
  const isDraft = draft && callee?.parameters[0]?.name.getText() === draft.getText()
  return left &&
    compiler.isPropertyAccessExpression(left) &&
    isDraft &&
    call &&
    compiler.isCallExpression(call)
    ? { call, names: [left.name.text] }
    : undefined
}

/** The variable whose store a call sets. */
const storeSet = (trace: Trace, call: ts.CallExpression): ts.VariableDeclaration | undefined => {
  const setter = bare(call.expression)
  if (compiler.isIdentifier(setter)) {
    const declared = trace.checker.getSymbolAtLocation(setter)?.valueDeclaration
    return declared && compiler.isParameter(declared) ? storeOf(declared) : undefined
  }
  const { of, name } = accessed(setter) ?? {}
  const declared =
    name === 'setState' && of && compiler.isIdentifier(of)
      ? symbolBehind(trace, of)?.valueDeclaration
      : undefined
  return declared && compiler.isVariableDeclaration(declared) ? declared : undefined
}

/** The variable that holds what is made with a function: `const useStore = create(persist((set) => …))`. */
const storeOf = ({ parent: callee, name }: ts.ParameterDeclaration): ts.VariableDeclaration | undefined => {
  if (!isFunctionValue(callee) || !/^set/.test(name.getText()) || callee.parameters[0]?.name !== name)
    return undefined
  let at: ts.Node = dressed(callee).parent
  while (compiler.isCallExpression(at)) at = dressed(at).parent
  return compiler.isVariableDeclaration(at) ? at : undefined
}

const methodCall = (
  parent: ts.Node,
): readonly { readonly name: string; readonly call: ts.CallExpression }[] =>
  compiler.isPropertyAccessExpression(parent) && compiler.isCallExpression(parent.parent)
    ? [{ name: parent.name.text, call: parent.parent }]
    : []

/** `useStore((state) => …)`, `useStore(useShallow((state) => …))` */
const selectorsIn = (trace: Trace, given: ts.Expression): readonly ts.SignatureDeclaration[] => {
  const node = bare(given)
  const [inner] = compiler.isCallExpression(node) ? node.arguments : [node]
  return inner ? functionsOf(trace, inner) : []
}
