/** What holds scripts among other things: components and pages. */
const EMBEDDING = /\.(vue|svelte|astro|html?)$/i

/** Whether a file is of a language that holds scripts among other things. */
export const isEmbedding = (path: string): boolean => EMBEDDING.test(path)

/** Whether a file is a page, whose scripts share what they declare with those that it names. */
export const isPage = (path: string): boolean => /\.html?$/i.test(path)

/**
 * The scripts of a component or a page, with blanks for all else: every line and column is where it was.
 * @param path tells the language
 */
export const scriptsOf = (path: string, text: string): string => {
  const [all = '', fence = '', front = ''] = (/\.astro$/i.test(path) && FRONT.exec(text)) || []
  const markup = blank(all) + text.slice(all.length)
  const parts = [...markup.matchAll(SCRIPT)]
    .filter(([, attributes]) => attributes !== undefined && isScript(attributes, isPage(path)))
    .map(({ index, 1: attributes = '', 2: code = '' }) => ({ at: index + TAG + attributes.length, code }))
  parts.unshift({ at: fence.length, code: front })
  let [said, at] = ['', 0]
  for (const part of parts) {
    said += blank(text.slice(at, part.at)) + part.code
    at = part.at + part.code.length
  }
  return said + blank(text.slice(at))
}

/** The modules of the scripts that a page names beside its own, as it says them. */
export const scriptsBeside = (text: string): string[] =>
  [...text.matchAll(SCRIPT)].flatMap(([, attributes = '']) => SOURCE.exec(attributes)?.[1] ?? [])

/** What is commented out is none. */
const SCRIPT = /<!--[\s\S]*?-->|<script\b((?:"[^"]*"|'[^']*'|\{[^}]*\}|[^>"'{])*)>([\s\S]*?)<\/script\s*>/gi
/** Letters of a tag around its attributes: `<script>`. */
const TAG = '<script>'.length
const FRONT = /^(\s*---)([\s\S]*?\n)---/
const SOURCE = /(?:^|\s)src\s*=\s*["']?([^"'\s>?#]+)/i

const isScript = (attributes: string, ofPage: boolean): boolean => {
  if (ofPage && SOURCE.test(attributes)) return false
  const type = /(?:^|\s)type\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]
  return (
    !type ||
    /^(module|text\/(javascript|typescript|babel|jsx|ecmascript)|application\/javascript)$/i.test(type)
  )
}

const blank = (text: string): string => text.replace(/[^\r\n]+/g, (line) => ' '.repeat(line.length))
