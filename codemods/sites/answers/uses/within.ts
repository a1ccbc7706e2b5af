import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../program/frames/source.ts'
import { usesAcross } from '../../program/names/names-across.ts'
import { isExported } from '../../program/names/names-used.ts'
import { accessed, isAccess } from '../../program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  functionsAround,
  isFunctionValue,
} from '../../program/syntax/nodes.ts'
import { isLog } from '../../program/syntax/said.ts'
import { underFailure } from '../failure/failure.ts'
import { toldBy } from '../failure/told-failure.ts'
import { declaredStore, storeOf, usesOfStore } from '../held/stores.ts'

/** A look at what helpers do with an answer themselves. What they give back is told, and not followed further. */
export interface Within {
  /** The helpers, those that another of them calls with that call. */
  readonly functions: ReadonlyMap<ts.Node, ts.Expression | undefined>
  /** Where they give the answer back. */
  readonly back: ts.Node[]
  /** Where they print it. */
  readonly printed: ts.Node[]
  /** Names of schemas that they are handed, and check it with: `schema.parse(body)`. */
  readonly checked: ts.Identifier[]
}

/** What is thrown or caught, and what stands inside `if (!res.ok) { … }`, or behind `if (res.ok) return …`. */
export const isOfError = (trace: Trace, node: ts.Node): boolean => {
  for (let at = node; at.parent && !compiler.isFunctionLike(at); at = at.parent) {
    if (compiler.isThrowStatement(at) || compiler.isCatchClause(at) || isError(at)) return true
    const { parent } = at
    if (
      compiler.isIfStatement(parent) &&
      parent.thenStatement === at &&
      toldBy(trace, parent.expression).holds
    )
      return true
  }
  return underFailure(trace, node)
}

/** `if (!Array.isArray(body)) return []`: v2's list is no array before it is taken out. A choice of the two is looked at as one. */
export const isDecisive = (trace: Trace, guard: ts.Node): boolean => {
  const { parent } = dressed(guard as ts.Expression)
  return !isOfError(trace, guard) && !(compiler.isConditionalExpression(parent) && parent.condition === guard)
}

/** Deals with a value that goes out of sight where it is only said in an error, printed, or given back in something. */
export const isToldWithin = (trace: Trace, within: Within, node: ts.Node): boolean => {
  if (isOfError(trace, node)) return true
  let isKept = false
  for (let at = node; !compiler.isFunctionLike(at) && at.parent; at = at.parent) {
    if (compiler.isReturnStatement(at)) return (isHeldOnly(node, at) && isBack(within, node)) || isKept
    const store = storeOf(at)
    // Whoever else looks into the store reads the answer.
    if (store && !isKeptFor(trace, within, at, store)) return false
    isKept ||= store !== undefined
    if (!compiler.isCallExpression(at)) continue
    if (isLog(at.expression.getText())) return within.printed.push(node) > 0
    if (settlesPromise(trace, at)) return isBack(within, node)
  }
  const callee = functionAround(node)
  return (callee !== undefined && isHeldOnly(node, callee) && isBack(within, node)) || isKept
}

/** `cache.set(path, answer)`, `this.#cache[path] = answer`, where nothing but the helpers looks into the cache. */
const isKeptFor = (trace: Trace, { functions }: Within, node: ts.Node, store: ts.Expression): boolean => {
  const declared = declaredStore(trace, store)
  if (!declared) return false
  if (compiler.isVariableDeclaration(declared)) {
    const owner = functionAround(declared)
    if (owner && !functions.has(owner) && functionAround(node) !== owner) return false
  }
  const isOurs = (use: ts.Node): boolean => functionsAround(use).some((one) => functions.has(one))
  const uses = usesOfStore(trace, declared)
  if (uses?.every((use) => isEmptied(use) || isOurs(use))) return true
  return !isOurs(node) && cachesOf(trace, declared)?.every(isOurs) === true
}

