import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, isOperation, walk } from '../../../sites/program/syntax/nodes.ts'
import { isMemberRead, nameAt, nameRead } from './member-read.ts'

/** A look at a member: `body.error`, `'error' in body`. */
export interface Look {
  readonly owner: string
  readonly word: string
  /** Where the member's name stands. */
  readonly name: Place
  readonly node: ts.Node
}

/** Where a name stands in its file. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** The look at a member that a node is. */
export const lookAt = (node: ts.Node): Look | undefined => {
  if (isMemberRead(node)) {
    const owner = pathOf(node.expression)
    return owner === undefined ? undefined : { owner, word: nameRead(node), name: nameAt(node), node }
  }
  const isIn = isOperation(node, 'in')
  const owner = isIn ? pathOf(node.right) : undefined
  return isIn && owner !== undefined && compiler.isStringLiteral(node.left)
    ? { owner, word: node.left.text, name: within(node.left), node }
    : undefined
}

/** What a body is called: a name, or a member of one (`error.body`). */
const pathOf = (given: ts.Expression): string | undefined => {
  const node = bare(given)
  if (compiler.isIdentifier(node)) return node.text
  const owner = compiler.isPropertyAccessExpression(node) ? pathOf(node.expression) : undefined
  return owner && compiler.isPropertyAccessExpression(node) ? `${owner}.${node.name.text}` : undefined
}

/** A literal's text, without its quotes. */
const within = (literal: ts.StringLiteral): Place => ({ start: literal.getStart() + 1, end: literal.end - 1 })

/** Which looks are asked for. */
export type Wanted = (look: Look) => boolean

/** Those at the member that a node looks at. */
export const sameAs = (node: ts.Node): Wanted => {
  const wanted = lookAt(node)
  return ({ owner, word }) => owner === wanted?.owner && word === wanted.word
}

/** The looks at a place, in their order. */
export const looksOf = (place: ts.Node, isWanted: Wanted): Look[] => {
  const found: Look[] = []
  walk(place, (node) => {
    const look = lookAt(node)
    if (look && isWanted(look)) found.push(look)
    return undefined
  })
  return found.sort((one, other) => one.name.start - other.name.start)
}
