import type { Language } from '../text/language.ts'

/** How a legacy name is used where it stands. */
export type Use = 'key' | 'read' | 'query' | 'name'

/** What names a field on the wire from beside its declaration: `json:"gpuCount"`, `@SerializedName("gpuCount")`. */
const TAG =
  /(?:\b(?:json|yaml|mapstructure):\\?"|\b(?:SerializedName|SerialName|JsonPropertyName|JsonProperty|JsonKey|rename|\w*alias)\s*[=(]\s*(?:(?:Value|name|value)\s*[=:]\s*)?["'])$/

/** Whether a name is the wire's name of a field that is declared beside it. */
export const isTag = (text: string, start: number): boolean =>
  TAG.test(text.slice(Math.max(0, start - 40), start))

/** `query.Set("includeMachine", …)` and `body.get("costPerHr")`: a name handed to a method. */
const SETS = /\.(?:set|add|append|put|setdefault|queryParam|addQueryParameter)\(\s*["'`]$/i
const GETS =
  /\.(?:get|path|at|dig|GetProperty|opt\w*|get(?:String|Int|Double|Boolean|JSONObject|JSONArray))\(\s*["'`]$/

/** `--image-name`, `-ImageName`: what a command line calls its own settings. */
const FLAG = /(?:^|[\s"'`([=,])--?$/

/** A line of Python that tests or walks a name, and one that declares or assigns it. */
const CONTROLS = /^\s*(?:if|elif|while|for|with|case|except|assert|lambda|return)\b[^\n]*$/
const ASSIGNS = /^[ \t]*(?:(?:export|local|readonly|declare|self\.|\$)[ \t]*)?$/

/** Languages whose variables begin with `$`. */
const SIGILS: ReadonlySet<string> = new Set(['php', 'powershell'])

/** The nearest bracket still open before an offset, looked for so far back; -1 where there is none. */
const openBefore = (text: string, start: number, back: number): number => {
  let depth = 0
  for (let at = start - 1; at >= 0 && at > start - back; at--) {
    const sign = text[at]
    if (sign === ')' || sign === ']' || sign === '}') depth++
    else if ((sign === '(' || sign === '[' || sign === '{') && depth-- === 0) return at
  }
  return -1
}

/** Words of the program itself: its flags, its variables, what its language never sends under that name. */
export const isOwnWord = (
  text: string,
  start: number,
  end: number,
  kind: 'code' | 'string',
  { name, variables }: Language,
): boolean => {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (FLAG.test(line)) return true
  if (kind === 'string') return false
  if (variables === 'all') return true
  if (variables === undefined || !ASSIGNS.test(line)) {
    return name === 'python' && CONTROLS.test(line) && /^\s*:/.test(text.slice(end, end + 40))
  }
  if (SIGILS.has(name)) return line.endsWith('$')
  const after = text.slice(end, end + 40)
  // Inside brackets such a line hands an argument or fills a table.
  if (/^[ \t]*(?::?=(?!=)|\+=)/.test(after)) return openBefore(text, start, 2000) < 0
  // A field of a class that is sent as it stands is spelt as the wire spells it.
  return name === 'python' && /^\s*:/.test(after) && /_|^[A-Z]/.test(text.slice(start, end))
}

/** `{ imageName, gpuCount }`: the nearest open bracket is a brace, so the names are keys as well. */
const isShorthand = (text: string, start: number, end: number): boolean => {
  if (!/^\s*[,}]/.test(text.slice(end, end + 20))) return false
  let depth = 0
  for (let at = start - 1; at >= 0 && at > start - 600; at--) {
    const sign = text[at]
    if (sign === ')' || sign === ']' || sign === '}') depth++
    else if (sign === '(' || sign === '[' || sign === '{') {
      if (depth === 0)
        return (
          sign === '{' && /[{,]\s*(?:\.\.\.[\w.]+,\s*)?$/.test(text.slice(Math.max(0, start - 60), start))
        )
      depth--
    } else if (sign === ';' && depth === 0) return false
  }
  return false
}

const DECLARES = /\b(?:def|fn|fun|func|function)\s+\w+(?:<[^<>]*>)?\s*$/

/** `def create(image_name: str)`: a parameter's name is the program's own. */
export const isParameter = (text: string, start: number): boolean => {
  const open = openBefore(text, start, 800)
  return text[open] === '(' && DECLARES.test(text.slice(Math.max(0, open - 60), open))
}

/** Inside `${…}`, or alone in the braces of a format string, a name is the program's own. */
export const inHole = (content: string, at: number, length: number): boolean => {
  if (content[at - 1] === '{' && /^[}!:]/.test(content.slice(at + length))) return true
  const open = content.lastIndexOf('${', at)
  return open >= 0 && content.indexOf('}', open) >= at
}

/** How a name is used where it stands. @param start,end offsets in `text`, the end left out */
export const useOf = (text: string, start: number, end: number): Use => {
  const before = text.slice(Math.max(0, start - 3), start)
  const after = text.slice(end, end + 8)
  if (/[?&]$/.test(before) && after.startsWith('=')) return 'query'
  if (isTag(text, start) || SETS.test(text.slice(Math.max(0, start - 40), start))) return 'key'
  if (GETS.test(text.slice(Math.max(0, start - 40), start))) return 'read'
  // A variable's name is the program's own.
  if (/\b(?:const|let|var)\s+$/.test(text.slice(Math.max(0, start - 10), start))) return 'name'
  if (/^\\?["'`]?\s*(?::(?!:)|=>|=(?!=)|,omitempty)/.test(after) && !/\.$/.test(before)) return 'key'
  if (/(?:\.|->|\[\\?["'`]|::)$/.test(before) || /^["'`]?\]/.test(after))
    return /^(?:\\?["'`]\])?\s*=(?!=)/.test(after) ? 'key' : 'read'
  return isShorthand(text, start, end) ? 'key' : 'name'
}

/** Inside prose a name proves little: the string must be the name, or data that has names as keys. */
export const isData = (content: string, at: number, length: number): boolean => {
  if (content.length === length) return true
  const after = content.slice(at + length, at + length + 3)
  const before = content.slice(Math.max(0, at - 2), at)
  if (/[?&]$/.test(before) || /^\\?["']\s*:?/.test(after) || /["'`{,\s]$/.test(before)) {
    return /[{}]|[?&][\w$-]+=|^[\w.[\]-]+$|\bjson:|\byaml:/.test(content)
  }
  return /^[\w.[\]-]+$/.test(content)
}
