import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { saidBehind } from '../../../sites/program/names/symbol.ts'
import { type Access, accessed } from '../../../sites/program/syntax/access.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { encoderOf } from '../../../sites/texts/encoders.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { parametersSet } from './key-set.ts'

const MOST_STEPS = 8

/** What stands before a key in a text, and what it is called where it is put on an address as a parameter. */
export interface Mark {
  readonly before: RegExp
  readonly parameter?: string
}

/** The expression that follows a mark in a text (`Bearer ${key}`, `…?name=` + key), wherever the text is made. */
export const afterMark = (
  trace: Trace,
  given: ts.Expression,
  scope: Scope | undefined,
  mark: Mark,
  steps: number,
): At[] => {
  const node = bare(given)
  if (steps > MOST_STEPS) return []
  const next = (inner: ts.Expression): At[] => afterMark(trace, inner, scope, mark, steps + 1)
  const set = mark.parameter && parametersSet(trace, node, mark.parameter, scope)
  const put = set
    ? [...set.values, ...set.texts.flatMap((one) => afterMark(trace, one.node, one.scope, mark, steps + 1))]
    : []
  if (put.length > 0) return put
  if (compiler.isTemplateExpression(node)) return inTemplate(trace, { node, scope }, mark, next)
  if (isOperation(node, '+')) {
    const left = bare(node.left)
    const end = endOf(trace, compiler.isBinaryExpression(left) ? left.right : left)
    return mark.before.test(end)
      ? [{ node: keyExpression(node.right), scope }]
      : [...next(node.left), ...next(node.right)]
  }
  if (accessed(node)?.name === 'href') return next((node as Access).expression)
  if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
    const given = [...(node.arguments ?? []), ...textOf(node)].flatMap((one) => next(one))
    if (given.length > 0 || compiler.isNewExpression(node)) return given
  }
  return trace
    .sources(node, scope)
    .flatMap((source) =>
      source.node !== node && compiler.isExpression(source.node)
        ? afterMark(trace, source.node, source.scope, mark, steps + 1)
        : [],
    )
}

/** What is made a text of: `new URL(…)` of `new URL(…).toString()`. */
const textOf = ({ expression: callee }: ts.CallExpression | ts.NewExpression): readonly ts.Expression[] =>
  compiler.isPropertyAccessExpression(callee) && callee.name.text === 'toString' ? [callee.expression] : []

/** What a text ends in, also by the name of a constant: `BEARER + key`. */
const endOf = (trace: Trace, given: ts.Expression): string => {
  const node = saidBehind(trace, given)
  if (compiler.isStringLiteralLike(node)) return node.text
  return compiler.isTemplateExpression(node) ? (node.templateSpans.at(-1)?.literal.text ?? '') : ''
}

const inTemplate = (
  trace: Trace,
  { node, scope }: { readonly node: ts.TemplateExpression; readonly scope: Scope | undefined },
  mark: Mark,
  next: (inner: ts.Expression) => At[],
): At[] => {
  let before = node.head.text
  const found: At[] = []
  for (const span of node.templateSpans) {
    if (mark.before.test(before)) found.push({ node: keyExpression(span.expression), scope })
    else found.push(...next(span.expression))
    before = endOf(trace, span.expression) + span.literal.text
  }
  return found
}

const keyExpression = (node: ts.Expression): ts.Expression => {
  const inner = bare(node)
  const isEncoded = compiler.isCallExpression(inner) && encoderOf(inner.expression) === 'encodeURIComponent'
  return isEncoded && inner.arguments[0] ? inner.arguments[0] : node
}
