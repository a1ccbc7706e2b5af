import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import { usedElsewhere } from '../../../sites/program/names/used-elsewhere.ts'
import { isSteady } from '../../../sites/program/set/steady.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { dressed, functionAround, isInside } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Located } from '../../../sites/texts/locate.ts'
import { matchRoute, wordsOf } from '../../../sites/texts/route.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isAskedAgain } from '../../branches.ts'
import { replace } from '../../edit/edit.ts'

import { styleOf, valueText } from '../../mapper/helpers/style.ts'
import { type Choice, sendsWord } from './choice.ts'
import { pathOf } from './located-path.ts'

/**
 * Reads two whole paths that differ in their last words alone (`isOn ? '/pods/abc/start' : '/pods/abc/stop'`), of operations that
 * v2 made one: the condition decides what is sent.
 */
export const readTwoPaths = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  routes: readonly Route[],
  method: string,
): Choice | undefined => {
  const ends = located.flatMap((one) => endOf(one) ?? [])
  const [first, second] = ends
  const choice = first && second && ends.length === 2 ? choiceOf(first, second) : undefined
  if (!choice || ends.length < located.length || !isAskedAt(trace, choice.node, site)) return undefined
  const found = ends.map(({ path, word }) => ({ route: matchRoute(routes, method, path), word }))
  const { route } = found[0] ?? {}
  const [key] = Object.keys(route?.sends ?? {})
  if (!route || !key || !found.every((one) => sendsWord(one.route, route, one.word))) return undefined
  if (ends.some(({ literal }) => usedElsewhere(trace, literal))) return undefined
  const style = styleOf(choice.node.getSourceFile())
  const [whenTrue, whenFalse] = choice.words.map((word) => valueText(word, style))
  const path = `${choice.begins}${wordsOf(route.v2.path).at(-1)}${choice.quote}`
  return {
    route,
    edits: [replace(dressed(choice.node), path)],
    body: `{ ${key}: ${choice.node.condition.getText()} ? ${whenTrue} : ${whenFalse} }`,
    isOpen: true,
    isNamed: false,
  }
}

/** The last word of a path that ends its address. */
interface End {
  readonly path: string
  readonly word: string
  readonly literal: ts.Node
}

const endOf = (located: Located): End | undefined => {
  const last = located.text.pieces.at(-1)
  const word = pathOf(located).split('/').at(-1) ?? ''
  if (last?.kind !== 'written' || !last.exact || located.query < located.shape.length) return undefined
  const literal = nodeAt(last.file, last.start)
  return literal && last.text.endsWith(`/${word}`) ? { path: pathOf(located), word, literal } : undefined
}

/** The condition that chooses between two literals, with what both sides say before their last words. */
interface Sides {
  readonly node: ts.ConditionalExpression
  readonly words: readonly string[]
  readonly begins: string
  readonly quote: string
}

const choiceOf = (one: End, other: End): Sides | undefined => {
  const node = compiler.findAncestor(one.literal, compiler.isConditionalExpression)
  if (!node) return undefined
  const sides = [node.whenTrue, node.whenFalse].map((side) => {
    const end = [one, other].find(({ literal }) => isInside(literal, side))
    const text = side.getText()
    const begins = text.slice(0, -1 - (end?.word.length ?? 0))
    return end && text.slice(begins.length, -1) === end.word ? { text, begins, word: end.word } : undefined
  })
  const said = sides.filter((side) => side !== undefined)
  const [first, second] = said
  if (!first || !second || first.begins !== second.begins) return undefined
  return {
    node,
    words: said.map(({ word }) => word),
    begins: first.begins,
    quote: first.text.slice(-1),
  }
}

/** Whether a condition may be asked once more where the call is made. */
const isAskedAt = (trace: Trace, { condition }: ts.ConditionalExpression, { top }: Site): boolean =>
  functionAround(condition) === functionAround(top) && isAskedAgain(condition) && isSteady(trace, condition)
