import type { ts } from 'ts-morph'
import { isHole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { sitesKnown } from '../../../sites/known-sites.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import { bare, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { callsOf } from '../../../sites/site-calls.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import type { Doc } from './effects.ts'
import { renameMember } from './print-statements.ts'
import { START, type State } from './program.ts'
import { type BodyName, memberOf } from './uses.ts'

/**
 * The edits that let the reads of a body's members go on: each member under the one name that v2's body has it by,
 * unconverted, in every state. Undefined where one is not said so, or stands in what another call sends.
 */
export const readsOf = (
  trace: Trace,
  { reads }: BodyName,
  states: readonly State[],
  docOf: (state: State) => Doc,
): Edit[] | undefined => {
  const edits: Edit[] = []
  for (const use of reads) {
    const member = memberOf(use)
    const key = member && keyOf(member.name, states, docOf)
    if (!member || key === undefined) return undefined
    if (key !== member.name && isWithinAnother(trace, use)) return undefined
    if (key !== member.name) edits.push(renameMember(member.access, key))
  }
  return edits
}

/** Whether a read is a part of what another call of the old API sends, which is written anew with that call. */
const isWithinAnother = (trace: Trace, read: ts.Node): boolean => {
  let literal: ts.Node | undefined
  for (let at = read; at.parent && !compiler.isStatement(at); at = at.parent) {
    if (compiler.isObjectLiteralExpression(at)) literal = at
    if (literal && isOldCall(trace, at)) return true
    const name = keptAs(at)
    if (name) return referencesOf(trace, name).some((use) => isWithinOldCall(trace, use))
  }
  return false
}

/** The variable that an object is kept as, or as a part of: `const body = { … }`, `body.dataCenterIds = [ … ]`. */
const keptAs = (node: ts.Node): ts.Identifier | undefined => {
  if (compiler.isVariableDeclaration(node)) {
    const isMade = node.initializer && compiler.isObjectLiteralExpression(bare(node.initializer))
    return isMade && compiler.isIdentifier(node.name) ? node.name : undefined
  }
  const access = isOperation(node, '=') ? accessed(node.left) : undefined
  return access && compiler.isIdentifier(access.of) ? access.of : undefined
}

const isWithinOldCall = (trace: Trace, use: ts.Node): boolean => {
  for (let at = use; at.parent && !compiler.isStatement(at); at = at.parent)
    if (isOldCall(trace, at)) return true
  return false
}

const isOldCall = (trace: Trace, node: ts.Node): boolean =>
  compiler.isCallExpression(node) &&
  sitesKnown(trace).some(
    (site) => site.located.some(({ family }) => family === 'v1') && callsOf(site).has(node),
  )

const keyOf = (name: string, states: readonly State[], docOf: (state: State) => Doc): string | undefined => {
  const made = states.filter(({ doc }) => doc !== START)
  const said = made.find(({ doc }) => doc[name] !== undefined)
  const value = said?.doc[name]
  const key = said && Object.entries(docOf(said)).find(([, one]) => isUnconverted(one, value))?.[0]
  if (key === undefined) return undefined
  const isRight = (state: State): boolean => {
    const old = state.doc[name]
    const now = docOf(state)[key]
    return old ? isUnconverted(now, old) : now === undefined
  }
  return made.every(isRight) ? key : undefined
}

const isUnconverted = (now: unknown, old: unknown): boolean =>
  now === old || (isHole(now) && isHole(old) && now.text === old.text && now.origin === old.origin)
