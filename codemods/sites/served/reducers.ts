import type { ts } from 'ts-morph'
import { once } from '../../../mappings/dsl/once.ts'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { accessed } from '../program/syntax/access.ts'
import {
  bare,
  functionAround,
  functionsAround,
  isFunctionValue,
  isOperation,
  nameOf,
  nodesIn,
} from '../program/syntax/nodes.ts'
import { functionsOf, parametersOf } from './functions.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/** The names under which a program puts together what its reducers keep: `combineReducers({ fleet: pods })`. */
const mountsIn = once((trace: Trace): readonly { readonly name: string; readonly given: ts.Expression }[] =>
  trace.files
    .filter(({ text }) => /\b(combineReducers|configureStore)\(/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isObjectLiteralExpression))
    .filter(({ parent }) =>
      compiler.isCallExpression(parent)
        ? parent.expression.getText() === 'combineReducers'
        : compiler.isPropertyAssignment(parent) && nameOf(parent.name) === 'reducer',
    )
    .flatMap(({ properties }) => properties)
    .flatMap((one) => {
      const name = nameOf(one.name)
      const given = compiler.isPropertyAssignment(one)
        ? one.initializer
        : compiler.isShorthandPropertyAssignment(one)
          ? one.name
          : undefined
      return name !== undefined && given ? [{ name, given }] : []
    }),
)

const MOST_NAMES = 4

/**
 * Whether an expression is a reducer of the program's: the function, or that of a slice, by whatever name.
 * @param made the function, or the call of `createSlice`
 */
const isReducer = (trace: Trace, given: ts.Expression, made: ts.Node, depth = 0): boolean => {
  const node = bare(given)
  if (node === made) return true
  if (depth > MOST_NAMES) return false
  if (compiler.isCallExpression(node))
    return node.arguments.some((one) => isReducer(trace, one, made, depth + 1))
  if (compiler.isPropertyAccessExpression(node))
    return node.name.text === 'reducer' && isReducer(trace, node.expression, made, depth + 1)
  if (!compiler.isIdentifier(node)) return false
  const declared = symbolBehind(trace, node)?.declarations?.[0]
  if (!declared || declared === made) return declared === made
  if (compiler.isExportAssignment(declared)) return isReducer(trace, declared.expression, made, depth + 1)
  const from = compiler.isBindingElement(declared) ? declared.parent.parent : declared
  const value = compiler.isVariableDeclaration(from) ? from.initializer : undefined
  return value !== undefined && isReducer(trace, value, made, depth + 1)
}

/** The name under which selectors find what a reducer keeps. */
export const mountOf = (trace: Trace, made: ts.Node): string | undefined =>
  mountsIn(trace).find(({ given }) => isReducer(trace, given, made))?.name

/** `return { ...state, pods }` of a reducer, and those who read that: by selectors, or of `useReducer`. */
export const keptByReducer = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent } = top
  const callee = isFunctionValue(top)
    ? top
    : compiler.isReturnStatement(parent)
      ? functionAround(parent)
      : undefined
  if (!callee || callee.parameters.length < 2 || within.length === 0) return undefined
  const mount = mountOf(trace, callee)
  if (mount !== undefined) return { within: [mount, ...within], ...selectingIn(trace) }
  const states = statesIn(trace).filter(({ by }) => isReducer(trace, by, callee))
  return states.length > 0 ? { within, names: states.map(({ name }) => name) } : undefined
}

interface State {
  readonly by: ts.Expression
  readonly name: ts.BindingName
  readonly dispatch: ts.BindingName | undefined
}

/** `const [state, dispatch] = useReducer(reducer, START)` */
const statesIn = once((trace: Trace): readonly State[] =>
  trace.files
    .filter(({ text }) => text.includes('useReducer'))
    .flatMap((file) => nodesIn(file, compiler.isVariableDeclaration))
    .flatMap(({ name, initializer: made }) => {
      const isMade =
        made && compiler.isCallExpression(made) && /(^|\.)useReducer$/.test(made.expression.getText())
      const [by] = isMade ? made.arguments : []
      const [state, dispatch] = compiler.isArrayBindingPattern(name) ? name.elements.map(boundTo) : []
      return by && state ? [{ by, name: state, dispatch }] : []
    }),
)

const boundTo = (element: ts.ArrayBindingElement): ts.BindingName | undefined =>
  compiler.isBindingElement(element) ? element.name : undefined

