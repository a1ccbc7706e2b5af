import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { claimedRanges, isClaimed } from '../../claimed.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'
import { renamedWord } from '../path/default-paths.ts'

/**
 * Paths that stand beside a base that moved, in the same object (`{ baseUrl: 'https://…/v1', healthPath: '/endpoints' }`), where
 * no call that was followed says them: what puts the two together asks v2 for a word that it does not have.
 */
export const pathsBeside = (plans: readonly Plan[], done: readonly Plan[], root: string): Note[] => {
  const claimed = claimedRanges(plans)
  const objects = new Set(
    done.flatMap(({ base }) => base.flatMap(({ file, start }) => objectAround(file, start))),
  )
  return [...objects]
    .flatMap((object) => nodesIn(object, compiler.isStringLiteralLike))
    .filter((node) => compiler.isPropertyAssignment(node.parent) && !isClaimed(node, claimed))
    .flatMap((node) => {
      const renamed = renamedWord(node.text)
      return renamed ? [noteOf(node, renamed, root)] : []
    })
}

/** The object whose member says a base. */
const objectAround = (file: ts.SourceFile, start: number): ts.ObjectLiteralExpression[] => {
  let at = nodeAt(file, start)
  while (at && !compiler.isPropertyAssignment(at) && compiler.isExpression(at)) at = at.parent
  return at && compiler.isPropertyAssignment(at) && compiler.isObjectLiteralExpression(at.parent)
    ? [at.parent]
    : []
}

const noteOf = (node: ts.Node, [word, next]: readonly [string, string], root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: `say ${next} here, once what asks for it reads v2's answer`,
  confidence: 'medium',
  why: `this says ${word} beside a base that has moved, which v2 calls ${next}, and no call that asks for it could be followed`,
})
