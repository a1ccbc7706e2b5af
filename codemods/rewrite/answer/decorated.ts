import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { framesFrom } from '../../sites/program/frames/frames.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { awaitedAround, bare, nodesIn } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'

/**
 * Where a decorator of a method on the way does more with what the method gives than to give it back:
 * `const list = await method.apply(this, given); return list.map(…)`.
 */
export const turnedByDecorator = (trace: Trace, { scope }: Site): ts.Node | undefined =>
  [...framesFrom(scope)]
    .flatMap(({ callee }) => decoratorsOf(callee))
    .flatMap((one) => functionsBehind(trace, one))
    .flatMap((one) => nodesIn(one, compiler.isCallExpression))
    .filter(({ expression }) => /^(apply|call)$/.test(accessed(expression)?.name ?? ''))
    .find((call) => !isGivenBack(trace, call))

const decoratorsOf = (callee: ts.SignatureDeclaration): readonly ts.Expression[] =>
  compiler.isMethodDeclaration(callee)
    ? (compiler.getDecorators(callee) ?? []).map(({ expression }) => bare(expression))
    : []

/** `@logged` and `@logged('pods')`, where the program says what that does. */
const functionsBehind = (trace: Trace, said: ts.Expression): ts.Node[] =>
  trace
    .sources(compiler.isCallExpression(said) ? said.expression : said, undefined)
    .flatMap(({ node }) => (compiler.isFunctionLike(node) ? [node] : []))

/** Whether a value is returned as it is, at once or under a name that is for nothing else. */
const isGivenBack = (trace: Trace, call: ts.Expression): boolean => {
  const { parent } = awaitedAround(call)
  if (compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent)) return true
  return (
    compiler.isVariableDeclaration(parent) &&
    compiler.isIdentifier(parent.name) &&
    mentionsOf(trace, parent.name).every((use) => compiler.isReturnStatement(awaitedAround(use).parent))
  )
}