/** What selectors call the whole state, and where else the program has it: `store.getState()`. */
export const selectingIn = once((trace: Trace): Pick<Kept, 'names' | 'roots'> => {
  const calls = trace.files
    .filter(({ text }) => /Selector\b|\bgetState\(/.test(text))
    .flatMap((file) => nodesIn(file, compiler.isCallExpression))
  const selectors = calls
    .filter(({ expression }) => /^(use\w*Selector|create\w*Selector)$/.test(expression.getText()))
    .flatMap(({ arguments: given }) => given.flatMap((one) => functionsOf(trace, one)))
  return {
    names: parametersOf(selectors, 0),
    roots: calls.filter(({ expression }) => /(^|\.)getState$/.test(expression.getText())),
  }
})

/** `dispatch({ type: 'LOADED', pods })`: what reducers do with an action of that type. */
export const keptByAction = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const { parent: call } = top
  const action = bare(top)
  const isSent =
    compiler.isCallExpression(call) &&
    DISPATCHES.test(accessed(call.expression)?.name ?? call.expression.getText())
  if (!isSent || within.length === 0 || !compiler.isObjectLiteralExpression(action)) return undefined
  const type = action.properties.find((one) => nameOf(one.name) === 'type')
  const word = type && compiler.isPropertyAssignment(type) ? wordOf(type.initializer) : undefined
  if (word === undefined) return undefined
  const isTaken = takingFrom(trace, (call as ts.CallExpression).expression)
  const roots = casesIn(trace).filter(({ word: own, node }) => own === word && isTaken(node))
  return { within, roots: roots.flatMap(({ action: name, node }) => saying(node, name)) }
}

/** Whether a reducer around a place is handed what is dispatched so: that of `useReducer`, or one of a store's. */
const takingFrom = (trace: Trace, dispatch: ts.Expression): ((place: ts.Node) => boolean) => {
  const states = statesIn(trace)
  const own = states.find(({ dispatch: name }) => name !== undefined && isNamed(trace, dispatch, name))
  const isOf = (place: ts.Node, by: ts.Expression): boolean =>
    functionsAround(place).some((one) => isReducer(trace, by, one))
  if (own) return (place) => isOf(place, own.by)
  const isStores = (place: ts.Node): boolean =>
    functionsAround(place).some((one) => mountOf(trace, one) !== undefined)
  return mountsIn(trace).length > 0 ? isStores : () => true
}

const isNamed = ({ checker }: Trace, given: ts.Expression, name: ts.BindingName): boolean => {
  const node = bare(given)
  return (
    compiler.isIdentifier(node) &&
    compiler.isIdentifier(name) &&
    checker.getSymbolAtLocation(node) === checker.getSymbolAtLocation(name)
  )
}

const DISPATCHES = /^(\w*[dD]ispatch|put)$/

const wordOf = (node: ts.Expression): string => node.getText().replace(/['"`]/g, '')

/** What a reducer does with an action of one type. */
interface Case {
  readonly word: string
  /** What it calls the action. */
  readonly action: string
  readonly node: ts.Node
}

/** `case 'LOADED': …`, `if (action.type === 'LOADED') …`, `action.type === 'LOADED' ? … : state` */
const casesIn = once((trace: Trace): readonly Case[] =>
  trace.files
    .filter(({ text }) => /\.type\b/.test(text))
    .flatMap((file) => [
      ...nodesIn(file, compiler.isCaseClause).flatMap((node) =>
        caseOf(node.parent.parent.expression, node.expression, node),
      ),
      ...nodesIn(file, compiler.isBinaryExpression).flatMap((asked) => {
        const { parent } = asked
        if (!isOperation(asked, '===', '==')) return []
        if (compiler.isIfStatement(parent)) return caseOf(asked.left, asked.right, parent.thenStatement)
        return compiler.isConditionalExpression(parent) && parent.condition === asked
          ? caseOf(asked.left, asked.right, parent.whenTrue)
          : []
      }),
    ]),
)

const caseOf = (asked: ts.Expression, word: ts.Expression, node: ts.Node): readonly Case[] => {
  const { of, name } = accessed(bare(asked)) ?? {}
  return name === 'type' && of && compiler.isIdentifier(of)
    ? [{ word: wordOf(word), action: of.text, node }]
    : []
}

const saying = (node: ts.Node, name: string): readonly ts.Identifier[] =>
  nodesIn(node, compiler.isIdentifier).filter(
    (one) =>
      one.text === name && !(compiler.isPropertyAccessExpression(one.parent) && one.parent.name === one),
  )
