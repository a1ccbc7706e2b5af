import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { type Edit, insertAfter } from '../../rewrite/edit/edit.ts'
import type { Plan } from '../../rewrite/plan.ts'
import { accessed } from '../../sites/program/syntax/access.ts'
import { bare } from '../../sites/program/syntax/nodes.ts'
import { fieldsOf } from './requests.ts'

/**
 * What a test expects a helper to be called with, where the call passes an action to it since it moved:
 * `expect(api).toHaveBeenCalledWith('POST', '/pods/a/stop')`.
 * @returns undefined where it expects no call of the helper, 'unlike' where it is not the call as it was
 */
export const calledAlike = (
  expected: ts.CallExpression,
  { site: { top, sink }, route, edits }: Plan,
): readonly Edit[] | 'unlike' | undefined => {
  if (top === sink.call || !route?.sends || calledAs(top.expression) !== expectedName(expected))
    return undefined
  const given = top.arguments ?? []
  const said = /Nth|^nthC/.test(calledAs(expected.expression) ?? '')
    ? expected.arguments.slice(1)
    : expected.arguments
  if (given.length !== said.length) return 'unlike'
  const moved = edits.flatMap((edit) => {
    const place = given.findIndex((one) => edit.start > one.getStart() && edit.end <= one.end)
    return edit.file !== top.getSourceFile() || place < 0 ? [] : (passed(edit, given, said, place) ?? [])
  })
  return moved.length > 0 ? moved : 'unlike'
}

/** `, { action: 'stop' }` behind the last argument, or `, body: …` behind the last member of one. */
const passed = (
  { start, end, text }: Edit,
  given: readonly ts.Expression[],
  said: readonly ts.Expression[],
  place: number,
): Edit | undefined => {
  const [one, other] = [given[place], said[place]]
  if (!one || !other || start !== end) return undefined
  if (start === given.at(-1)?.end) return insertAfter(other, text)
  const [literal, expected] = [bare(one), bare(other)]
  if (!compiler.isObjectLiteralExpression(literal) || !compiler.isObjectLiteralExpression(expected))
    return undefined
  const last = expected.properties.at(-1)
  const isLast = literal.properties.at(-1)?.end === start
  return last && isLast && fieldsOf(literal)?.join() === fieldsOf(expected)?.join()
    ? insertAfter(last, text)
    : undefined
}

/** What a call says that it calls: `request` of `client.request(…)`. */
export const calledAs = (callee: ts.Expression): string | undefined =>
  compiler.isIdentifier(callee) ? callee.text : accessed(callee)?.name

/** `request` of `expect(client.request).toHaveBeenCalledWith(…)`. */
const expectedName = ({ expression }: ts.CallExpression): string | undefined => {
  const held = accessed(expression)?.of
  const [first] = held && compiler.isCallExpression(held) ? held.arguments : []
  return first && calledAs(bare(first))
}
