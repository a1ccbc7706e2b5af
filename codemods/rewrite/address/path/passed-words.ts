import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { callsOfClosed } from '../../../sites/program/names/closed-function.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isNeverSet } from '../../body/steps/guards.ts'

const MOST_STEPS = 5

/**
 * The words that an expression may stand for, where all who call the function say them (`act(id, 'stop')`), or a loop goes
 * through them. Undefined where anybody out of sight may say another.
 */
export const passedWords = (trace: Trace, given: ts.Expression, steps = 0): string[] | undefined => {
  const node = bare(given)
  const all = (inner: readonly ts.Expression[] | undefined): string[] | undefined => {
    const found = inner?.map((one) => passedWords(trace, one, steps + 1))
    return found && found.length > 0 && found.every((words) => words !== undefined) ? found.flat() : undefined
  }
  if (steps > MOST_STEPS) return undefined
  if (compiler.isStringLiteralLike(node)) return [node.text]
  if (compiler.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse])
  if (!compiler.isIdentifier(node) || !isNeverSet(trace, node)) return undefined
  const declared = declarationOf(trace, node)
  if (declared && compiler.isParameter(declared)) return all(argumentsFor(trace, declared))
  if (!declared || !compiler.isVariableDeclaration(declared)) return undefined
  const loop = declared.parent.parent
  if (compiler.isForOfStatement(loop)) return all(itemsOf(trace, loop.expression))
  return declared.initializer && all([declared.initializer])
}

/** What every call passes for a parameter; undefined where one of them is out of sight or passes none. */
const argumentsFor = (
  trace: Trace,
  parameter: ts.ParameterDeclaration,
): readonly ts.Expression[] | undefined => {
  const callee = parameter.parent
  const place = callee.parameters.indexOf(parameter)
  const isPlain = compiler.isIdentifier(parameter.name) && !parameter.dotDotDotToken && !parameter.initializer
  const calls = isPlain ? callsOfClosed(trace, callee) : undefined
  const given = calls?.map((call) =>
    call.arguments.slice(0, place + 1).some(compiler.isSpreadElement) ? undefined : call.arguments[place],
  )
  return given?.every((one) => one !== undefined) ? given : undefined
}

/** The items of a list that is written out. */
const itemsOf = (trace: Trace, given: ts.Expression): readonly ts.Expression[] | undefined => {
  const [source, ...others] = trace.sources(bare(given), undefined)
  if (!source || others.length > 0 || !compiler.isArrayLiteralExpression(source.node)) return undefined
  return source.node.elements.some(compiler.isSpreadElement) ? undefined : source.node.elements
}
