// Written from mappings/shared by `UPDATE_FIXTURES=1 npx vitest run codemods/rewrite/shared-text.test.ts`.
export const SHARED = {
  refusalText: {
    needs: [],
    text: `/** v2's refusal as one sentence: what it says, and what it says of each field. */
const refusalText = (detail: any, errors: any = []) =>
  errors.length > 0 ? \`\${detail}\${/[.:]$/.test(detail) ? ¤¤ : ¤:¤} \${errors.join(¤; ¤)}\` : detail§`,
  },
  oldWord: {
    needs: [],
    text: `/** A field of v2 in the caller's words; one that they have no word for stays as it is. */
const oldWord = (words: any, path: any) => {
  const exact = words.find(([v2]: any) => v2 === path)§
  if (exact) return exact[1]§
  const outer = words.find(([v2]: any) => path.startsWith(\`\${v2}.\`))§
  if (outer) return \`\${outer[1]}\${path.slice(outer[0].length)}\`§
  const inner = words.filter(([v2]: any) => v2.startsWith(\`\${path}.\`)).map(([, old]: any) => old)§
  return inner.length > 0 ? [...new Set(inner)].join(¤, ¤) : path§
}§`,
  },
  oldLine: {
    needs: ['oldWord'],
    text: `/** A line of v2's refusal in the caller's words: \`$.disk: must be >= 1\`, \`$: missing property 'image'\`. */
const oldLine = (words: any, line: any) => {
  const found = /^\\$((?:[.[][\\w\\-\\]]+)*): ?(.*)$/s.exec(line)§
  if (!found) return line§
  const [, path = ¤¤, said = ¤¤] = found§
  const at = path.replace(/\\[(\\w+)\\]/g, ¤.$1¤).replace(/^\\./, ¤¤)§
  const text = said.replace(/'([\\w.-]+)'/g, (whole: any, name: any) => {
    const field = at === ¤¤ ? name : \`\${at}.\${name}\`§
    const word = oldWord(words, field)§
    return word === field && at !== ¤¤ ? whole : \`'\${word}'\`§
  })§
  // A field that the caller knows by its own name needs no mention of the object that it would lie in.
  const isNamed = text !== said && text.startsWith(¤missing property¤)§
  return at === ¤¤ || isNamed ? text : \`\${oldWord(words, at).replace(/\\.(\\d+)/g, ¤[$1]¤)}: \${text}\`§
}§`,
  },
} as const
