import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { nodesIn } from '../../sites/program/syntax/nodes.ts'
import type { Edit } from '../edit/edit.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

/** The words of what is written anew; a member's name (`{ env: … }`) reads nothing, nor does how an address begins. */
export const wordsOf = ({ text, own }: Edit): string[] =>
  (
    text
      .replace(MEMBER_NAME, '')
      .replace(SCHEME, '')
      .match(/[A-Za-z_$][\w$]*/g) ?? []
  ).filter((word) => word !== own)

const SCHEME = /\bhttps?:\/\//g

const MEMBER_NAME = /(?<=[{,]\s*)[A-Za-z_$][\w$]*(?=: )/g

/** What of a file goes: one mark for each character, for there may be as many edits as names. */
export type Removed = Uint8Array

/** What some edits of a file replace or take out. */
export const removedBy = (file: ts.SourceFile, edits: readonly Edit[]): Removed => {
  const removed: Removed = new Uint8Array(file.text.length)
  for (const edit of edits) remove(removed, edit)
  return removed
}

/** Marks what stands in a range as taken out. */
export const remove = (removed: Removed, { start, end }: Range): void => void removed.fill(1, start, end)

/** Whether all of a node goes. */
export const within = (node: ts.Node, removed: Removed): boolean =>
  !removed.subarray(node.getStart(), node.getEnd()).includes(0)

export type Name = ts.Identifier | ts.PrivateIdentifier

/** Every name that stands in a file, wherever it does. */
export const identifiersIn = (file: ts.SourceFile): Name[] => nodesIn(file, compiler.isMemberName)
