import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { accessed } from '../program/syntax/access.ts'
import { dressed, isOperation } from '../program/syntax/nodes.ts'
import { callsNamed, wordOf } from './calls-named.ts'
import type { HeldWithin } from './held-within.ts'
import type { Kept } from './kept.ts'

/** What keeps a text under a name, and what gives it back. */
const PAIRS = [
  [/^setItem$/, /^getItem$/],
  [/^writeFile(Sync)?$/, /^readFile(Sync)?$/],
] as const

/**
 * Where the program parses again what it kept as a text: `localStorage.setItem('pods', JSON.stringify(pods))`,
 * `writeFileSync('pods.json', …)`.
 */
export const storedAs = (trace: Trace, { top, within }: HeldWithin): readonly Kept[] => {
  const text = top.parent
  if (!compiler.isCallExpression(text) || text.expression.getText() !== 'JSON.stringify') return []
  const kept = dressed(text).parent
  if (!compiler.isCallExpression(kept) || kept.arguments[1] !== dressed(text)) return []
  const name = calleeOf(kept)
  const [, gives] = PAIRS.find(([keeps]) => keeps.test(name)) ?? []
  const [under] = kept.arguments
  const word = under && wordOf(under)
  if (!gives || word === undefined) return []
  const given = callsNamed(trace, gives, true).filter(({ arguments: [one] }) => one && wordOf(one) === word)
  const roots = given.flatMap((one) => parsedOf(trace, one, 0))
  return roots.length > 0 ? [{ within, roots }] : []
}

const calleeOf = ({ expression }: ts.CallExpression): string =>
  accessed(expression)?.name ?? expression.getText()

const MOST_NAMES = 2

/** `JSON.parse(text ?? '[]')`, also of a text that has a name. */
const parsedOf = (trace: Trace, text: ts.Expression, depth: number): readonly ts.Expression[] => {
  const outer = dressed(text)
  const { parent } = outer
  if (compiler.isAwaitExpression(parent) || isOperation(parent, '??', '||'))
    return parsedOf(trace, parent, depth)
  if (compiler.isPropertyAccessExpression(parent) && parent.name.text === 'toString')
    return parsedOf(trace, parent.parent as ts.Expression, depth)
  if (compiler.isCallExpression(parent)) return parent.expression.getText() === 'JSON.parse' ? [parent] : []
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  return isNamed && depth < MOST_NAMES
    ? mentionsOf(trace, parent.name as ts.Identifier).flatMap((one) => parsedOf(trace, one, depth + 1))
    : []
}
