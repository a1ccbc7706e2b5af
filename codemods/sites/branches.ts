import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import type { Branch, Trace } from './program/frames/source.ts'
import { isSteady } from './program/set/steady.ts'
import { nodeAt } from './program/syntax/node-at.ts'
import { dressed } from './program/syntax/nodes.ts'
import type { Located } from './texts/locate.ts'
import type { Text } from './texts/text.ts'

/** What is known of a call's address and method. */
interface Aim {
  readonly methods: readonly Text[]
  readonly located: readonly Located[]
}

/** Of a call whose method is `condition ? 'PATCH' : 'POST'`, both branches; none of any other call. */
export const branchesOf = (trace: Trace, { methods, located }: Aim): Branch[] => {
  if (methods.length !== 2 || !located.some(({ family }) => family === 'v1')) return []
  const [first, second] = methods.map(choiceOf)
  if (!first || first !== second) return []
  const { condition } = first
  if (!isSteady(trace, condition)) return []
  return [true, false].map((value) => ({ condition, value }))
}

/** The choice that a text is one side of. */
const choiceOf = ({ pieces }: Text): ts.ConditionalExpression | undefined => {
  const [only, ...others] = pieces
  if (only?.kind !== 'written' || only.start < 0 || others.length > 0) return undefined
  const literal = literalAt(only.file, only.start)
  const side = literal && dressed(literal)
  return side && compiler.isConditionalExpression(side.parent) && side.parent.condition !== side
    ? side.parent
    : undefined
}

/** The literal that stands there, or the access to a client's method whose name does. */
const literalAt = (file: ts.SourceFile, at: number): ts.Expression | undefined => {
  const found = nodeAt(file, at)
  const { parent } = found ?? {}
  if (parent && compiler.isPropertyAccessExpression(parent) && parent.name === found) return parent
  return found && compiler.isStringLiteralLike(found) ? found : undefined
}
