import { compiler } from '../../../project/compiler.ts'
import { isEnvironment } from '../../../sites/program/outside/outside.ts'
import { isEmptyText, isNothing } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Source, Trace } from '../../../sites/values/trace.ts'
import type { Said } from '../../edit/key-field.ts'
import { visibleAt } from '../../edit/visible.ts'
import { keyOver, keySometimes, keysIn } from './graphql-key.ts'

/**
 * The variable of the environment that a key is, which an object keeps to itself: `process.env.KEY` of
 * `const client = new Client(process.env.KEY)`, and of no other that somebody may make elsewhere.
 */
export const keyOfEnvironment = (trace: Trace, site: Site): Said | undefined => {
  if (keySometimes(trace, site) || keyOver(trace, site)) return undefined
  const guesses = trace.guesses()
  const found = keysIn(trace, site).flatMap(({ node, scope }) => trace.sources(node, scope))
  const said = found.filter(({ node }) => !isEmptyText(node) && !isNothing(node))
  const texts = new Set(said.map((one) => textOf(trace, one, site)))
  const [text, ...others] = texts
  return text !== undefined && others.length === 0 && trace.guesses() === guesses
    ? { text, edits: [] }
    : undefined
}

const textOf = (trace: Trace, { node, env }: Source, { top }: Site): string | undefined => {
  const isVariable =
    env !== undefined && compiler.isPropertyAccessExpression(node) && isEnvironment(node.expression)
  return isVariable && visibleAt(trace, node, top) ? node.getText() : undefined
}
