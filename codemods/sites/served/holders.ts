import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { placesSaying } from '../program/names/names-used.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { accessed, accessOn } from '../program/syntax/access.ts'
import { bare, dressed, functionAround, isFunctionValue, isOperation } from '../program/syntax/nodes.ts'
import { functionsOf, parametersOf } from './functions.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/** What makes an object that holds one value, and gives it to who asks. */
const HOLDERS = /^(\w*[aA]tom\w*|writable|signal|shallowRef|ref|map|(\w*\.)?\w*Subject)$/

/** What makes one of others: `derived(pods, ($pods) => …)`. */
const DERIVED = /^(\w*[aA]tom\w*|selector|computed|derived)$/

/** Those who read what is put into an atom, a store of Svelte, a subject: `pods.set(await list())`, `useAtomValue(pods)`. */
export const keptInHolder = (trace: Trace, { top, within }: HeldWithin): Kept | undefined => {
  const holder = holderSet(trace, top) ?? holderMade(top)
  if (!holder || !compiler.isIdentifier(holder.name)) return undefined
  const uses = placesSaying(trace, holder, holder.name.text).map((place) => useOf(trace, place))
  return {
    within,
    roots: uses.flatMap(({ roots = [] }) => roots),
    names: uses.flatMap(({ names = [] }) => names),
  }
}

const holderSet = (trace: Trace, top: ts.Expression): ts.VariableDeclaration | undefined => {
  const { parent } = top
  if (isOperation(parent, '=') && parent.right === top) {
    const { of, name } = accessed(parent.left) ?? {}
    return name === 'value' && of ? declaredAs(trace, of, HOLDERS) : undefined
  }
  if (!compiler.isCallExpression(parent) || parent.expression === top) return undefined
  const [first, second] = parent.arguments
  const { of, name } = accessed(parent.expression) ?? {}
  const callee = name ?? parent.expression.getText()
  const isSet = callee === 'set' || isGivenByAtom(trace, parent.expression)
  if (isSet && second === top && first) return declaredAs(trace, first, HOLDERS)
  if (first !== top || second) return undefined
  return of && /^(set|next)$/.test(callee)
    ? declaredAs(trace, of, HOLDERS)
    : setterOf(trace, bare(parent.expression))
}

/** `read` and `write` of `atom((read) => …)` and `atom(null, (read, write) => …)`, which are called by any name. */
const isGivenByAtom = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node)
    ? trace.checker.getSymbolAtLocation(node)?.valueDeclaration
    : undefined
  if (!declared || !compiler.isParameter(declared) || !isFunctionValue(declared.parent)) return false
  const call = dressed(declared.parent).parent
  return compiler.isCallExpression(call) && DERIVED.test(call.expression.getText())
}

/** The variable that a name stands for, where it is made by one of some functions. */
const declaredAs = (
  trace: Trace,
  given: ts.Expression,
  makers: RegExp,
): ts.VariableDeclaration | undefined => {
  const node = bare(given)
  const declared = compiler.isIdentifier(node) ? symbolBehind(trace, node)?.valueDeclaration : undefined
  const made = declared && compiler.isVariableDeclaration(declared) && declared.initializer
  const value = made ? bare(made) : undefined
  const isOne =
    value &&
    (compiler.isCallExpression(value) || compiler.isNewExpression(value)) &&
    makers.test(value.expression.getText())
  return isOne ? (declared as ts.VariableDeclaration) : undefined
}

/** `const [pods, setPods] = useAtom(podsAtom)`, `const setPods = useSetAtom(podsAtom)` */
const setterOf = (trace: Trace, setter: ts.Expression): ts.VariableDeclaration | undefined => {
  const declared = compiler.isIdentifier(setter)
    ? trace.checker.getSymbolAtLocation(setter)?.valueDeclaration
    : undefined
  const from = declared && compiler.isBindingElement(declared) ? declared.parent.parent : declared
  const made =
    from && compiler.isVariableDeclaration(from) && from.initializer ? bare(from.initializer) : undefined
  const isSetter =
    made && compiler.isCallExpression(made) && /^use(Set)?(Atom|RecoilState)$/.test(made.expression.getText())
  const [holder] = isSetter ? made.arguments : []
  return holder && declaredAs(trace, holder, HOLDERS)
}

