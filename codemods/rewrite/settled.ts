import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { dressed, isInside } from '../sites/program/syntax/nodes.ts'
import type { Edit } from './edit/edit.ts'
import { withoutMarkers } from './marker.ts'
import { lineOf, type MayChange } from './may-change.ts'
import type { Plan } from './plan.ts'

/**
 * What an earlier run left for calls that had to stay, and that move now, or stay for another reason: the markers above
 * them, and the way to v1 that a helper was taught where no other call takes it any more.
 */
export const settledEdits = (plans: readonly Plan[], mayChange: MayChange): Edit[] => {
  const done = plans.filter(({ left, kept }) => !left && !kept)
  const still = plans.filter(({ left, kept }) => left || kept)
  const isStill = (rule: string, home: ts.Node): boolean =>
    still.some(({ left, site }) => left?.rule === rule && isInside(site.top, home))
  const used = new Set(still.flatMap(waysToV1))
  const free = new Set(done.flatMap(waysToV1).filter((way) => !used.has(way)))
  const ours = plans.filter((plan) => mayChange(...lineOf(plan)))
  return [
    ...ours.flatMap(({ site }) => withoutMarkers(site.top, isStill)),
    ...[...free].filter((way) => mayChange(way.getSourceFile().fileName)).flatMap(withoutBranch),
  ]
}

/** The calls of the generated function by which an earlier run kept an address on v1. */
const waysToV1 = ({ site }: Plan): ts.CallExpression[] =>
  site.located.flatMap(({ text }) =>
    text.pieces.flatMap((piece) => (piece.kind === 'written' && piece.call ? [piece.call] : [])),
  )

/** `path.startsWith('/v1/') ? v1Address(BASE, path) : BASE + path` is its last part again. */
const withoutBranch = (way: ts.CallExpression): Edit[] => {
  const taken = dressed(way)
  const choice = taken.parent
  if (!compiler.isConditionalExpression(choice) || choice.whenTrue !== taken) return []
  const { condition, whenFalse } = choice
  if (!compiler.isCallExpression(condition) || !/\.startsWith$/.test(condition.expression.getText()))
    return []
  const file = way.getSourceFile()
  const { parent } = choice
  const isShort = compiler.isPropertyAssignment(parent) && parent.name.getText() === whenFalse.getText()
  return [{ file, start: (isShort ? parent : choice).getStart(), end: whenFalse.getStart(), text: '' }]
}
