import { compiler } from '../../project/compiler.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, someNode } from '../../sites/program/syntax/nodes.ts'
import type { Site } from '../../sites/sites.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { constantBehind } from '../address/path/constant.ts'

/**
 * Whether something decides between GraphQL's address and one that only the running program knows (`key ? GRAPHQL : relay`).
 * What is taken because it is there (`url ? url : GRAPHQL`) is a setting.
 */
export const isEitherAddress = ({ checker }: Trace, { sink: { url }, located }: Site): boolean => {
  if (url.kind !== 'expression' || !located.some(({ family }) => family === 'open')) return false
  const node = bare(constantBehind(checker, url.node) ?? url.node)
  if (!compiler.isConditionalExpression(node)) return false
  const ways = [node.whenTrue, node.whenFalse].map((way) => flatText(bare(way)))
  return !someNode(node.condition, (one) => ways.includes(flatText(one)))
}
