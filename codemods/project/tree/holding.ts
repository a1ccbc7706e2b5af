/** One search for each word is faster up to here, one expression for all of them beyond. */
const FEW = 4

/** Tells whether a file's bytes hold one of some words. Nothing is decoded: each byte counts as a letter. */
export const holding = (words: readonly string[]): ((bytes: Buffer) => boolean) => {
  const needles = words.map((word) => Buffer.from(word))
  if (words.length <= FEW) return (bytes) => needles.some((word) => bytes.includes(word))
  const anyOf = new RegExp(needles.map((word) => escaped(word.toString('latin1'))).join('|'))
  return (bytes) => anyOf.test(bytes.toString('latin1'))
}

/** A text as an expression says it that looks for it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
