import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { accessed, isAccess } from '../../sites/program/access.ts'
import { mentionsOf, namesIn } from '../../sites/program/names-used.ts'
import { bare, dressed, functionAround, isFunctionValue } from '../../sites/program/scope.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** Asks whether something is done that takes its time. */
type Waits = (node: ts.Node) => boolean

/**
 * Whether a value puts items into an order or into lists, or picks one, by which the program then does something:
 * `pods.sort((a, b) => a.at - b.at)` before `end(pods[0].id)`, `reduce` into those that are ended and those that are kept.
 */
export const sortsDeeds = (trace: Trace, node: ts.Node, waits: Waits): boolean => {
  const callback = functionAround(node)
  if (!callback || !isFunctionValue(callback)) return false
  const { parent: call } = dressed(callback)
  if (!compiler.isCallExpression(call) || !call.arguments.includes(dressed(callback))) return false
  const method = accessed(call.expression)
  if (!method || !SORTS.test(method.name ?? '')) return false
  const inPlace = method.name === 'sort' && compiler.isIdentifier(method.of) ? usesOf(trace, method.of) : []
  return [call, ...inPlace].some((use) => isActedOn(trace, use, waits, true))
}

const SORTS = /^(sort|toSorted|reduce|groupBy|partition|sortBy|orderBy|minBy|maxBy)$/

const usesOf = (trace: Trace, name: ts.Identifier): readonly ts.Expression[] => {
  const [declared] = trace.checker.getSymbolAtLocation(name)?.declarations ?? []
  const own = declared && (compiler.isVariableDeclaration(declared) ? declared.name : undefined)
  return own && compiler.isIdentifier(own) ? mentionsOf(trace, own) : []
}

/** Whether what came of it is gone through, or some of it handed to what takes its time. */
const isActedOn = (trace: Trace, given: ts.Expression, waits: Waits, isWhole: boolean): boolean => {
  const use = dressed(given)
  const { parent } = use
  if (compiler.isForOfStatement(parent)) return parent.expression === use && waits(parent.statement)
  if (isAccess(parent) && parent.expression === use) return ofPart(trace, parent, waits)
  if (compiler.isVariableDeclaration(parent))
    return namesIn(parent.name).some((name) =>
      mentionsOf(trace, name).some((one) => isActedOn(trace, one, waits, isWhole)),
    )
  if (compiler.isBinaryExpression(parent)) return isActedOn(trace, parent, waits, isWhole)
  return !isWhole && compiler.isCallExpression(parent) && parent.expression !== use && waits(parent.parent)
}

const ofPart = (trace: Trace, access: ts.Expression, waits: Waits): boolean => {
  const { parent } = access
  if (!compiler.isCallExpression(parent) || parent.expression !== access)
    return isActedOn(trace, access, waits, false)
  const [callback] = parent.arguments
  const isRun =
    callback !== undefined &&
    isFunctionValue(bare(callback)) &&
    waits((bare(callback) as ts.ArrowFunction).body)
  return isRun || isActedOn(trace, parent, waits, false)
}
