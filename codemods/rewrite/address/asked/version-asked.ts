import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { sitesKnown } from '../../../sites/known-sites.ts'
import { bare, dressed, functionAround } from '../../../sites/program/syntax/nodes.ts'
import type { Site } from '../../../sites/sites.ts'
import { isV1Address } from '../../../sites/texts/v1-address.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import { carriersOf, handedOn, usesOf } from './path-asked.ts'
import { askedOf } from './path-questions.ts'

/** What functions on the way ask of the version that a path says. */
export interface VersionAsked {
  readonly edits: readonly Edit[]
  /** The other calls of which it is asked. */
  readonly asked: readonly ts.Node[]
}

/**
 * The version by which a function on the way tells paths that say it from others (`path.startsWith('/v1') ? path : '/v1' +
 * path`): where a caller says it, it is asked for v2's, of every call that gets there.
 */
export const versionAsked = (trace: Trace, site: Site): VersionAsked => {
  const names = handedOn(trace, carriersOf(trace, site))
  const said = names
    .flatMap((name) => usesOf(trace, name))
    .flatMap((use) => askedOf(use))
    .filter(({ node }) => !isOfKept(node))
    .flatMap(({ against }) => against)
    .filter(saysVersion)
  if (said.length === 0) return NONE
  const through = sitesKnown(trace).filter(({ sink }) => sink.call === site.sink.call)
  const asking = new Set(said.map((one) => functionAround(one)))
  const isSaid = [site, ...through].some((one) => isSaidOutside(one, asking))
  // Paths of another service may say v2 themselves.
  if (!isSaid && !through.every(({ located }) => located.every(({ family }) => family === 'v1'))) return NONE
  return {
    edits: said.map((one) => replace(one, one.getText().replace(VERSION, 'v2'))),
    asked: isSaid ? through.map(({ top }) => top).filter((top) => top !== site.top) : [],
  }
}

const NONE: VersionAsked = { edits: [], asked: [] }

/** `path.startsWith('/v1/') ? v1Address(BASE, path) : …`, by which an earlier run kept calls on v1. */
const isOfKept = (asked: ts.Node): boolean => {
  const { parent } = dressed(asked as ts.Expression)
  const kept = compiler.isConditionalExpression(parent) ? bare(parent.whenTrue) : undefined
  return kept !== undefined && compiler.isCallExpression(kept) && isV1Address(kept)
}

/** `'/v1/'`, `/^\/v1/`, and no host before it. */
const saysVersion = (node: ts.Expression): boolean => {
  const isLiteral = compiler.isStringLiteralLike(node) || compiler.isRegularExpressionLiteral(node)
  return isLiteral && /^[/^\\("'`]*v1(?![\w.-])/.test(node.text) && !/v2/.test(node.text)
}

const VERSION = /v1/

/** Whether the version stands in what a function that asks for it is given. */
const isSaidOutside = ({ located }: Site, asking: ReadonlySet<ts.Node | undefined>): boolean =>
  located.some(({ family, text, version }) => {
    if (family !== 'v1' || !version) return false
    let at = 0
    return text.pieces.some((piece) => {
      const begins = at
      at += piece.kind === 'written' ? piece.text.length : 1
      if (piece.kind !== 'written' || version[0] < begins || version[0] >= at) return false
      const start = piece.start + version[0] - begins
      return ![...asking].some(
        (one) => one && one.getSourceFile() === piece.file && one.pos <= start && start < one.end,
      )
    })
  })
