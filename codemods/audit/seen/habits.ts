import type { Draft } from '../finding.ts'
import type { CompiledVocabulary, RouteFact } from '../words/vocabulary.ts'
import type { PathSite } from './calls.ts'
import { routesFor } from './calls.ts'

/** What code keeps doing after only the host was changed. */
const habit = (rule: string, site: { start: number; end: number }, rest: Partial<Draft>): Draft => ({
  rule: `habit.${rule}`,
  start: site.start,
  end: site.end,
  drawer: 'v2-habit',
  class: 'required',
  old: '',
  v2: '',
  confidence: 'high',
  why: '',
  ...rest,
})

/** A v1 path on the v2 host: v2 has no such path. */
export const pathHabit = (site: PathSite, route: RouteFact): Draft => {
  const billing = route.path.startsWith('/billing/') && route.path !== route.v2.path.replace(/^\/v2/, '')
  const shared = {
    old: `${route.method} /v2${route.path}`,
    v2: route.gone ? '' : `${route.v2.method} ${route.v2.path}`,
    confidence: site.by === 'none' ? ('medium' as const) : ('high' as const),
  }
  if (billing && /endpoints$/.test(route.path))
    return habit('billing', site, {
      ...shared,
      class: 'quiet',
      why: `${shared.old} answers in v2 too, for another product: your serverless costs are at ${shared.v2}`,
    })
  return habit('path', site, {
    ...shared,
    class: route.gone ? 'decision' : 'required',
    why: route.gone ?? `v2 has no ${route.path}: call ${shared.v2}`,
  })
}

const ITERATED =
  /^["'`]?[^\n]{0,60}?\)\s*\)?\s*(?:\.json\(\)|\.data|\.json)\s*\)?\s*(?:\.(?:map|filter|forEach|find|some|every|length|each|iter|into_iter)\b|:|\bif\b|\]|\.\.)/
const FOR_IN = /\b(?:for\s*\(?\s*(?:const|let|var)?\s*\w+\s+(?:in|of)|foreach\s*\()\s*(?:await\s+)?[^\n]*$/

const escaped = (text: string) => text.replace(/[$]/g, '\\$&')

/** A list answer used as a bare array, on the same line or through the names it was given. */
const iterates = (text: string, site: PathSite): boolean => {
  const line = text.slice(text.lastIndexOf('\n', site.start) + 1, site.start)
  const after = text.slice(site.end, site.end + 700)
  const sameLine = after.split('\n', 1)[0] ?? ''
  if (
    ITERATED.test(sameLine) &&
    (FOR_IN.test(line) || /\.(?:map|filter|forEach|find|some|every)\b/.test(sameLine))
  )
    return true
  const name = /(?:^|\s)(?:const|let|var)?\s*\[?([A-Za-z_$]\w*)\]?\s*(?::=|=)\s*[^=]*$/.exec(line)?.[1]
  if (!name) return false
  const stop = after.search(/\n\s*\n|\n(?:def|func|function|async|export|class)\b/)
  const block = (stop < 0 ? after : after.slice(0, stop)).split('\n').slice(1).join('\n')
  const names = [escaped(name)]
  const body = String.raw`(?:await\s+)?NAME(?:\.json\(\)|\.data|\.json)?`
  const renamed = new RegExp(
    String.raw`([A-Za-z_$]\w*)\s*(?::=|=)\s*${body.replace('NAME', names[0] ?? '')}\s*;?\s*$`,
    'm',
  ).exec(block)?.[1]
  if (renamed) names.push(escaped(renamed))
  return names.some((one) => {
    const value = body.replace('NAME', one)
    return (
      new RegExp(String.raw`\b(?:in|of)\s+${value}\s*(?::|\)|\]|\bif\b)`).test(block) ||
      new RegExp(String.raw`\b${value}\.(?:map|filter|forEach|some|every)\(`).test(block) ||
      new RegExp(String.raw`Array\.isArray\(${value}\)|isinstance\(${value},\s*list\)`).test(block)
    )
  })
}

/** A list's envelope read as if it were the list: nothing fails, the loop runs over keys or not at all. */
export const envelopeHabit = (
  text: string,
  site: PathSite,
  vocabulary: CompiledVocabulary,
): Draft | undefined => {
  if (site.method !== undefined && site.method !== 'GET') return undefined
  const route = vocabulary.routes.find(
    (one) => one.list && one.v2.method === 'GET' && one.v2.path === `/v2${site.path}`,
  )
  if (!route || !iterates(text, site)) return undefined
  return habit('envelope', site, {
    class: 'quiet',
    old: `${route.method} ${route.path} answered an array`,
    v2: `GET ${route.v2.path} answers {"${route.list}": […]}`,
    confidence: 'medium',
    why: `v2 wraps the list: read \`${route.list}\` before iterating, or the loop sees no items and nothing fails`,
  })
}

const AVAILABILITY = /\binclude["'\]]?\s*(?:[:=,]|=>)\s*\[?\s*["'`]?(AVAILABILITY)\b/g

/** v2 answers 400 to availability without the product it is asked for. */
export const productHabits = (text: string): readonly Draft[] =>
  [...text.matchAll(AVAILABILITY)].flatMap((match): Draft[] => {
    const before = text.slice(Math.max(0, match.index - 250), match.index)
    const from = Math.max(before.lastIndexOf('\n\n'), before.search(/\n(?:def|func|function)\b[^\n]*$/))
    const after = text.slice(match.index, match.index + 300).split(/\n\s*\n/, 1)[0] ?? ''
    if (/\bproduct\b/.test(before.slice(from + 1) + after)) return []
    return [
      habit(
        'product',
        { start: match.index, end: match.index + match[0].length },
        {
          old: 'include=AVAILABILITY',
          v2: 'include=AVAILABILITY&product=POD (or SERVERLESS, CLUSTER)',
          why: 'v2 answers 400 to include=AVAILABILITY without product: say which product the stock is asked for',
        },
      ),
    ]
  })

/** A base that ends in /v2 and paths that kept theirs. */
export const doubledHabit = (site: PathSite): Draft =>
  habit('doubled-version', site, {
    old: `/v2/v2${site.path}`,
    v2: `/v2${site.path}`,
    why: 'the base address ends in /v2 and so does the path: one of them has to go',
  })

/** The old operation a path on the v2 host stands for, where v2 has no such path. */
export const habitRoute = (site: PathSite, vocabulary: CompiledVocabulary): RouteFact | undefined =>
  routesFor(site.path, site.method, vocabulary.routes)[0]