/** Where the caches that a class of the program makes are spoken of: `const cache = new TtlCache()`; undefined where another may have one. */
const cachesOf = (trace: Trace, field: ts.Declaration): readonly ts.Node[] | undefined => {
  const { parent: owner } = field
  if (!compiler.isClassDeclaration(owner) || !owner.name || usesOfStore(trace, field) === undefined)
    return undefined
  const uses = (usesAcross(trace, owner.name) ?? [undefined]).map((name) => {
    if (!name) return undefined
    const { parent: made } = name
    if (compiler.isTypeReferenceNode(made)) return []
    const kept = compiler.isNewExpression(made) && made.expression === name ? dressed(made).parent : undefined
    return kept && usesOfKept(trace, kept)
  })
  return uses.includes(undefined)
    ? undefined
    : uses.flatMap((one) => one ?? []).filter((use) => !isEmptied(use))
}

/** The same of a cache that a variable or a private field holds, also where a file exports it. */
const usesOfKept = (trace: Trace, kept: ts.Node): readonly ts.Node[] | undefined => {
  if (compiler.isPropertyDeclaration(kept)) return usesOfStore(trace, kept)
  if (!compiler.isVariableDeclaration(kept) || !compiler.isIdentifier(kept.name)) return undefined
  return isExported(trace, kept.name) ? usesAcross(trace, kept.name) : usesOfStore(trace, kept)
}

const isEmptied = ({ parent }: ts.Node): boolean =>
  compiler.isPropertyAccessExpression(parent) && /^(clear|delete|size)$/.test(parent.name.text)

const isBack = ({ back }: Within, node: ts.Node): boolean => {
  back.push(node)
  return true
}

const isError = (node: ts.Node): boolean =>
  compiler.isNewExpression(node) && /(Error|Exception)$/.test(node.expression.getText())

/**
 * Whether nothing but literals that hold it stands between a value and what is around; a call that took it in keeps it. How
 * long a list is, its items (`[...body]`) and what is chosen by it are not the answer: v2's envelope has none of them.
 */
const isHeldOnly = (node: ts.Node, around: ts.Node): boolean => {
  const name = isAccess(node) ? accessed(node)?.name : undefined
  if (compiler.isSpreadElement(node) || (name !== undefined && name in Array.prototype)) return false
  if (
    compiler.isCallExpression(node) &&
    node.arguments.length > 0 &&
    node.expression.getText() !== 'JSON.parse'
  )
    return false
  for (let at = node; at.parent && at.parent !== around; at = at.parent)
    if (!isHolder(at.parent) || isCondition(at)) return false
  return true
}

const isCondition = (node: ts.Node): boolean =>
  compiler.isConditionalExpression(node.parent) && node.parent.condition === node

const isHolder = (node: ts.Node): boolean =>
  compiler.isObjectLiteralExpression(node) ||
  compiler.isArrayLiteralExpression(node) ||
  compiler.isPropertyAssignment(node) ||
  compiler.isShorthandPropertyAssignment(node) ||
  compiler.isSpreadAssignment(node) ||
  compiler.isSpreadElement(node) ||
  compiler.isParenthesizedExpression(node) ||
  compiler.isAwaitExpression(node) ||
  compiler.isConditionalExpression(node) ||
  compiler.isAsExpression(node)

/** `resolve(answer)` in `new Promise((resolve) => …)`. */
export const settlesPromise = (trace: Trace, { expression }: ts.CallExpression): boolean =>
  isSettler(trace, expression)

/** `reject(error)`, by whatever name the executor takes it, and `Promise.reject(error)`. */
export const isRejection = (trace: Trace, node: ts.Node): node is ts.CallExpression => {
  if (!compiler.isCallExpression(node)) return false
  const callee = bare(node.expression)
  if (/(^|\.)(reject|rej|fail)$/.test(callee.getText())) return true
  const declared = isSettler(trace, callee) && trace.checker.getSymbolAtLocation(callee)?.valueDeclaration
  if (!declared || !compiler.isParameter(declared)) return false
  return declared.parent.parameters.indexOf(declared) === 1
}

/** `resolve` and `reject` of `new Promise((resolve, reject) => …)`. */
export const isSettler = ({ checker }: Trace, node: ts.Expression): boolean => {
  const name = bare(node)
  const declared = compiler.isIdentifier(name) && checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared || !compiler.isParameter(declared)) return false
  const executor = declared.parent
  if (!isFunctionValue(executor)) return false
  const { parent } = dressed(executor)
  return compiler.isNewExpression(parent) && parent.expression.getText() === 'Promise'
}
