/**
 * Many words sought in one pass over a file's bytes, in every naming style at once: letters are folded to one case
 * and `_` and `-` are stepped over, so `containerDiskInGb`, `container_disk_in_gb`, `container-disk-in-gb` and
 * `CONTAINER_DISK_IN_GB` are one word. An Aho-Corasick automaton: one table look-up a byte, no backtracking.
 */
export interface WordGate {
  /** The union of the masks of the words seen; stops early once every bit of `enough` was seen. */
  readonly scan: (bytes: Uint8Array, enough?: number) => number
}

/** A word and the bits it stands for. */
export interface GateWord {
  readonly word: string
  readonly mask: number
}

const OTHER = 0
const STEP_OVER = 37
const PUNCTUATION = './{('

/** Byte -> column: 1..26 letters, 27..36 digits, then the few signs that words may hold; the rest ends a word. */
const columns = (): Uint8Array => {
  const table = new Uint8Array(256).fill(OTHER)
  for (let letter = 0; letter < 26; letter++) table[65 + letter] = table[97 + letter] = letter + 1
  for (let digit = 0; digit < 10; digit++) table[48 + digit] = 27 + digit
  for (let sign = 0; sign < PUNCTUATION.length; sign++)
    table[PUNCTUATION.charCodeAt(sign)] = STEP_OVER + 1 + sign
  table[95] = table[45] = STEP_OVER
  return table
}

const COLUMN = columns()
const WIDTH = STEP_OVER + 1 + PUNCTUATION.length

/** The word as the automaton sees it. */
export const fold = (word: string): string => word.toLowerCase().replace(/[_-]/g, '')

interface Trie {
  readonly next: number[][]
  readonly masks: number[]
}

const grow = (words: readonly GateWord[]): Trie => {
  const next: number[][] = [new Array<number>(WIDTH).fill(-1)]
  const masks = [0]
  for (const { word, mask } of words) {
    let state = 0
    for (const sign of fold(word)) {
      const column = COLUMN[sign.charCodeAt(0)] ?? OTHER
      const row = next[state] ?? []
      let following = row[column] ?? -1
      if (following < 0) {
        following = next.push(new Array<number>(WIDTH).fill(-1)) - 1
        masks.push(0)
        row[column] = following
      }
      state = following
    }
    masks[state] = (masks[state] ?? 0) | mask
  }
  return { next, masks }
}

/**
 * Breadth first: a missing step is the step of the longest suffix that is also a prefix of some word.
 * Steps are stored as offsets of rows, and as `~offset` where the row ends a word: the scan then has one load and
 * one test a byte.
 */
const complete = ({ next, masks }: Trie): { table: Int32Array; masks: Uint8Array } => {
  const table = new Int32Array(next.length * WIDTH)
  const fallback = new Int32Array(next.length)
  const queue: number[] = [0]
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head] ?? 0
    const fall = fallback[state] ?? 0
    if (state !== 0) masks[state] = (masks[state] ?? 0) | (masks[fall] ?? 0)
    for (let column = 0; column < WIDTH; column++) {
      const child = next[state]?.[column] ?? -1
      const other = state === 0 ? 0 : (table[fall * WIDTH + column] ?? 0)
      table[state * WIDTH + column] = child < 0 ? other : child
      if (child >= 0) {
        fallback[child] = other
        queue.push(child)
      }
    }
    table[state * WIDTH + STEP_OVER] = state
  }
  return {
    table: table.map((to) => (masks[to] === 0 ? to * WIDTH : ~(to * WIDTH))),
    masks: Uint8Array.from(masks),
  }
}

/** Compiles the words. Masks are bits 1 to 128. */
export const wordGate = (words: readonly GateWord[]): WordGate => {
  const { table, masks } = complete(grow(words))
  return {
    scan: (bytes, enough = 255) => {
      let seen = 0
      let row = 0
      const { length } = bytes
      for (let at = 0; at < length; at++) {
        row = table[row + (COLUMN[bytes[at] as number] as number)] as number
        if (row < 0) {
          row = ~row
          seen |= masks[row / WIDTH] as number
          if ((seen & enough) === enough) return seen
        }
      }
      return seen
    },
  }
}
