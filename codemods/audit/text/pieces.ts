import { type Node, parseTree } from 'jsonc-parser'
import type { Language } from './language.ts'
import { languageNamed, languageOf } from './language-of.ts'

/** A stretch of a file that is one language: the whole of it, a fence, a notebook cell. */
export interface Piece {
  readonly text: string
  readonly language: Language
  /** Offset in the file of an offset in the piece. */
  readonly toFile: (offset: number) => number
}

const FENCE = /^([ \t]*(?:>[ \t]*)*)(`{3,}|~{3,})[ \t]*([\w#+.-]*)[^\n]*\n/gm

/** A document's fences, each in its own language; the prose between them only for full addresses. */
const ofMarkdown = (text: string, markdown: Language): readonly Piece[] => {
  const pieces: Piece[] = []
  let prose = 0
  const take = (from: number, to: number, language: Language) => {
    if (from < to) pieces.push({ text: text.slice(from, to), language, toFile: (offset) => from + offset })
  }
  FENCE.lastIndex = 0
  for (let match = FENCE.exec(text); match; match = FENCE.exec(text)) {
    const from = match.index + match[0].length
    const close = new RegExp(String.raw`^[ \t]*(?:>[ \t]*)*${match[2]}[\`~]*[ \t]*$`, 'm').exec(
      text.slice(from),
    )
    const to = close ? from + close.index : text.length
    take(prose, match.index, markdown)
    take(from, to, match[3] ? languageNamed(match[3]) : languageNamed('shell'))
    prose = close ? to + close[0].length : text.length
    FENCE.lastIndex = prose
  }
  take(prose, text.length, markdown)
  return pieces
}

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/g

/** Maps offsets of a decoded JSON string to where its signs stand between the quotes. */
const decodeMap = (
  raw: string,
  at: number,
): { text: string; starts: readonly (readonly [number, number])[] } => {
  const starts: [number, number][] = [[0, at]]
  let shift = 0
  for (const match of raw.matchAll(ESCAPE)) {
    shift += match[0].length - 1
    starts.push([match.index + match[0].length - shift, at + match.index + match[0].length])
  }
  return { text: JSON.parse(`"${raw}"`) as string, starts }
}

const lineage = (node: Node | undefined, ...keys: readonly string[]): Node | undefined =>
  keys.reduce<Node | undefined>(
    (at, key) => at?.children?.find((child) => child.children?.[0]?.value === key)?.children?.[1],
    node,
  )

const cellPiece = (file: string, source: Node, language: Language): Piece => {
  const strings = source.type === 'array' ? (source.children ?? []) : [source]
  const starts: (readonly [number, number])[] = []
  let text = ''
  for (const node of strings) {
    if (node.type !== 'string') continue
    const raw = file.slice(node.offset + 1, node.offset + node.length - 1)
    const decoded = decodeMap(raw, node.offset + 1)
    starts.push(...decoded.starts.map(([from, at]) => [text.length + from, at] as const))
    text += decoded.text
  }
  return {
    text,
    language,
    toFile: (offset) => {
      const before = starts.findLast(([from]) => from <= offset) ?? [0, 0]
      return before[1] + offset - before[0]
    },
  }
}

const COMMAND_LINE = /^[ \t]*[!%].*$/gm

/** `!curl …` among a cell's lines is a shell's: each language sees the other's lines blank. */
const withCommands = (piece: Piece): readonly Piece[] => {
  const commands = [...piece.text.matchAll(COMMAND_LINE)]
  if (commands.length === 0) return [piece]
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const code = piece.text.replace(COMMAND_LINE, blank)
  let shell = blank(piece.text)
  for (const { index, 0: line } of commands)
    shell = shell.slice(0, index) + line.replace(/[!%]/, ' ') + shell.slice(index + line.length)
  return [
    { ...piece, text: code },
    { ...piece, text: shell, language: languageNamed('bash') },
  ]
}

/** A notebook's code cells; the `%%bash` of a cell's first line names another language. */
const ofNotebook = (text: string): readonly Piece[] => {
  const root = parseTree(text)
  const kernel =
    lineage(root, 'metadata', 'kernelspec', 'language')?.value ??
    lineage(root, 'metadata', 'language_info', 'name')?.value
  const language = languageNamed(typeof kernel === 'string' ? kernel : 'python')
  return (lineage(root, 'cells')?.children ?? []).flatMap((cell): readonly Piece[] => {
    const source = lineage(cell, 'source')
    const kind: unknown = lineage(cell, 'cell_type')?.value
    if (!source || (kind !== 'code' && kind !== 'markdown')) return []
    if (kind === 'markdown') {
      const outer = cellPiece(text, source, languageNamed('markdown'))
      return ofMarkdown(outer.text, outer.language).map((piece) => ({
        ...piece,
        toFile: (offset: number) => outer.toFile(piece.toFile(offset)),
      }))
    }
    const piece = cellPiece(text, source, language)
    const magic = /^%%(bash|sh|javascript|ruby|html)\b/.exec(piece.text)?.[1]
    return magic ? [{ ...piece, language: languageNamed(magic) }] : withCommands(piece)
  })
}

/** Splits a file into pieces of one language each. */
export const piecesOf = (path: string, text: string): readonly Piece[] => {
  const language = languageOf(path, text.slice(0, 200).split('\n', 1)[0])
  if (language.name === 'markdown') return ofMarkdown(text, language)
  if (language.name === 'notebook') return ofNotebook(text)
  return [{ text, language, toFile: (offset) => offset }]
}
