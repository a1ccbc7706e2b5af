/** Below this a file is read in no time, whatever it is. */
const LEAST = 20_000 // characters
/** People break lines of code long before. */
const LONG = 1_000 // characters
/** Hardly anybody writes a file as long as this by hand. */
const LONG_FOR_PEOPLE = 100_000 // characters
/** Nobody does. */
const TOO_LONG_FOR_PEOPLE = 1_000_000 // characters
/** Long lines of data (pictures, tables) hold hardly a call. */
const FEWEST_CALLS = 1 / 200 // of the characters are an opening parenthesis

/** What bundlers write before the modules that they put together, each in their own words. */
const BUNDLERS =
  /\bvar __commonJS(?:Min)? = \(|\b__webpack_(?:require__|modules__)\b|\bparcelRequire\b|\bfunction \w\(\w,\w,\w\)\{function \w\(/

/**
 * Whether a tool has written most of a file: code on lines that nobody would read, or modules that a bundler put together.
 * A program may name such a tool's words, but not in a file as long as what the tool writes.
 */
export const isBuilt = (text: string): boolean =>
  text.length > TOO_LONG_FOR_PEOPLE ||
  isMinified(text) ||
  (text.length > LONG_FOR_PEOPLE && BUNDLERS.test(text))

const isMinified = (text: string): boolean => {
  if (text.length < LEAST) return false
  let dense = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    if (to - from > LONG && callsIn(text, from, to) > (to - from) * FEWEST_CALLS) dense += to - from
    from = to + 1
  }
  return dense * 2 > text.length
}

const callsIn = (text: string, from: number, to: number): number => {
  let found = 0
  for (let at = text.indexOf('(', from); at >= 0 && at < to; at = text.indexOf('(', at + 1)) found++
  return found
}
