import { compiler } from '../../../project/compiler.ts'
import type { Call, Trace } from '../frames/source.ts'
import { madeAs } from '../names/symbol.ts'
import { bare } from '../syntax/nodes.ts'

/** Whether a call asks what the program itself keeps under a key: a map, or what is called a cache (`cache.delete(url)`). */
export const asksKeeper = (trace: Trace, { expression: callee }: Call): boolean => {
  if (!compiler.isPropertyAccessExpression(callee) || !ASKS.test(callee.name.text)) return false
  const owner = bare(callee.expression)
  const made = madeAs(trace, owner)
  const name = compiler.isPropertyAccessExpression(owner) ? owner.name.text : owner.getText()
  return (compiler.isNewExpression(made) && KEEPER.test(made.expression.getText())) || KEEPER.test(name)
}

const ASKS = /^(get|set|delete|del|peek|take|remove|invalidate)$/
const KEEPER = /(Map|Set|cache)$/i
