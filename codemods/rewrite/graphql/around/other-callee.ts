import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { framesFrom } from '../../../sites/program/frames/frames.ts'
import { declarationOf, saidBehind, symbolBehind } from '../../../sites/program/names/symbol.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import { bare, isUndefined, nameOf, takenBy } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/**
 * How a call on the way is written where another function of the program may answer it as well: a call of v2 in its place
 * would be made where that one keeps it back (`stop(id, async () => ({ podStop: { id } }))`).
 */
export const otherCallee = (trace: Trace, { scope }: Site): string | undefined => {
  for (const { call, callee } of framesFrom(scope)) {
    if (!compiler.isCallExpression(call)) continue
    const targets = trace.targets(call, undefined).map(({ node }) => node)
    const isOther = targets.some((node) => node !== callee && 'body' in node && node.body !== undefined)
    if (isOther || isGivenOther(trace, call.expression, callee)) return call.expression.getText()
  }
  return undefined
}

/** The calls on the way that whoever calls the program may have answered by something else: `(id, ask = gql) => ask(…)`. */
export const throughGiven = (trace: Trace, { scope }: Site): string[] =>
  [...framesFrom(scope)].flatMap(({ call }) =>
    compiler.isCallExpression(call) && takenAt(trace, call.expression)
      ? [`the call through ${call.expression.getText()}`]
      : [],
  )

/** What a function or a constructor takes a function by, perhaps as a member: `(deps = { ask }) => deps.ask(…)`. */
interface Taken {
  readonly parameter: ts.ParameterDeclaration
  readonly member?: string | undefined
}

const takenAt = (trace: Trace, given: ts.Expression): Taken | undefined => {
  const node = bare(given)
  if (compiler.isBinaryExpression(node)) return takenAt(trace, node.left)
  const owner = accessed(node)
  if (owner && owner.of.kind !== compiler.SyntaxKind.ThisKeyword) {
    const taken = takenAt(trace, owner.of)
    return taken && { ...taken, member: owner.name }
  }
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node
  const declared = compiler.isIdentifier(name) ? declarationOf(trace, name) : undefined
  if (!declared) return undefined
  if (compiler.isParameter(declared)) return { parameter: declared }
  if (compiler.isVariableDeclaration(declared))
    return declared.initializer ? takenAt(trace, declared.initializer) : undefined
  if (!compiler.isBindingElement(declared)) return undefined
  const parameter = declared.parent.parent
  const member = nameOf(declared.propertyName ?? declared.name)
  return compiler.isParameter(parameter) ? { parameter, member } : undefined
}

/** Whether some call in sight gives another function than the one that leads to GraphQL. */
const isGivenOther = (trace: Trace, called: ts.Expression, callee: ts.Node): boolean => {
  const taken = takenAt(trace, called)
  if (!taken || !compiler.isFunctionLike(taken.parameter.parent)) return false
  const index = takenBy(taken.parameter.parent).indexOf(taken.parameter)
  return trace.callers(taken.parameter.parent).some((call) => {
    const given = call.arguments?.[index]
    return given !== undefined && !isUndefined(given) && isOther(trace, given, taken.member, callee)
  })
}

const isOther = (
  trace: Trace,
  given: ts.Expression,
  member: string | undefined,
  callee: ts.Node,
): boolean => {
  const node = bare(given)
  if (member !== undefined && compiler.isObjectLiteralExpression(node)) {
    const said = node.properties.find(({ name }) => name && nameOf(name) === member)
    if (!said) return node.properties.some(compiler.isSpreadAssignment)
    if (compiler.isShorthandPropertyAssignment(said)) return isOther(trace, said.name, undefined, callee)
    return !compiler.isPropertyAssignment(said) || isOther(trace, said.initializer, undefined, callee)
  }
  if (takenAt(trace, node)) return isGivenOther(trace, node, callee)
  const declared = compiler.isIdentifier(node) ? symbolBehind(trace, node)?.valueDeclaration : undefined
  if (declared === callee || saidBehind(trace, node) === callee) return false
  // What a factory makes: `const gql = gqlFor(account)`
  const made = trace.sources(node, undefined).filter((source) => compiler.isFunctionLike(source.node))
  return made.length === 0 || made.some((source) => source.node !== callee)
}
