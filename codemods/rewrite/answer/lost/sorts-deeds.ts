import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf, namesIn, placesSaying } from '../../../sites/program/names/names-used.ts'
import { accessed, accessOn, isAccess } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  isInside,
  isOperation,
  nameOf,
  returnsOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Asks whether something is done that takes its time. */
type Waits = (node: ts.Node) => boolean

/**
 * Whether a value puts items into an order or into lists, or picks one, by which the program then does something:
 * `pods.sort((a, b) => a.at - b.at)` before `end(pods[0].id)`, `reduce` into those that are ended and those that are kept;
 * also where a function gives it to what does: `age(a) - age(b)`.
 */
export const sortsDeeds = (trace: Trace, node: ts.Node, waits: Waits, depth = 0): boolean => {
  // `groupBy(pods, 'machineId')`
  if (compiler.isStringLiteralLike(node) && compiler.isCallExpression(node.parent))
    return SORTS.test(nameOfCallee(node.parent)) && isActedOn(trace, node.parent, waits, true)
  const callee = functionAround(node)
  if (!callee) return false
  if (callsOn(trace, callee, waits)) return true
  return (
    depth < MOST_FUNCTIONS &&
    returnsOf(callee).some((one) => isInside(node, one)) &&
    trace.callers(callee).some((call) => sortsDeeds(trace, call, waits, depth + 1))
  )
}

const MOST_FUNCTIONS = 3

/** Whether a function is handed to a method that sorts by what it gives, and something is done with what comes of it. */
const callsOn = (trace: Trace, callback: ts.SignatureDeclaration, waits: Waits): boolean => {
  if (!isFunctionValue(callback)) return false
  const { parent: call } = dressed(callback)
  if (!compiler.isCallExpression(call) || !call.arguments.includes(dressed(callback))) return false
  if (!SORTS.test(nameOfCallee(call))) return false
  const method = accessed(call.expression)
  const inPlace = method?.name === 'sort' && compiler.isIdentifier(method.of) ? usesOf(trace, method.of) : []
  return [call, ...inPlace].some((use) => isActedOn(trace, use, waits, true))
}

const SORTS = /^(sort|toSorted|reduce|groupBy|partition|sortBy|orderBy|minBy|maxBy|keyBy|uniqBy|countBy)$/

const nameOfCallee = ({ expression }: ts.CallExpression): string => {
  const method = accessed(expression)
  return method ? (method.name ?? '') : expression.getText()
}

/**
 * Whether a value says into which list an item is put, or under which key, and something is done with those then:
 * `(pod.machineId ? placed : lost).push(pod)`, `groups[pod.machineId ?? 'lost'].push(pod)`, `byPlace.set(place, pods)`.
 */
export const gathersDeeds = (trace: Trace, node: ts.Expression, waits: Waits, isFollowed = true): boolean => {
  const outer = dressed(node)
  const { parent } = outer
  const isPart =
    isOperation(parent, '??', '||', '&&', '===', '!==', '==', '!=') ||
    compiler.isPrefixUnaryExpression(parent)
  const isText = compiler.isCallExpression(parent) && parent.expression.getText() === 'String'
  if (isPart || isText) return gathersDeeds(trace, parent, waits, isFollowed)
  if (compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name))
    return isFollowed && mentionsOf(trace, parent.name).some((use) => gathersDeeds(trace, use, waits, false))
  if (compiler.isConditionalExpression(parent) && parent.condition === outer)
    return isFilled(parent)
      ? [parent.whenTrue, parent.whenFalse].some((list) => isGathered(trace, list, waits))
      : gathersDeeds(trace, parent, waits, isFollowed)
  if (compiler.isElementAccessExpression(parent))
    return (
      parent.argumentExpression === outer && isFilled(parent) && isGathered(trace, parent.expression, waits)
    )
  if (!compiler.isCallExpression(parent) || parent.arguments[0] !== outer) return false
  const method = accessed(parent.expression)
  return method?.name === 'set' && isGathered(trace, method.of, waits)
}

/** Whether a part of the program puts something into a list with which something is done then: `placed.push(pod)`. */
export const fillsDeeds = (trace: Trace, branch: ts.Node, waits: Waits): boolean =>
  someNode(
    branch,
    (one) => {
      const method = compiler.isCallExpression(one) ? accessed(one.expression) : undefined
      return method !== undefined && FILLS.test(method.name ?? '') && isGathered(trace, method.of, waits)
    },
    compiler.isFunctionLike,
  )

const FILLS = /^(push|unshift|add)$/

/** `groups[key] ??= []`, `groups[key].push(pod)` */
const isFilled = (list: ts.Expression): boolean => {
  const outer = dressed(list)
  if (isOperation(outer.parent, '=', '??=', '||=')) return outer.parent.left === outer
  const access = accessOn(outer)
  return access !== undefined && FILLS.test(accessed(access)?.name ?? '')
}

