import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { saidBehind } from '../../../sites/program/names/symbol.ts'
import { bare, isOperation, nodesIn } from '../../../sites/program/syntax/nodes.ts'

const WITHOUT_BODY = /^['"`](GET|HEAD|DELETE)['"`]$/
const POST = /['"`]POST['"`]/

/**
 * Whether a condition lets a body through wherever a POST has one: it asks for the body itself, or for a method (`method !== 'GET'`,
 * `method === 'POST'`). Another, as `flag ? body : undefined`, may keep it back.
 * @param said what is chosen where the condition holds, or where it does not
 */
export const asksFor = (trace: Trace, condition: ts.Expression, said: ts.Node, holds: boolean): boolean => {
  const node = saidBehind(trace, condition)
  if (isOperation(node, '&&')) return [node.left, node.right].every((one) => asksFor(trace, one, said, holds))
  const [other, same] = holds ? (['!==', '==='] as const) : (['===', '!=='] as const)
  const isOther = isOperation(node, other, other.slice(0, -1))
  if (isOther && WITHOUT_BODY.test(bare(node.right).getText())) return true
  if (!isOther && POST.test(node.getText())) return holds || isOperation(node, same, same.slice(0, -1))
  const own = new Set(nodesIn(said, compiler.isIdentifier).map(({ text }) => text))
  return nodesIn(node, compiler.isIdentifier).some(({ text }) => own.has(text))
}
