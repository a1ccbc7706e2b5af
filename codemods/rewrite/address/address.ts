import type { ts } from 'ts-morph'
import type { Route } from '../../../mappings/dsl/route.ts'
import { hostProfiles } from '../../../mappings/hosts.ts'
import { compiler } from '../../project/compiler.ts'
import { nodeAt } from '../../sites/program/syntax/node-at.ts'
import { isPathJoin } from '../../sites/texts/joined-paths.ts'
import type { Located } from '../../sites/texts/locate.ts'
import { fits, segmentsOf, wordsOf } from '../../sites/texts/route.ts'
import { isSetting } from '../../sites/texts/setting-base.ts'
import { type Span, spanOf } from '../../sites/texts/text.ts'
import type { Edit } from '../edit/edit.ts'
import { freed, keptCall } from './freed-address.ts'

/** The edits that move an address, split into what other calls share (the base) and what is the call's own. */
export interface AddressEdits {
  readonly base: readonly Edit[]
  readonly path: readonly Edit[]
}

/** Why an address cannot be edited where it stands. */
export type Unmovable = 'escaped' | 'shared-word'

export const V2_HOST = new URL(hostProfiles.runpod.is.v2).host
export const V2_SEGMENT = 'v2'

/** Whether a literal that looks like a mere word is the path of the call and nothing else. */
export type OwnsPath = (literal: ts.Node) => boolean

/** Moves an address of the old REST API to `route`, character range by character range. */
export const moveAddress = (located: Located, route: Route, owns: OwnsPath): AddressEdits | Unmovable => {
  if (!located.host || !located.version) return 'escaped'
  const kept = keptCall(located)
  if (kept) return moveKept(located, route, owns, kept)
  if (isSetting(located.text)) return moveSet(located, route, owns)
  const host = replaced(located, located.host, V2_HOST)
  const version = replaced(located, located.version, V2_SEGMENT)
  if (!host || !version) return 'escaped'
  const path = movePath(located, route.old.path, route.v2.path, owns)
  return typeof path === 'string' ? path : { base: [host, version], path }
}

/** The base moves where the program is deployed. */
const moveSet = (located: Located, route: Route, owns: OwnsPath): AddressEdits | Unmovable => {
  const path = movePath(located, route.old.path, route.v2.path, owns)
  return typeof path === 'string' ? path : { base: [], path }
}

const moveKept = (
  located: Located,
  route: Route,
  owns: OwnsPath,
  call: ts.CallExpression,
): AddressEdits | Unmovable => {
  const own = freed(located, call)
  if (!own) return 'escaped'
  const path = movePath(located, route.old.path, route.v2.path, owns)
  return typeof path === 'string' ? path : { base: [], path: [...own, ...path] }
}

/** The base alone, for an address whose path is not known. One that was kept on v1 shares none any more. */
export const moveBase = (located: Located): readonly Edit[] =>
  located.host && located.version && !keptCall(located)
    ? [
        replaced(located, located.host, V2_HOST),
        replaced(located, located.version, V2_SEGMENT),
        ...questionsOf(located),
      ].filter((edit) => edit !== undefined)
    : []

/** `if (!base.endsWith('/v1')) base += '/v1'`: who asks for the version asks for the new one. */
const questionsOf = ({ text, version }: Located): readonly Edit[] => {
  let at = 0
  return text.pieces.flatMap((piece) => {
    const from = at
    at += piece.kind === 'written' ? piece.text.length : 1
    const isBase = piece.kind === 'written' && version && from < version[1]
    return isBase ? (piece.askedBy ?? []).map(versionIn) : []
  })
}

const versionIn = (word: ts.Node): Edit => {
  const start = word.getStart() + word.getText().indexOf('v1')
  return { file: word.getSourceFile(), start, end: start + 2, text: V2_SEGMENT }
}

/** The host alone, for an address that says its version in its path. */
export const moveHost = (located: Located): readonly Edit[] => {
  const edit = located.host && replaced(located, located.host, V2_HOST)
  return edit ? [edit] : []
}

/** The edit of one range of an address's shape; undefined where it is not written in one piece. */
export const replaced = (
  located: Pick<Located, 'text'>,
  [from, to]: readonly [number, number],
  text: string,
): Edit | undefined => {
  const span = spanOf(located.text, from, to)
  return span ? { ...span, text } : undefined
}

/** The edits that move the words of a path. */
export const movePath = (
  located: Pick<Located, 'text' | 'shape' | 'path' | 'query'>,
  v1: string,
  v2: string,
  owns: OwnsPath,
): Edit[] | Unmovable => {
  const old = wordsOf(v1)
  const next = wordsOf(v2)
  if (fits(next, segmentsOf(located.shape.slice(located.path, located.query)))) return []
  const edits: Edit[] = []
  let at = located.path
  for (const [index, word] of old.entries()) {
    const from = located.shape.indexOf('/', at) + 1
    const slash = located.shape.slice(from, located.query).indexOf('/')
    const to = slash < 0 ? located.query : from + slash
    at = to
    const target = next[index]
    if (word === undefined || word === target) continue
    const span =
      target === undefined
        ? spanOf(located.text, from - 1, to)
        : spanOf(located.text, from, from + word.length)
    if (!span) return 'escaped'
    if (!ownsPath(span, owns)) return 'shared-word'
    edits.push({ ...span, text: target ?? '' })
  }
  return edits
}

/**
 * A literal that is no more than a word (`const KIND = 'endpoints'`) may mean other things elsewhere; only literals
 * that are visibly paths are edited, the items of a list that is joined into one, the parts that a call joins, and what a
 * call hands on as its path.
 */
const ownsPath = (span: Span, owns: OwnsPath): boolean => {
  const token = nodeAt(span.file, span.start)
  if (!token) return false
  const isPart = compiler.isArrayLiteralExpression(token.parent) || isPathJoin(token.parent)
  return token.getText().includes('/') || isPart || owns(token)
}
