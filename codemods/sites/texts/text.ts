import type { ts } from 'ts-morph'
import type { Scope } from '../program/frames/frames.ts'
import { nothing } from '../program/syntax/nodes.ts'

/** Characters that stand in the source as they are, so that a part of them can be replaced where it stands. */
export interface Written {
  readonly kind: 'written'
  readonly text: string
  readonly file: ts.SourceFile
  /** Offset of `text[0]` in the file. */
  readonly start: number
  /** False where the source spells the characters differently (escapes): such text is read but never edited. */
  readonly exact: boolean
  /** Set where an earlier run put the text there, for a call that had to stay: `v1Address(…)`. */
  readonly call?: ts.CallExpression
  /** The variable of the environment that alone says it here. */
  readonly setting?: string
  /** By which names something else may be said in its place. */
  readonly overriddenBy?: readonly Override[]
  /** The calls that make other letters of it: `.toLowerCase()`. */
  readonly changedBy?: readonly ts.CallExpression[]
  /** What else says its version where the program asks for that before it puts one to it. */
  readonly askedBy?: readonly VersionWord[]
}

/** A name that may say another text: a variable of the environment, an option. */
export interface Override {
  readonly name: string
  /** Where it is asked for. */
  readonly node: ts.Node
}

/** `'/v1'` of `if (!base.endsWith('/v1')) base += '/v1'`, `/\/v1$/` of `/\/v1$/.test(base)`. */
export type VersionWord = ts.StringLiteralLike | ts.RegularExpressionLiteral | ts.TemplateTail

/** A part of a text that only the running program knows. */
export interface Gap {
  readonly kind: 'gap'
  readonly node: ts.Expression
  readonly scope: Scope | undefined
  /** The function parameter the value comes in by, where the caller decides it. */
  readonly parameter?: ts.ParameterDeclaration
  /** The environment variable the value is read from. */
  readonly env?: string
  /** For a whole query: the object whose entries it is made of. */
  readonly entries?: ts.Expression
  readonly changedBy?: readonly ts.CallExpression[]
}

export type Piece = Written | Gap

/** What a string expression may be at run time, as far as the source tells. */
export interface Text {
  readonly pieces: readonly Piece[]
  /** Environment variables that override it when they are set. */
  readonly env: readonly string[]
  /** Whether the program makes all of its letters capital, or small, before it uses it. */
  readonly inAnyLetters?: true
}

/** The text with `\0` where the gaps are. */
export const shapeOf = (text: Text): string =>
  text.pieces.map((piece) => (piece.kind === 'written' ? piece.text : '\0')).join('')

/** Two texts in a row. What may replace a part behind a whole base (an id, a name) does not replace the base. */
export const concat = (left: Text, right: Text): Text => ({
  pieces: [...left.pieces, ...right.pieces],
  env: WHOLE_BASE.test(shapeOf(left)) ? left.env : [...new Set([...left.env, ...right.env])],
})

/** Host and version. */
const WHOLE_BASE = /^https?:\/\/[^/\0]+\/v\d+(\/|$)/

/** A text in whose place the environment, or an option, may say another. */
export const overridden = (text: Text, by: readonly Override[]): Text => ({
  ...text,
  pieces: text.pieces.map((one) =>
    one.kind === 'written' ? { ...one, overriddenBy: [...(one.overriddenBy ?? []), ...by] } : one,
  ),
  env: [...new Set([...text.env, ...by.map(({ name }) => name)])],
})

/** Where the name is asked for by which the environment, or an option, says another text; undefined where that is not told. */
export const overrideAt = ({ pieces }: Text, asked: string): ts.Node | undefined =>
  pieces
    .flatMap((one) => (one.kind === 'written' ? (one.overriddenBy ?? []) : []))
    .find(({ name }) => name === asked)?.node

/** Where in its shape the part stands in whose place a name may say another; undefined where that is not told. */
export const overriddenIn = (text: Text, name: string): readonly [from: number, to: number] | undefined => {
  const ends: number[] = []
  let at = 0
  for (const piece of text.pieces) {
    const end = at + (piece.kind === 'written' ? piece.text.length : 1)
    if (piece.kind === 'written' && piece.overriddenBy?.some((one) => one.name === name)) ends.push(at, end)
    at = end
  }
  const [from, to] = [ends[0], ends.at(-1)]
  return from === undefined || to === undefined ? undefined : [from, to]
}

/** A text that stands nowhere in the source: a library's default, a slash it puts in. */
export const constant = (text: string): Text => ({
  pieces: [{ kind: 'written', text, file: nothing.getSourceFile(), start: -1, exact: false }],
  env: [],
})

export const emptyText: Text = { pieces: [], env: [] }

/** One written character range of a text. */
export interface Span {
  readonly file: ts.SourceFile
  readonly start: number
  readonly end: number
}

/**
 * Where the characters `from` to `to` of `shapeOf(text)` stand in the source; undefined where they are spread over
 * several literals, hold a gap, or are spelt with escapes.
 */
export const spanOf = (text: Text, from: number, to: number): Span | undefined => {
  let at = 0
  for (const piece of text.pieces) {
    const length = piece.kind === 'written' ? piece.text.length : 1
    if (from >= at && to <= at + length && (from < at + length || from === to)) {
      if (piece.kind === 'gap' || !piece.exact) return undefined
      return { file: piece.file, start: piece.start + from - at, end: piece.start + to - at }
    }
    at += length
  }
  return undefined
}

/** The gap at position `at` of `shapeOf(text)`. */
export const gapAt = (text: Text, at: number): Gap | undefined => {
  let seen = 0
  for (const piece of text.pieces) {
    if (piece.kind === 'gap' && seen === at) return piece
    seen += piece.kind === 'written' ? piece.text.length : 1
  }
  return undefined
}
