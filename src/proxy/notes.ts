import type { Finding } from '../../mappings/dsl/finding.ts'

/** Notes beyond this many are left to the log: a header that servers refuse helps nobody. */
const MOST = 40

/** A structured-field string (RFC 9651 3.3.3): printable ASCII, quotes and backslashes escaped. */
const sfString = (text: string): string =>
  `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, (char) => `\\${char}`)}"`

/** `Upshift-Notes`: an RFC 9651 list, one token a note. Undefined where there is nothing to say. */
export const notesHeader = (notes: readonly Finding[]): string | undefined => {
  if (notes.length === 0) return undefined
  const said = notes
    .slice(0, MOST)
    .map(({ code, at, rule }) => `${code};at=${sfString(at)};rule=${sfString(rule)}`)
  return said.join(', ')
}
