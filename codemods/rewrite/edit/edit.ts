import type { ts } from 'ts-morph'

/** One replacement in a file. An insertion has `start === end`. */
export interface Edit {
  readonly file: ts.SourceFile
  readonly start: number
  readonly end: number
  readonly text: string
  /** Of two insertions at one place, the higher stands nearer to what follows. */
  readonly order?: number
  /** A name in the text that the function around it declares: it means nothing else of the file. */
  readonly own?: string
}

/** Replaces a node's own text (comments before it stay). */
export const replace = (node: ts.Node, text: string): Edit => ({
  file: node.getSourceFile(),
  start: node.getStart(),
  end: node.getEnd(),
  text,
})

/** Puts text before a node, behind its comments. */
export const insertBefore = (node: ts.Node, text: string): Edit =>
  insertAt(node.getSourceFile(), node.getStart(), text)

/** Puts text behind a node. */
export const insertAfter = (node: ts.Node, text: string): Edit =>
  insertAt(node.getSourceFile(), node.getEnd(), text)

/** Puts text at an offset of a file, replacing nothing. */
export const insertAt = (file: ts.SourceFile, at: number, text: string): Edit => ({
  file,
  start: at,
  end: at,
  text,
})

/** Replaces a whole `${…}` of a template by text. */
export const replaceSpan = (span: ts.TemplateSpan, text: string): Edit => ({
  file: span.getSourceFile(),
  start: span.expression.pos - 2, // `${`
  end: span.literal.getStart() + 1, // `}`
  text,
})

/**
 * A name for an edit that is the same for the same change: several sites may ask for one edit. Two brackets that close
 * at one place are told apart by their order.
 */
export const keyOf = ({ file, start, end, order = 0, text }: Edit): string =>
  `${file.fileName}:${start}:${end}:${order}:${text}`

/** Whether an edit does something: what an earlier run wrote is not written again. */
export const isChange = ({ file, start, end, text }: Edit): boolean => file.text.slice(start, end) !== text

/** Whether two edits of different calls want different things of the same characters, or at the same place. */
export const clash = (a: Edit, b: Edit): boolean => {
  if (a.file !== b.file || keyOf(a) === keyOf(b)) return false
  const [isA, isB] = [a.start === a.end, b.start === b.end]
  if (isA && isB) return a.start === b.start
  if (isA) return a.start > b.start && a.start < b.end
  return isB ? b.start > a.start && b.start < a.end : a.start < b.end && b.start < a.end
}

/** Every edit once, in the order in which they are made. */
export const inTurn = (edits: readonly Edit[]): Edit[] =>
  [...new Map(edits.map((edit) => [keyOf(edit), edit])).values()].sort(
    (a, b) => a.start - b.start || a.end - b.end || (a.order ?? 0) - (b.order ?? 0),
  )

/** The file's text with the edits made. Edits must not clash; the same edit asked for twice is made once. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let out = ''
  let at = 0
  for (const edit of inTurn(edits)) {
    out += text.slice(at, edit.start) + edit.text
    at = Math.max(at, edit.end)
  }
  return out + text.slice(at)
}

/** Whether an edit is made within a node. */
export const isWithin = ({ file, start, end }: Edit, node: ts.Node): boolean =>
  file === node.getSourceFile() && start >= node.getStart() && end <= node.getEnd()