/** `atom(async () => list())`, `atom((get) => get(pods)[0])`: what a holder is made with gives. */
const holderMade = (top: ts.Expression): ts.VariableDeclaration | undefined => {
  const callee = compiler.isReturnStatement(top.parent) ? functionAround(top.parent) : top.parent
  if (!callee || !isFunctionValue(callee)) return undefined
  const call = dressed(callee).parent
  if (!compiler.isCallExpression(call) || !DERIVED.test(call.expression.getText())) return undefined
  const { parent } = dressed(call)
  return compiler.isVariableDeclaration(parent) ? parent : undefined
}

/** Who has the value where a holder is said: `useAtomValue(pods)`, `pods.subscribe((all) => …)`, `pods.value`. */
const useOf = (trace: Trace, place: ts.Expression): Partial<Pick<Kept, 'roots' | 'names'>> => {
  const access = accessOn(place)
  if (access) return byMember(trace, access)
  const { parent } = dressed(place)
  if (!compiler.isCallExpression(parent) || parent.expression === place) return {}
  const others = parent.arguments.filter((one) => bare(one) !== place)
  const names = parametersOf(
    others.flatMap((one) => functionsOf(trace, one)),
    0,
  )
  const pair = dressed(parent).parent
  if (/^use(Atom|RecoilState)$/.test(parent.expression.getText())) {
    const [value] =
      compiler.isVariableDeclaration(pair) && compiler.isArrayBindingPattern(pair.name)
        ? pair.name.elements
        : []
    return value && compiler.isBindingElement(value) ? { names: [value.name] } : {}
  }
  return /^(get|use[A-Z]\w*|toValue|unref)$/.test(parent.expression.getText()) ||
    (others.length === 0 && isGivenByAtom(trace, parent.expression))
    ? { roots: [parent] }
    : { names }
}

const byMember = (trace: Trace, access: ts.AccessExpression): Partial<Pick<Kept, 'roots' | 'names'>> => {
  const name = accessed(access)?.name ?? ''
  const { parent } = access
  if (name === 'value') return { roots: isOperation(parent, '=') && parent.left === access ? [] : [access] }
  if (!compiler.isCallExpression(parent) || parent.expression !== access) return {}
  if (/^(get|getValue|peek)$/.test(name)) return { roots: [parent] }
  const given =
    name === 'pipe' ? [...parent.arguments.flatMap(argumentsOf), ...subscribed(parent)] : parent.arguments
  return /^(subscribe|listen|pipe)$/.test(name)
    ? {
        names: parametersOf(
          given.flatMap((one) => functionsOf(trace, one)),
          0,
        ),
      }
    : {}
}

/** `map((pods) => …)` */
const argumentsOf = (given: ts.Expression): readonly ts.Expression[] =>
  compiler.isCallExpression(given) &&
  /^(map|tap|filter|switchMap|mergeMap|concatMap)$/.test(given.expression.getText())
    ? given.arguments
    : []

/** `.subscribe((pods) => …)` behind a `pipe` that gives on what it is given. */
const subscribed = (piped: ts.CallExpression): readonly ts.Expression[] => {
  const access = accessOn(piped)
  const isSame = piped.arguments.every(
    (one) =>
      compiler.isCallExpression(one) &&
      !/^(map|switchMap|mergeMap|concatMap|reduce|scan)$/.test(one.expression.getText()),
  )
  return isSame &&
    access &&
    accessed(access)?.name === 'subscribe' &&
    compiler.isCallExpression(access.parent)
    ? access.parent.arguments
    : []
}
