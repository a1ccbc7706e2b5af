import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { valuesOf } from '../../../sites/program/set/assigned.ts'
import { bare, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isMemberRead, type MemberRead } from './member-read.ts'
import { orNone } from './or-none.ts'

/** `error.body` of `const body = error.body ?? {}`, and of `JSON.parse(error.body)`. */
export const memberBehind = (trace: Trace, given: ts.Expression): MemberRead | undefined => {
  const value = orNone(madeAs(trace, orNone(given)))
  return isMemberRead(value) ? value : textBehind(trace, orNone(given))
}

/** The member whose text is parsed, by names of their own, too: `let body = {}; try { body = JSON.parse(error.text) } …`. */
const textBehind = (trace: Trace, given: ts.Expression): MemberRead | undefined =>
  valuesBehind(trace, given)
    .flatMap((value) => parsedBy(trace, value))
    .flatMap((text) => valuesBehind(trace, text))
    .flatMap(choicesOf)
    .map(orNone)
    .find(isMemberRead)

const valuesBehind = ({ checker }: Trace, given: ts.Expression): ts.Expression[] => {
  const node = bare(given)
  return (compiler.isIdentifier(node) ? valuesOf(checker, node) : [node]).map(orNone)
}

const choicesOf = (node: ts.Expression): ts.Expression[] =>
  compiler.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse] : [node]

/** `text` of `JSON.parse(text)`, and of `parsed(text)` where a function of the program gives that of what it is handed. */
const parsedBy = (trace: Trace, node: ts.Expression): ts.Expression[] => {
  if (!compiler.isCallExpression(node)) return []
  const own = textParsed(node)
  if (own) return [own]
  return trace.targets(node, undefined).flatMap(({ node: callee }) => {
    if (!compiler.isFunctionLike(callee)) return []
    const parsed = returnsOf(callee)
      .map(bare)
      .flatMap((one) => textParsed(one) ?? [])
    return node.arguments.filter((_, index) => {
      const name = callee.parameters[index]?.name.getText()
      return parsed.some((one) => compiler.isIdentifier(one) && one.text === name)
    })
  })
}

const textParsed = (node: ts.Expression): ts.Expression | undefined =>
  compiler.isCallExpression(node) && node.expression.getText() === 'JSON.parse'
    ? node.arguments[0] && bare(node.arguments[0])
    : undefined
