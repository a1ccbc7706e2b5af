import type { ts } from 'ts-morph'
import type { Finding } from '../../../mappings/dsl/finding.ts'
import { compiler } from '../../project/compiler.ts'
import { underFailure } from '../../sites/answers/failure.ts'
import { walk } from '../../sites/program/scope.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { functionsOf } from '../answer/status.ts'

/**
 * A wrapper that throws something of its own where the call failed, and nothing of what v2 said: whoever tries one
 * choice after the other cannot tell that there were no instances, and the first refusal is the last.
 */
export const hiddenRefusals = (trace: Trace, site: Site): Finding[] => {
  if (site.scope === undefined) return []
  const thrown = functionsOf(site).flatMap((place) => thrownIn(trace, place))
  if (thrown.length === 0 || !thrown.every(isBareOfAnswer)) return []
  return [
    {
      code: 'TOLERATED',
      rule: 'codemod.around',
      at: thrown.map((one) => one.getText()).sort((a, b) => a.length - b.length)[0] ?? '',
      why: 'this is thrown where v2 refuses, and holds nothing of what v2 said: the next choice is tried only where that tells of a lack of instances',
      fix: "put the text of the answer into the error's message, or keep one choice",
    },
  ]
}

const thrownIn = (trace: Trace, place: ts.Node): ts.Expression[] => {
  const found: ts.Expression[] = []
  walk(place, (node) => {
    if (compiler.isThrowStatement(node) && underFailure(trace, node)) found.push(node.expression)
    return undefined
  })
  return found
}

/** Members of an answer that are there before its body is. */
const HEAD = /^(status|statusCode|statusText|url|ok)$/

/** Whether an error is made of nothing that may hold an answer's body: texts, parameters of text, a status. */
const isBareOfAnswer = (thrown: ts.Expression): boolean => {
  if (!compiler.isNewExpression(thrown)) return false
  return (thrown.arguments ?? []).every(isHead)
}

const isHead = (node: ts.Expression): boolean => {
  if (compiler.isPropertyAccessExpression(node)) return HEAD.test(node.name.text)
  if (compiler.isStringLiteralLike(node) || compiler.isNumericLiteral(node)) return true
  if (compiler.isTemplateExpression(node)) return node.templateSpans.every((span) => isHead(span.expression))
  if (compiler.isBinaryExpression(node)) return isHead(node.left) && isHead(node.right)
  return compiler.isIdentifier(node) && /^(path|url|method|endpoint|route|status|code)$/i.test(node.text)
}
