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
    .map(({ index, 1: attributes = '', 2: code = '' }) => {
      const isOwn = /\.astro$/i.test(path) || /(?:^|\s)type\s*=\s*["']?module\b/i.test(attributes)
      return { at: index + TAG + attributes.length, code, isOwn }
    })
  parts.unshift({ at: fence.length, code: front, isOwn: false })
  let [said, at] = ['', 0]
  for (const { at: from, code, isOwn } of parts) {
    const before = said + blank(text.slice(at, from))
    at = from + code.length
    const own = isOwn ? enclosed(before, code) : undefined
    said = own ?? before + code
    if (own) at++
  }
  return said + blank(text.slice(at))
}

/**
 * What a module of its own declares, in braces that take the place of blanks: the code in front of a page of Astro, and its
 * scripts, are one file here. Undefined where there is no such place behind its imports.
 */
const enclosed = (before: string, code: string): string | undefined => {
  const isClosed = /^\s*export\b/m.test(code) || /\/\/[^\n]*$/.test(code)
  const whole = before + code
  const from =
    before.length + (/^[\s\S]*^[ \t]*import\b[^'"()]*['"][^'"\n]*['"];?/m.exec(code)?.[0].length ?? 0)
  const gap = from + (/^\s*/.exec(whole.slice(from))?.[0].length ?? 0) - 1
  const place = from === before.length ? from - 1 : gap
  if (isClosed || !/^[ \t]$/.test(whole[place] ?? '')) return undefined
  return `${whole.slice(0, place)}{${whole.slice(place + 1)}}`
}

/** The modules of the scripts that a page names beside its own, as it says them. */
export const scriptsBeside = (text: string): string[] =>
  [...text.matchAll(SCRIPT)].flatMap(([, attributes = '']) => SOURCE.exec(attributes)?.[1] ?? [])

/** What the import maps of a page say for the name of a module: `{ "imports": { "api": "./api.js" } }`. */
export const mappedTo = (text: string): ((name: string) => string | undefined) => {
  const said = [...text.matchAll(SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    /(?:^|\s)type\s*=\s*["']?importmap\b/i.test(attributes) ? [...code.matchAll(MAPPED)] : [],
  )
  return (name) =>
    said.find(([, from = '']) => (from.endsWith('/') ? name.startsWith(from) : name === from)) &&
    (said.find(([, from]) => name === from)?.[2] ?? name)
}

/** `"api": "./api.js"` */
const MAPPED = /"([^"\s]+)"\s*:\s*"([^"\s]+)"/g

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
