/** Where an offset stands: both from 1, the column in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Looks places up in a text. */
export interface LineTable {
  readonly at: (offset: number) => Place
  /** A line's own text, without its end. */
  readonly text: (line: number) => string
}

/** Indexes the line starts of a text once. */
export const lineTable = (text: string): LineTable => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    at: (offset) => {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
    },
    text: (line) =>
      text.slice(starts[line - 1] ?? 0, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, ''),
  }
}
