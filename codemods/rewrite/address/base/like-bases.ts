import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import type { Trace } from '../../../sites/program/frames/source.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { nameOf } from '../../../sites/program/syntax/nodes.ts'
import { texts } from '../../../sites/texts/resolve.ts'
import { isResource } from '../../../sites/texts/route.ts'
import { positionOf } from '../../notes.ts'
import { short } from '../../reason-text.ts'
import type { Begun } from './begun.ts'

/**
 * `${base}/pods/${id}` of `const { base } = req.app.get('config')`: a path of v1 behind what nobody could follow, which is
 * called as a member is that holds the base which moved. What handed it there may have been given that.
 * @param members what the members are called that hold a base which moves
 */
export const likeBases = (
  trace: Trace,
  routes: readonly Route[],
  begun: readonly Begun[],
  members: ReadonlySet<string>,
  root: string,
): Note[] =>
  begun
    .filter(({ base, path }) => {
      const [, word = ''] = /^\/(\w+)/.exec(path) ?? []
      const name = memberRead(trace, base)
      return isResource(routes, word) && name !== undefined && members.has(name) && isUnknown(trace, base)
    })
    .map(({ base, at, path }) => ({
      ...positionOf(at, root),
      rule: 'codemod.unfollowed',
      class: 'left',
      fix: 'look at where it comes from; if it is that base, move this call as well',
      confidence: 'medium',
      why: `this asks for ${path} of ${short(base.getText())}, which could not be followed, and may be the base that moved with other calls`,
    }))

/** The member that an expression reads: `config.base`, or what a pattern takes out by that name. */
const memberRead = (trace: Trace, base: ts.Expression): string | undefined => {
  if (compiler.isPropertyAccessExpression(base)) return base.name.text
  const declared = compiler.isIdentifier(base) ? declarationOf(trace, base) : undefined
  return declared && compiler.isBindingElement(declared)
    ? nameOf(declared.propertyName ?? declared.name)
    : undefined
}

const isUnknown = (trace: Trace, base: ts.Expression): boolean =>
  texts(trace, base, undefined).every(({ pieces }) => pieces.every(({ kind }) => kind === 'gap'))
