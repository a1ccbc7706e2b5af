import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { GRAPHQL_HELPERS, GRAPHQL_NEEDS, sendText } from './mapper-graphql.ts'
import type { Helper } from './mapper-printer.ts'
import { SHARED_NAMES, SHARED_NEEDS, SHARED_TEXTS } from './shared-texts.ts'
import type { Style } from './style.ts'

/** The language a generated module is written in. */
export type Dialect = 'ts' | 'esm' | 'cjs'

const HELPER_ORDER: readonly Helper[] = [
  'given',
  'put',
  'convert',
  'single',
  'refuse',
  'whole',
  'keepUnknown',
  ...SHARED_NAMES,
  'problem',
  'matches',
  'accessOf',
  'asked',
  'send',
  'worded',
  'listAll',
  'idOf',
  'saying',
  'act',
  'firstOf',
  'gpusOf',
  'cpusOf',
  'gpuNames',
  'volumesAsked',
  'withVolume',
  'lowestPrices',
  'availabilityBy',
  'poolsOf',
  'placesOf',
  'select',
  'isOpen',
  'gathered',
  'errorsOf',
  'statusOf',
]

const NEEDS: Partial<Record<Helper, readonly Helper[]>> = {
  ...GRAPHQL_NEEDS,
  ...SHARED_NEEDS,
  problem: ['refusalText'],
}

/** The helpers used, printed in the order in which they build on each other. */
export const helpersText = (used: ReadonlySet<Helper>, dialect: Dialect, style: Style): string[] => {
  const all = new Set(used)
  // A set takes in what is added while it is gone through.
  for (const name of all) for (const needed of NEEDS[name] ?? []) all.add(needed)
  const texts = { ...HELPERS, send: sendText(all) }
  return HELPER_ORDER.filter((name) => all.has(name)).map((name) => printed(texts[name], dialect, style))
}

/** A text of the generated module in its language and its user's manners (`§` ends a statement, `¤` quotes). */
export const printed = (text: string, dialect: Dialect, style: Style): string => {
  const { indent, semicolon, quote } = style
  const untyped =
    dialect === 'ts'
      ? text
      : text
          .replace(/: \(\w+: any\) => (boolean|unknown|any)(?=[,)])/g, '')
          .replace(/\): Promise<[^=]*?> =>/g, ') =>')
          .replace(/: (Promise<\w+>|any|string|unknown|T|Doc|readonly string\[\])(?=[,);]| =)/g, '')
          .replace(/<T = any>|<T>| as T\b/g, '')
  return untyped.replaceAll('  ', indent).replaceAll('¤', quote).replaceAll('§', semicolon)
}

/** v1's sentence says the fields as well. */
const OLD_ERROR = Object.entries(errorWords)
  .map(
    ([old, v2]) =>
      `${old}: ${v2 === errorWords[errorMessage] ? `refusalText(v2.${v2}, v2.errors)` : `v2.${v2}`}`,
  )
  .join(', ')

const HELPERS: Record<Helper, string> = {
  given: `/** The value, or undefined where it only says "nothing". */
const given = (value: any) =>
  value === null || value === ¤¤ || (Array.isArray(value) && value.length === 0) ? undefined : value§`,
  put: `/** Sets \`doc.a.b = value\` for the path 'a.b'; nothing where there is no value. */
const put = (doc: any, path: string, value: any) => {
  if (value === undefined) return§
  const keys = path.split(¤.¤)§
  keys.forEach((key, index) => {
    if (index === keys.length - 1) doc[key] = value§
    else doc = doc[key] ??= /^\\d+$/.test(keys[index + 1] ?? ¤¤) ? [] : {}§
  })§
}§`,
  convert: `const convert = (value: any, change: (value: any) => unknown) => (value === undefined || value === null ? undefined : change(value))§`,
  single: `/** v1 tried a whole list, one after the other; v2 takes one. */
const single = (field: string, list: any) => {
  if (!Array.isArray(list)) return list§
  if (list.length > 1) throw new Error(\`\${field}: REST v2 takes one value, not \${list.length}; try them one after the other\`)§
  return list[0]§
}§`,
  refuse: `const refuse = (field: string, value: any, allowed: (value: any) => boolean, why: string) => {
  if (value !== undefined && value !== null && !allowed(value)) throw new Error(\`\${field}: \${why}\`)§
}§`,
  whole: `/** v2 takes a group whole: half of one would be refused, or worse, lose the other half. */
const whole = (doc: any, fields: readonly string[], words: string) => {
  if (doc && fields.some((field) => doc[field] === undefined)) throw new Error(\`say all of \${words}: REST v2 takes them together\`)§
}§`,
  keepUnknown: `/** What the mapping does not know goes to v2 as it is: v2 names what it does not take. */
const keepUnknown = (old: Doc, v2: Doc, known: readonly string[]) => {
  for (const key of Object.keys(old)) {
    if (known.includes(key) || old[key] === undefined) continue§
    v2[key] = typeof v2[key] === ¤object¤ ? { ...v2[key], ...old[key] } : old[key]§
  }
}§`,
  problem: `/** v2's error body (RFC 9457), readable as v1's too. */
const problem = (v2: any) => ({ ...v2, ${OLD_ERROR} })§`,
  matches: `/** Whether an item is what v1's filters asked for; a filter may name several values. */
const matches = (item: any, where: any, filters: any) =>
  Object.keys(filters).every((name) => {
    const given = where instanceof URLSearchParams ? where.getAll(name) : [where?.[name] ?? []].flat()§
    return given.length === 0 || given.some((value: any) => filters[name](item, String(value)))§
  })§`,
  ...SHARED_TEXTS,
  ...GRAPHQL_HELPERS,
}
