import type { ts } from 'ts-morph'
import { routes } from '../../../../mappings/v1/index.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import type { Scope } from '../../../sites/program/frames/frames.ts'
import { callsOfClosed, nameOfFunction } from '../../../sites/program/names/closed-function.ts'
import { isExported } from '../../../sites/program/names/names-used.ts'
import { functionAround, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { wordsOf } from '../../../sites/texts/route.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { claimedRanges, isClaimed } from '../../claimed.ts'
import { positionOf } from '../../notes.ts'
import type { Plan } from '../../plan.ts'

/**
 * Paths that the functions on the way say where a caller says none, and nobody is seen to say none: their base moves with
 * the other calls, and v2 calls the path otherwise (`path = '/networkvolumes'`).
 */
export const defaultPaths = (
  trace: Trace,
  plans: readonly Plan[],
  done: readonly Plan[],
  root: string,
): Note[] => {
  const claimed = claimedRanges(plans)
  const callees = new Set(done.flatMap(({ site, route }) => (route ? calleesIn(site.scope) : [])))
  return [...callees]
    .filter((callee) => isForOthers(trace, callee))
    .flatMap((callee) =>
      defaultsOf(callee)
        .filter((node) => !isClaimed(node, claimed))
        .flatMap((node) => {
          const renamed = renamedWord(node.text)
          return renamed ? [noteOf(node, renamed, root)] : []
        }),
    )
}

/** The word that begins a path, and what v2 calls it, where that is another. */
export const renamedWord = (path: string): readonly [word: string, next: string] | undefined => {
  const [, word = ''] = /^\/?(?:v1\/)?(\w+)(?=[/?]|$)/.exec(path) ?? []
  const next = RENAMED.get(word)
  return next && path.includes('/') ? [word, next] : undefined
}

/** The words that begin paths, where v2 has another. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  routes.flatMap(({ old, v2 }) => {
    const [[word], [next]] = [wordsOf(old.path), wordsOf(v2.path)]
    return word && next && word !== next ? [[word, next] as const] : []
  }),
)

/** Whether more than what is seen here may call a function, or may come to: what only its own file can name, all of it says. */
const isForOthers = (trace: Trace, callee: ts.SignatureDeclaration): boolean => {
  const name = nameOfFunction(callee)
  return !callsOfClosed(trace, callee) || (name !== undefined && isExported(trace, name))
}

const calleesIn = (scope: Scope | undefined): readonly ts.SignatureDeclaration[] =>
  scope ? [scope.callee, ...calleesIn(scope.outer)] : []

/** The texts that a function's parameters say for what is left out. */
const defaultsOf = (callee: ts.SignatureDeclaration): readonly ts.StringLiteralLike[] =>
  callee.parameters
    .flatMap((parameter) => nodesIn(parameter, compiler.isStringLiteralLike))
    .filter((node) => functionAround(node) === callee && !compiler.isLiteralTypeNode(node.parent))

const noteOf = (node: ts.Node, [word, next]: readonly [string, string], root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.path-asked',
  class: 'follow-up',
  fix: `say ${next} here, once who leaves the path out reads v2's answer`,
  confidence: 'medium',
  why: `who says no path asks for ${word} here, which v2 calls ${next}, and the base has moved with those who say one`,
})
