import { type Literal, offsetIn } from '../text/literals.ts'
import { type CompiledVocabulary, SEGMENT } from '../words/vocabulary.ts'
import type { PathSite } from './calls.ts'
import { methodAround, routesFor } from './calls.ts'

/** Calls that make an address of their arguments, and send nothing. */
const MAKES = /\b(?:fmt\.Sprintf|format!?|String\.format|sprintf|URI(?:\.create|\.parse)?|new\s+UR[LI])\(\s*/
const GIVEN =
  /(?:^|[\s;,{(.$])([A-Za-z_]\w*)["']?\s*(?::(?!=)[^=()]*)?(?::=|=)\s*((?:(?!\s(?:=|:=)\s)[^=])*)$/

/** The name that an address is given where it is written: `PODS_URL = f"{BASE}/pods"`. */
const nameGiven = (text: string, site: PathSite): string | undefined => {
  const line = text.slice(text.lastIndexOf('\n', site.start) + 1, site.start)
  const [, name, rest = ''] = GIVEN.exec(line) ?? []
  return rest.replace(MAKES, '').includes('(') ? undefined : name
}

const VERB = /\b(?:GET|POST|PATCH|PUT|DELETE)\b|\bMethod(?:Get|Post|Patch|Put|Delete)\b/
const CALL = /\.(get|post|patch|put|delete)(?:Async|Json)?(?:<[^<>()]*>)?\(\s*[^()\n]*$/i
/** A use that only begins another path says nothing of this one. */
const GOES_ON = /^[})\]]*\/|^["'`]?\s*(?:\+|\.\.?|<>)\s*["'`]\//
/** How far behind an address its use is looked for, in signs. */
const WITHIN = 700

/** The method with which the first statement behind an assignment uses the name. */
const methodOfUse = (text: string, { end }: PathSite, name: string): string | undefined => {
  const after = text.slice(end, end + WITHIN)
  const use = new RegExp(String.raw`(?<![\w.])${name}\b(?!\s*(?::=|=(?!=)))`).exec(after)
  if (!use || GOES_ON.test(after.slice(use.index + name.length))) return undefined
  const line = after.slice(after.lastIndexOf('\n', use.index) + 1).split('\n', 1)[0] ?? ''
  const called = CALL.exec(after.slice(after.lastIndexOf('\n', use.index) + 1, use.index))?.[1]
  return (called ?? VERB.exec(line)?.[0].replace('Method', ''))?.toUpperCase()
}

interface Given {
  readonly name: string
  readonly site: PathSite
}

/** The last address a name was given before an offset, or else the first behind it. */
const nearestGiven = (all: readonly Given[], name: string, at: number): PathSite | undefined => {
  const same = all.filter((one) => one.name === name)
  return (same.findLast(({ site }) => site.start < at) ?? same[0])?.site
}

const holes = (names: string) => {
  const named = String.raw`(?:[\w.$@]+\.)?(?:${names})`
  return String.raw`(?:\$\{\s*${named}\s*\}|\$(?:${names})\b|#\{\s*@{0,2}${named}\s*\}|\{\{\s*${named}\s*\}\}|\{\s*${named}\s*\})`
}

/** Where a literal goes on behind a named address: offset of the first slash in its content, and the name. */
const goesOn = (text: string, literal: Literal, names: readonly string[]) => {
  const { content, leading = '' } = literal
  const ahead = /([A-Za-z_]\w*)\W*$/.exec(leading)?.[1]
  if (ahead && names.includes(ahead) && content.startsWith('/')) return [{ name: ahead, from: 0 }]
  if (/^(?:%s|\{\})\//.test(content)) {
    const first = /[A-Za-z_][\w.]*/.exec(
      text.slice(literal.end + 1, literal.end + 80).replace(/^[.%]?\s*(?:format)?/, ''),
    )
    const name = first?.[0].split('.').at(-1) ?? ''
    return names.includes(name) ? [{ name, from: content.indexOf('/') }] : []
  }
  return [...content.matchAll(new RegExp(`${holes(names.join('|'))}(?=/)`, 'g'))].map((match) => ({
    name: /([A-Za-z_]\w*)\W*$/.exec(match[0])?.[1] ?? '',
    from: match.index + match[0].length,
  }))
}

const REST = new RegExp(String.raw`^(?:\/${SEGMENT})+`)

/** The path of a literal that goes on behind an address which was given a name. */
const pathBehind = (
  text: string,
  literal: Literal,
  from: number,
  base: PathSite | undefined,
  { routes }: CompiledVocabulary,
): readonly PathSite[] => {
  const rest = REST.exec(literal.content.slice(from))?.[0].replace(/\/$/, '') ?? ''
  const path = `${base?.path}${rest}`
  if (!base || rest === '' || routesFor(path, undefined, routes).length === 0) return []
  const start = offsetIn(literal, from)
  const end = Math.min(offsetIn(literal, from + rest.length - 1) + 1, literal.end)
  const method = methodAround(text, start, end)
  return [{ ...base, path, by: 'name', method, start, end, literal }]
}

/**
 * Follows addresses that are given a name: `f"{PODS_URL}/{id}/stop"` is a path of the operation that PODS_URL begins, and
 * the method of `url := base + "/pods"` stands where `url` is used.
 */
export const withNamedPaths = (
  text: string,
  literals: readonly Literal[],
  sites: readonly PathSite[],
  vocabulary: CompiledVocabulary,
): readonly PathSite[] => {
  const given = sites.flatMap((site): readonly Given[] => {
    const name = site.aim === 'unknown' ? undefined : nameGiven(text, site)
    return name ? [{ name, site }] : []
  })
  if (given.length === 0) return sites
  const names = [...new Set(given.map(({ name }) => name))]
  const known = sites.map((site) => {
    const name = site.method === undefined && given.find((one) => one.site === site)?.name
    const method = name ? methodOfUse(text, site, name) : undefined
    return method === undefined ? site : { ...site, method }
  })
  const further = literals.flatMap((literal) =>
    goesOn(text, literal, names).flatMap(({ name, from }) =>
      pathBehind(text, literal, from, nearestGiven(given, name, offsetIn(literal, from)), vocabulary),
    ),
  )
  return [...known, ...further]
}
