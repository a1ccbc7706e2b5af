import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { memberAt, outermostOf } from '../sites/body.ts'
import { bare, type Scope } from '../sites/scope.ts'
import type { Place } from '../sites/sink.ts'
import type { Site } from '../sites/sites.ts'
import type { Trace } from '../sites/trace.ts'
import { visibleAt } from './visible.ts'

const MOST_STEPS = 8

/** The expression for the API key that a GraphQL call uses, as it can be said at the call; undefined where it cannot. */
export const keyOf = (trace: Trace, site: Site): string | undefined => {
  const found = [...inHeaders(trace, site), ...inPlace(trace, site, site.sink.path ?? site.sink.url)]
  for (const { node, scope } of found) {
    const outer = outermostOf(trace, { node, scope })
    if (outer && visibleAt(trace, outer.node, site.top)) return outer.node.getText()
  }
  return undefined
}

interface Found {
  readonly node: ts.Expression
  readonly scope: Scope | undefined
}

const inHeaders = (trace: Trace, { sink, scope }: Site): Found[] => {
  const holders = [sink.options, ...(sink.base?.kind === 'member' ? [sink.base.object] : [])]
  return holders.flatMap((options) =>
    (options ? trace.members(options, 'headers', scope) : []).flatMap((headers) => {
      if (!compiler.isExpression(headers.node)) return []
      const { node } = headers
      return ['Authorization', 'authorization'].flatMap((name) => {
        const at = compiler.isObjectLiteralExpression(node)
          ? memberAt(trace, node, name, headers.scope)
          : undefined
        return at ? afterMark(trace, at.node, at.scope, /Bearer $/, 0) : []
      })
    }),
  )
}

const inPlace = (trace: Trace, { scope }: Site, place: Place): Found[] =>
  place.kind === 'expression' && place.node.pos >= 0
    ? afterMark(trace, place.node, scope, /[?&]api_key=$/, 0)
    : []

/** The expression that follows a mark in a text (`Bearer ${key}`, `…?api_key=` + key), wherever the text is made. */
const afterMark = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
  mark: RegExp,
  steps: number,
): Found[] => {
  const node = bare(given)
  if (steps > MOST_STEPS) return []
  const next = (inner: ts.Expression): Found[] => afterMark(trace, inner, scope, mark, steps + 1)
  if (compiler.isTemplateExpression(node)) return inTemplate(node, scope, mark, next)
  if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.PlusToken) {
    const left = bare(node.left)
    const end = compiler.isBinaryExpression(left) ? bare(left.right) : left
    const isMarked =
      (compiler.isStringLiteralLike(end) && mark.test(end.text)) ||
      (compiler.isTemplateExpression(end) && mark.test(end.templateSpans.at(-1)?.literal.text ?? ''))
    return isMarked ? [{ node: node.right, scope }] : [...next(node.left), ...next(node.right)]
  }
  if (compiler.isCallExpression(node) || compiler.isNewExpression(node))
    return (node.arguments ?? []).flatMap((one) => next(one))
  return trace
    .sources(node, scope)
    .flatMap((source) =>
      source.node !== node && compiler.isExpression(source.node)
        ? afterMark(trace, source.node, source.scope, mark, steps + 1)
        : [],
    )
}

const inTemplate = (
  node: ts.TemplateExpression,
  scope: Scope | undefined,
  mark: RegExp,
  next: (inner: ts.Expression) => Found[],
): Found[] => {
  let before = node.head.text
  const found: Found[] = []
  for (const span of node.templateSpans) {
    if (mark.test(before)) found.push({ node: keyExpression(span.expression), scope })
    else found.push(...next(span.expression))
    before = span.literal.text
  }
  return found
}

const keyExpression = (node: ts.Expression): ts.Expression => {
  const inner = bare(node)
  const isEncoded = compiler.isCallExpression(inner) && inner.expression.getText() === 'encodeURIComponent'
  return isEncoded && inner.arguments[0] ? inner.arguments[0] : node
}
