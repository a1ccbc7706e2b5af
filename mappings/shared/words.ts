/** What v2 calls a field, and what the caller does. Where several fit, the first one counts. */
export type Words = readonly (readonly [v2: string, old: string])[]

/** A field of v2 in the caller's words; one that they have no word for stays as it is. */
export const oldWord = (words: Words, path: string): string => {
  const exact = words.find(([v2]) => v2 === path)
  if (exact) return exact[1]
  const outer = words.find(([v2]) => path.startsWith(`${v2}.`))
  if (outer) return `${outer[1]}${path.slice(outer[0].length)}`
  const inner = words.filter(([v2]) => v2.startsWith(`${path}.`)).map(([, old]) => old)
  return inner.length > 0 ? Array.from(new Set(inner)).join(', ') : path
}

/** A line of v2's refusal in the caller's words: `$.disk: must be >= 1`, `$: missing property 'image'`. */
export const oldLine = (words: Words, line: string): string => {
  const found = /^\$((?:[.[][\w\-\]]+)*): ?([\s\S]*)$/.exec(line)
  if (!found) return line
  const [, path = '', said = ''] = found
  const at = path.replace(/\[(\w+)\]/g, '.$1').replace(/^\./, '')
  const text = said.replace(/'([\w.-]+)'/g, (whole, name) => {
    const field = at === '' ? name : `${at}.${name}`
    const word = oldWord(words, field)
    return word === field && at !== '' ? whole : `'${word}'`
  })
  // A field that the caller knows by its own name needs no mention of the object that it would lie in.
  const isNamed = text !== said && text.startsWith('missing property')
  return at === '' || isNamed ? text : `${oldWord(words, at).replace(/\.(\d+)/g, '[$1]')}: ${text}`
}
