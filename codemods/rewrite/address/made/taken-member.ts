import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { type At, memberAt } from '../../../sites/body.ts'
import { argumentFor, frameOf, type Scope } from '../../../sites/program/frames/frames.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { symbolAt } from '../../../sites/program/names/symbol.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import { isSaid } from '../../../sites/program/syntax/said.ts'
import { parameterOfPattern } from '../../../sites/program/syntax/taken-apart.ts'

/** A member of what a function is given: `options.path`, or the `path` of `const { path } = options`. */
export interface TakenMember {
  readonly parameter: ts.ParameterDeclaration
  readonly member: string
}

/** Finds the parameter that a place reads a member of. */
export const takenMember = (trace: Trace, node: ts.Node): TakenMember | undefined => {
  if (compiler.isPropertyAccessExpression(node)) {
    if (node.questionDotToken || !compiler.isIdentifier(node.expression)) return undefined
    const declared = symbolAt(trace, node.expression)?.valueDeclaration
    const isOfName =
      declared &&
      compiler.isParameter(declared) &&
      compiler.isIdentifier(declared.name) &&
      !declared.initializer
    return isOfName ? { parameter: declared, member: node.name.text } : undefined
  }
  const element = compiler.isIdentifier(node) ? symbolAt(trace, node)?.valueDeclaration : undefined
  if (!element || !compiler.isBindingElement(element) || element.dotDotDotToken) return undefined
  const parameter = parameterOfPattern(trace.checker, element.parent)
  const member = nameOf(element.propertyName ?? element.name)
  return parameter && member !== undefined ? { parameter, member } : undefined
}

/**
 * Where a function reads such a member: `options.path`, or the name that a pattern gives it.
 * @returns undefined where it may be read in other ways: the whole is handed on, spread, or looked through
 */
export const readsOfMember = (
  trace: Trace,
  { parameter, member }: TakenMember,
): readonly ts.Node[] | undefined => {
  if (!compiler.isIdentifier(parameter.name)) return []
  const found: ts.Node[] = []
  for (const use of referencesOf(trace, parameter.name)) {
    const { parent } = use
    if (compiler.isPropertyAccessExpression(parent) && parent.expression === use) {
      if (parent.name.text === member) found.push(parent)
    } else if (compiler.isVariableDeclaration(parent) && compiler.isObjectBindingPattern(parent.name)) {
      if (parent.name.elements.some(({ dotDotDotToken }) => dotDotDotToken)) return undefined
    } else if (!isSaid(use) && !isGivenAgain(trace, use, parameter)) return undefined
  }
  return found
}

/** `run({ ...options, tries: tries - 1 })`: the function's own call of itself. */
const isGivenAgain = (
  { checker }: Trace,
  use: ts.Expression,
  parameter: ts.ParameterDeclaration,
): boolean => {
  const given = compiler.isSpreadAssignment(use.parent) ? use.parent.parent : use
  const call = given.parent
  if (!compiler.isCallExpression(call)) return false
  const place = parameter.parent.parameters.indexOf(parameter)
  return (
    call.arguments[place] === given && checker.getResolvedSignature(call)?.declaration === parameter.parent
  )
}

/** What the caller says for it. */
export const givenMember = (
  trace: Trace,
  { parameter, member }: TakenMember,
  scope: Scope | undefined,
): At | undefined => {
  const frame = frameOf(scope, parameter.parent)
  const argument = frame && argumentFor(frame, parameter)
  return frame && argument ? memberAt(trace, argument, member, frame.outer) : undefined
}
