import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import { settledInto } from '../../../sites/answers/held/promised.ts'
import { bare, isInside, isNothing, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { functionsOf } from '../../answer/functions-of.ts'
import { saidName } from '../../answer/reads/said-name.ts'

/**
 * A wrapper that throws, or gives, something of its own where the call failed, and nothing of what v2 said: whoever tries
 * one choice after the other cannot tell that there were no instances, and the first refusal is the last.
 */
export const hiddenRefusals = (trace: Trace, site: Site): Finding[] => {
  if (site.scope === undefined) return []
  const ends = functionsOf(site)
    .flatMap((place) => endsIn(trace, place, site.sink.call))
    .flatMap((end) => thrownBefore(trace, end, site))
  if (ends.length === 0 || !ends.every((one) => isBareOfAnswer(trace, one))) return []
  const [shown] = ends.map(textOf).sort((a, b) => a.length - b.length)
  const isThrown = ends.some(compiler.isThrowStatement)
  return [
    {
      code: 'TOLERATED',
      rule: 'codemod.around',
      at: shown ?? '',
      why: `this is ${isThrown ? 'thrown' : 'given'} where v2 refuses, and holds nothing of what v2 said: the next choice is tried only where that tells of a lack of instances`,
      fix: `put the text of the answer into ${isThrown ? "the error's message" : 'it'}, or keep one choice`,
    },
  ]
}

type End = ts.ThrowStatement | ts.ReturnStatement

const textOf = (end: End): string =>
  compiler.isThrowStatement(end) ? end.expression.getText() : end.getText().replace(/;$/, '')

/** Where a function ends once the call has failed: what it throws there, or gives, or gives where it has caught that. */
const endsIn = (trace: Trace, place: ts.Node, call: ts.Node): End[] => {
  const found: End[] = []
  walk(place, (node) => {
    if (node !== place && compiler.isFunctionLike(node))
      return isInside(call, node) || isBehind(node, call) ? undefined : false
    if (!compiler.isThrowStatement(node) && !compiler.isReturnStatement(node)) return undefined
    if (isAfterFailure(trace, node, call)) found.push(node)
    return undefined
  })
  return found
}

/** `fetch(url).then((res) => { … })`: what the call's answer is handed to. */
const isBehind = (callee: ts.Node, call: ts.Node): boolean => {
  const promised = settledInto(callee, 0)
  return promised !== undefined && isInside(call, promised)
}

/**
 * `catch (error) { throw error }`: what was thrown where the call failed, to be caught there; nothing, where a refusal throws
 * nothing by itself.
 */
const thrownBefore = (trace: Trace, end: End, { sink }: Site): End[] => {
  const name = end.expression && bare(end.expression)
  const caught = name && trace.checker.getSymbolAtLocation(name)?.valueDeclaration?.parent
  if (!caught || !compiler.isCatchClause(caught)) return [end]
  const found: End[] = []
  walk(caught.parent.tryBlock, (node) => {
    if (compiler.isFunctionLike(node)) return false
    if (compiler.isThrowStatement(node) && underFailure(trace, node)) found.push(node)
    return undefined
  })
  return found.length > 0 || isGiven(sink) ? found : [end]
}

/** Whether a client gives the answer of a call that was refused, and does not throw it. */
const isGiven = ({ library, throws }: Site['sink']): boolean => library === 'fetch' && throws !== true

const isAfterFailure = (trace: Trace, end: End, call: ts.Node): boolean => {
  for (let at: ts.Node = end; at.parent; at = at.parent) {
    if (compiler.isCatchClause(at)) return isInside(call, at.parent.tryBlock)
    // What is thrown here is caught before it gets out.
    const isCaught = compiler.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause
    if (isCaught && compiler.isThrowStatement(end)) return false
  }
  return underFailure(trace, end)
}

/** Members of an answer that are there before its body is. */
const HEAD = /^(status|statusCode|statusText|url|ok)$/

/** Whether what is thrown or given is made of nothing that may hold an answer's body: texts, parameters of text, a status. */
const isBareOfAnswer = (trace: Trace, { expression }: End): boolean => {
  if (!expression) return true
  const node = bare(expression)
  const isMade =
    compiler.isNewExpression(node) || (compiler.isCallExpression(node) && isOnItsOwn(trace, node))
  if (isMade) return (node.arguments ?? []).every((one) => isHead(trace, one))
  return isNothing(node) || isHead(trace, node)
}

/** `failure(res.status)`: a function of a file, which sees nothing but what it is given. */
const isOnItsOwn = ({ checker }: Trace, { expression: callee }: ts.CallExpression): boolean => {
  const declared = compiler.isIdentifier(callee)
    ? checker.getSymbolAtLocation(callee)?.valueDeclaration
    : undefined
  return (
    declared !== undefined &&
    compiler.isFunctionDeclaration(declared) &&
    compiler.isSourceFile(declared.parent)
  )
}

const KNOWN: ReadonlySet<ts.SyntaxKind> = new Set([
  compiler.SyntaxKind.TrueKeyword,
  compiler.SyntaxKind.FalseKeyword,
])

const isHead = (trace: Trace, given: ts.Expression): boolean => {
  const node = bare(given)
  const next = (inner: ts.Expression): boolean => isHead(trace, inner)
  if (compiler.isStringLiteralLike(node) || compiler.isNumericLiteral(node)) return true
  if (compiler.isArrayLiteralExpression(node)) return node.elements.every(next)
  if (compiler.isObjectLiteralExpression(node))
    return node.properties.every((one) => compiler.isPropertyAssignment(one) && next(one.initializer))
  if (isNothing(node) || KNOWN.has(node.kind)) return true
  if (compiler.isTemplateExpression(node)) return node.templateSpans.every((span) => next(span.expression))
  if (compiler.isBinaryExpression(node)) return next(node.left) && next(node.right)
  const name = saidName(trace, node) ?? ''
  if (!compiler.isIdentifier(node)) return HEAD.test(name)
  return /^(path|url|method|endpoint|route|status(Code|Text)?|ok|code)$/i.test(name) || isOfText(trace, node)
}

/** `path: string`: what the function that throws is given, before there is an answer; a callback may be given one. */
const isOfText = ({ checker }: Trace, name: ts.Identifier): boolean => {
  const declared = checker.getSymbolAtLocation(name)?.valueDeclaration
  return (
    declared !== undefined &&
    compiler.isParameter(declared) &&
    declared.type?.kind === compiler.SyntaxKind.StringKeyword &&
    !compiler.isCallExpression(declared.parent.parent)
  )
}
