import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { parameterLaidApart, parameterLaidOver } from '../../../sites/laid-over.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { assignmentsTo } from '../../../sites/program/set/assigned.ts'
import { bare, nameOf, statementOf } from '../../../sites/program/syntax/nodes.ts'
import { parameterTakenApart } from '../../../sites/program/syntax/taken-apart.ts'
import { isEmpty, isText } from '../../../sites/texts/json-text.ts'
import { stringified } from '../../../sites/texts/stringified.ts'
import { stripped } from '../../../sites/values/stripped.ts'
import { asksFor } from './asks-for.ts'

/** Where a helper takes its body in: a parameter of its own, or one member of it. */
export interface Inlet {
  readonly parameter: ts.ParameterDeclaration
  readonly member?: string
  /** Whether the helper makes JSON of it, so that callers pass the value itself. */
  readonly isStringified: boolean
  /** Set where the caller leaves the parameter out: all that it is given is put in one object. */
  readonly isLeftOut?: true
}

/** The parameter that a body is made of (`body ? JSON.stringify(body) : undefined`, `init.body`, a destructured name). */
export const inletOf = (trace: Trace, value: ts.Expression, isStringified = false): Inlet | undefined => {
  const node = bare(value)
  const next = (inner: ts.Expression, stringified = isStringified): Inlet | undefined =>
    inletOf(trace, inner, stringified)
  if (compiler.isConditionalExpression(node)) {
    const [one, two] = [next(node.whenTrue), next(node.whenFalse)]
    if (one && two) return surer(trace, node, one, two)
    const isPassed = asksFor(trace, node.condition, one ? node.whenTrue : node.whenFalse, one !== undefined)
    return isPassed ? (one ?? two) : undefined
  }
  if (compiler.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === compiler.SyntaxKind.AmpersandAmpersandToken)
      return asksFor(trace, node.left, node.right, true) ? next(node.right) : undefined
    const isFallback =
      kind === compiler.SyntaxKind.QuestionQuestionToken || kind === compiler.SyntaxKind.BarBarToken
    return isFallback ? next(node.left) : undefined
  }
  if (compiler.isCallExpression(node)) {
    const value = stringified(node)
    const inner = stripped(trace, node)?.body
    return value ? next(value, true) : inner && next(inner)
  }
  const owner = compiler.isPropertyAccessExpression(node) ? bare(node.expression) : node
  const declared = compiler.isIdentifier(owner) ? declarationOf(trace, owner) : undefined
  if (!declared) return undefined
  if (compiler.isVariableDeclaration(declared) && node === owner) {
    const text = textOf(trace, declared)
    return text && next(text)
  }
  if (!compiler.isPropertyAccessExpression(node)) return named(trace, declared, isStringified)
  const member = node.name.text
  const parameter = compiler.isParameter(declared) ? declared : parameterLaidOver(trace, node)
  return parameter && { parameter, member, isStringified }
}

/** The text that a variable is from the start, or is given where there is a body: `let text = ''; if (body) text = …`. */
const textOf = (trace: Trace, declared: ts.VariableDeclaration): ts.Expression | undefined => {
  const { initializer } = declared
  if (initializer && !isEmpty(bare(initializer))) return isText(initializer) ? initializer : undefined
  const written = assignmentsTo(trace.checker, declared)
  const [text, ...others] = written.filter((one) => !isEmpty(bare(one)))
  const block = declared.parent.parent.parent
  return text && others.length === 0 && isText(text) && isSetForBody(trace, text, statementOf(text), block)
    ? text
    : undefined
}

/** Whether each condition that a text is set on asks for the body. */
const isSetForBody = (trace: Trace, text: ts.Expression, from: ts.Node, block: ts.Node): boolean => {
  const { parent } = from
  if (parent === block) return true
  if (compiler.isBlock(parent)) return isSetForBody(trace, text, parent, block)
  return (
    compiler.isIfStatement(parent) &&
    asksFor(trace, parent.expression, text, parent.thenStatement === from) &&
    isSetForBody(trace, text, parent, block)
  )
}

/**
 * Of `typeof body === 'string' ? body : JSON.stringify(body)`, the way that takes a text as well as an object; of `body instanceof
 * FormData ? body : JSON.stringify(body)` the one that takes an object. None where something else decides which it is.
 */
const surer = (
  trace: Trace,
  { condition, whenTrue, whenFalse }: ts.ConditionalExpression,
  one: Inlet,
  two: Inlet,
): Inlet | undefined => {
  if (one.isStringified === two.isStringified) return one
  if (TAKES_TEXT.test(condition.getText())) return one.isStringified ? two : one
  const json = one.isStringified ? whenTrue : whenFalse
  return asksFor(trace, condition, json, one.isStringified) ? (one.isStringified ? one : two) : undefined
}

/** A text is told from an object by what JSON has of both. */
const TAKES_TEXT = /typeof [^=!]+[=!]==? ['"`](string|object)['"`]/

/** The same for a property, which may be the short form of a name. */
export const inletOfProperty = (trace: Trace, property: ts.ObjectLiteralElementLike): Inlet | undefined => {
  if (compiler.isPropertyAssignment(property)) return inletOf(trace, property.initializer)
  return compiler.isShorthandPropertyAssignment(property) ? inletOf(trace, property.name) : undefined
}

const named = (trace: Trace, declared: ts.Declaration, isStringified: boolean): Inlet | undefined => {
  if (compiler.isParameter(declared)) return { parameter: declared, isStringified }
  const parameter = parameterTakenApart(trace.checker, declared)
  if (!parameter || !compiler.isBindingElement(declared)) {
    const laid = parameterLaidApart(trace, declared)
    return laid && { ...laid, isStringified }
  }
  const member = nameOf(declared.propertyName ?? declared.name)
  return member === undefined ? undefined : { parameter, member, isStringified }
}
