import type { ts } from 'ts-morph'
import type { Next } from './pieces.ts'
import { concat, type Piece, shapeOf, type Text } from './text.ts'

/** `new URL(path, base)` as the concatenation it stands for. */
export const newUrl = (node: ts.NewExpression, next: Next): Text[] => {
  const [path, base] = node.arguments ?? []
  if (!path) return []
  if (!base) return next(path)
  return next(base).flatMap((from) => next(path).map((to) => resolveAgainst(from, to)))
}

/** A path, whole address or not, as the address it is beside another. */
export const resolveAgainst = (base: Text, path: Text): Text => {
  const shape = shapeOf(path)
  if (/^https?:/.test(shape)) return path
  const origin = /^(https?:\/\/[^/\0]+)/.exec(shapeOf(base))?.[1]
  // An absolute path throws the base's own path away; a relative one takes the place of its last segment.
  const keep = shape.startsWith('/') && origin !== undefined ? cut(base, origin.length) : base
  return concat(keep, path)
}

const cut = (text: Text, length: number): Text => {
  const pieces: Piece[] = []
  let left = length
  for (const one of text.pieces) {
    if (left <= 0) break
    pieces.push(one.kind === 'written' ? { ...one, text: one.text.slice(0, left) } : one)
    left -= one.kind === 'written' ? one.text.length : 1
  }
  return { ...text, pieces }
}
