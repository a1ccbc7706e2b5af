import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isAssignment, setsAnew } from '../set/assigned.ts'
import { bare, isInside, isOperation, statementOf } from '../syntax/nodes.ts'
import { nodesIn } from '../syntax/walk.ts'
import { argumentFor, framesFrom, type Scope } from './frames.ts'
import type { Trace } from './source.ts'

/** A parameter that a function takes for another: `callback = body; body = undefined`. */
interface Shift {
  readonly from: ts.ParameterDeclaration
  readonly to: ts.ParameterDeclaration
  readonly at: ts.BinaryExpression
}

/**
 * Where a function on the way takes what the call gives in one place for what belongs in a later one:
 * `if (typeof body === 'function') { callback = body; body = undefined }`, called with `(path, callback)`.
 */
export const shiftedIn = (trace: Trace, scope: Scope | undefined): ts.BinaryExpression | undefined => {
  for (const frame of framesFrom(scope))
    for (const { from, to, at } of shiftsOf(trace, frame.callee)) {
      const given = argumentFor(frame, from)
      if (given && !argumentFor(frame, to) && !isKeptBy(given, at)) return at
    }
  return undefined
}

const shiftsOf = ({ checker }: Trace, callee: ts.SignatureDeclaration): Shift[] => {
  const parameterOf = (node: ts.Expression): ts.ParameterDeclaration | undefined => {
    const symbol = compiler.isIdentifier(bare(node)) ? checker.getSymbolAtLocation(bare(node)) : undefined
    return symbol && callee.parameters.find(({ name }) => checker.getSymbolAtLocation(name) === symbol)
  }
  const settings = nodesIn(callee, isAssignment).filter(setsAnew)
  return settings.flatMap((at) => {
    const [from, to] = [parameterOf(at.right), parameterOf(at.left)]
    const isEmptied = settings.some(
      ({ left, parent }) => parameterOf(left) === from && isInside(parent, statementOf(at).parent),
    )
    return from && to && from !== to && (isEmptied || typeAsked(at) !== undefined) ? [{ from, to, at }] : []
  })
}

/** `function`, where what is set hangs on `typeof body === 'function'`. */
const typeAsked = (at: ts.BinaryExpression): string | undefined => {
  const { parent } = statementOf(at)
  const around = compiler.isBlock(parent) ? parent.parent : parent
  const asked = compiler.isIfStatement(around) ? bare(around.expression) : undefined
  if (!asked || !isOperation(asked, '===', '==') || !compiler.isTypeOfExpression(bare(asked.left)))
    return undefined
  const type = bare(asked.right)
  return compiler.isStringLiteralLike(type) ? type.text : undefined
}

/** Whether what is given is not what the function asks for first: an object, where it looks for a function. */
const isKeptBy = (given: ts.Expression, at: ts.BinaryExpression): boolean => {
  const [asked, own] = [typeAsked(at), TYPES[bare(given).kind]]
  return asked !== undefined && own !== undefined && own !== asked
}

/** What `typeof` says of what is written out. */
const TYPES: Partial<Record<ts.SyntaxKind, string>> = {
  [compiler.SyntaxKind.ObjectLiteralExpression]: 'object',
  [compiler.SyntaxKind.ArrayLiteralExpression]: 'object',
  [compiler.SyntaxKind.StringLiteral]: 'string',
  [compiler.SyntaxKind.NoSubstitutionTemplateLiteral]: 'string',
  [compiler.SyntaxKind.TemplateExpression]: 'string',
  [compiler.SyntaxKind.ArrowFunction]: 'function',
  [compiler.SyntaxKind.FunctionExpression]: 'function',
}