const isGathered = (trace: Trace, list: ts.Expression, waits: Waits): boolean => {
  const name = bare(list)
  return compiler.isIdentifier(name) && usesOf(trace, name).some((use) => isActedOn(trace, use, waits, false))
}

/** Every use of what a name holds; of a parameter, also those of what its callers hand over. */
const usesOf = (trace: Trace, name: ts.Identifier, depth = 0): readonly ts.Expression[] => {
  const [declared] = trace.checker.getSymbolAtLocation(name)?.declarations ?? []
  const isNamed =
    declared !== undefined &&
    (compiler.isVariableDeclaration(declared) ||
      compiler.isParameter(declared) ||
      compiler.isBindingElement(declared))
  if (!isNamed || !compiler.isIdentifier(declared.name)) return []
  const given = compiler.isParameter(declared) && depth < MOST_FUNCTIONS ? handedFor(trace, declared) : []
  return [...mentionsOf(trace, declared.name), ...given.flatMap((one) => usesOf(trace, one, depth + 1))]
}

/** The names that the callers of a function hand over for a parameter. */
const handedFor = (trace: Trace, parameter: ts.ParameterDeclaration): ts.Identifier[] => {
  const at = parameter.parent.parameters.indexOf(parameter)
  return trace.callers(parameter.parent).flatMap((call) => {
    const given = compiler.isCallExpression(call) ? call.arguments[at] : undefined
    const name = given && bare(given)
    return name && compiler.isIdentifier(name) ? [name] : []
  })
}

/** Whether what came of it is gone through, or some of it handed to what takes its time. */
const isActedOn = (
  trace: Trace,
  given: ts.Expression,
  waits: Waits,
  isWhole: boolean,
  depth = 0,
): boolean => {
  const use = dressed(given)
  const { parent } = use
  const next = (one: ts.Expression, isAll: boolean): boolean => isActedOn(trace, one, waits, isAll, depth)
  if (compiler.isReturnStatement(parent))
    return (
      depth < MOST_FUNCTIONS &&
      trace
        .callers(functionAround(parent) ?? parent)
        .some((call) => isActedOn(trace, call, waits, isWhole, depth + 1))
    )
  if (compiler.isAwaitExpression(parent)) return next(parent, isWhole)
  if (compiler.isForOfStatement(parent)) return parent.expression === use && waits(parent.statement)
  if (isAccess(parent) && parent.expression === use) return ofPart(parent, waits, next)
  if (compiler.isVariableDeclaration(parent))
    return namesIn(parent.name).some((name) =>
      mentionsOf(trace, name).some((one) => next(one, isWhole && compiler.isIdentifier(parent.name))),
    )
  if (compiler.isBinaryExpression(parent)) return next(parent, isWhole)
  if (!compiler.isCallExpression(parent) || parent.expression === use) return false
  if (/^Object\.(keys|values|entries)$/.test(parent.expression.getText())) return next(parent, false)
  return !isWhole && waits(parent.parent)
}

const ofPart = (
  access: ts.Expression,
  waits: Waits,
  next: (one: ts.Expression, isAll: boolean) => boolean,
): boolean => {
  const { parent } = access
  if (!compiler.isCallExpression(parent) || parent.expression !== access) return next(access, false)
  const [callback] = parent.arguments
  const isRun =
    callback !== undefined &&
    isFunctionValue(bare(callback)) &&
    waits((bare(callback) as ts.ArrowFunction).body)
  return isRun || next(parent, false)
}

/** `pods.filter((pod) => pod.machineId)`, `pods.filter(isPlaced)`, `pods.filter(policy.isPlaced)` */
const isSieve = (callback: ts.Expression): boolean => {
  const outer = dressed(callback)
  const { parent } = outer
  if (!compiler.isCallExpression(parent) || parent.expression === outer) return false
  return /^(filter|find|findLast|findIndex|some|every)$/.test(accessed(parent.expression)?.name ?? '')
}

/** Whether a list's method is told what to take by what a function gives, as it is written there or by its name. */
export const isToldBy = (trace: Trace, by: ts.ArrowFunction | ts.ReturnStatement): boolean => {
  const callee = compiler.isArrowFunction(by) ? by : functionAround(by)
  if (!callee || compiler.isGetAccessor(callee)) return false
  const isNamed = compiler.isFunctionDeclaration(callee) || compiler.isMethodDeclaration(callee)
  const declared = (isNamed ? callee : callee.parent) as ts.Declaration & { name?: ts.PropertyName }
  const name = declared.name && nameOf(declared.name)
  return (
    (compiler.isExpression(callee) && isSieve(callee)) ||
    (name !== undefined && placesSaying(trace, declared, name).some(isSieve))
  )
}
