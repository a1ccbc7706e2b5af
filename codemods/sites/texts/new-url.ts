import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare } from '../program/syntax/nodes.ts'
import { addressAsked } from './either.ts'
import type { Next } from './pieces.ts'
import { concat, constant, type Piece, shapeOf, type Text } from './text.ts'

/** `new URL(path, base)` as the concatenation it stands for; a path that the program asks whether it is a whole address may be one. */
export const newUrl = (node: ts.NewExpression, next: Next): Text[] => {
  const [path, base] = node.arguments ?? []
  if (!path) return []
  if (!base) return next(path)
  const asked = bare(path)
  const mayBeWhole = compiler.isConditionalExpression(asked) && addressAsked(asked.condition) !== undefined
  return next(base).flatMap((from) =>
    next(path).flatMap((to) => {
      const resolved = resolveAgainst(from, to)
      return mayBeWhole && shapeOf(to).startsWith('\0') ? [to, resolved] : [resolved]
    }),
  )
}

/** The path of an address whose host is known. */
export const pathnameOf = (text: Text): Text | undefined => {
  const shape = shapeOf(text)
  const origin = originOf(shape)
  if (origin === undefined) return undefined
  const end = shape.search(/[?#]/)
  const path = between(text, origin.length, end < 0 ? shape.length : end)
  return path.pieces.length > 0 ? path : constant('/')
}

/** An address whose host is known, with another path. One that nobody knows may be made of the old one. */
export const withPathname = (base: Text, path: Text): Text => {
  const shape = shapeOf(path)
  if (shape === '\0') return concat(base, path)
  const origin = between(base, 0, originOf(shapeOf(base))?.length ?? 0)
  return concat(/^[/\0]/.test(shape) ? origin : concat(origin, constant('/')), path)
}

const originOf = (shape: string): string | undefined => /^(https?:\/\/[^/?#\0]+)/.exec(shape)?.[1]

/** A path, whole address or not, as the address it is beside another. */
const resolveAgainst = (base: Text, path: Text): Text => {
  const shape = shapeOf(path)
  if (/^https?:/.test(shape)) return path
  const origin = originOf(shapeOf(base))
  // An absolute path throws the base's own path away; a relative one takes the place of its last segment.
  if (shape.startsWith('/') && origin !== undefined) return concat(between(base, 0, origin.length), path)
  const here = /^(\.\/)*/.exec(shape)?.[0].length ?? 0
  return concat(base, between(path, here, shape.length))
}

/** Some of the characters of a text's shape. */
const between = (text: Text, from: number, to: number): Text => {
  const pieces: Piece[] = []
  let at = 0
  for (const one of text.pieces) {
    const length = one.kind === 'written' ? one.text.length : 1
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)]
    if (start < end)
      pieces.push(
        one.kind === 'written' ? { ...one, text: one.text.slice(start, end), start: one.start + start } : one,
      )
    at += length
  }
  return { ...text, pieces }
}
