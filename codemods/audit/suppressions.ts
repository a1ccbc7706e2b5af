import type { Draft, Suppression } from './finding.ts'
import type { Stretch } from './text/lex.ts'

/** The lines a mark speaks for. */
export interface Marked extends Suppression {
  readonly from: number
  readonly to: number
  /** Offset of the mark, to report it where it never applied. */
  readonly at: number
}

/** The marks of a file, and what is wrong with them. */
export interface Marks {
  readonly marked: readonly Marked[]
  /** The lines of marks that are said wrongly: findings there count, but nobody should edit them before the mark is mended. */
  readonly unsure: readonly Pick<Marked, 'from' | 'to'>[]
  readonly problems: readonly Draft[]
}

/**
 * `upshift-keep: reason (until 2027-01-31)` and `upshift-ignore: reason`; with `-start`, `-end` and `-file` for more than
 * the statement that follows. `upshift: keep file -- reason` says the same; `rp-migrate:` marks of other scanners count too.
 */
const MARK =
  /\b(?:(upshift)-(keep|ignore)(?:-(start|end|file))?[ \t]*:?|(upshift|rp-migrate):[ \t]*(keep-v1|keep|ignore)\b(?:[ \t]+(start|end|file)\b)?)[ \t]*([^\n]*)/g
const UNTIL = /\(?\buntil[ \t]+(\d{4}-\d{2}-\d{2})\)?/

interface Mark {
  readonly own: boolean
  readonly kind: Suppression['kind']
  readonly scope: string | undefined
  readonly reason: string
  readonly until: string | undefined
  readonly at: number
  readonly end: number
  readonly line: number
  /** Nothing but the comment stands on its line, so it speaks for the next one as well. */
  readonly alone: boolean
}

const problem = (mark: Mark, rule: string, why: string): Draft => ({
  rule: `suppression.${rule}`,
  start: mark.at,
  end: mark.end,
  drawer: 'suppressions',
  class: 'required',
  old: '',
  v2: '',
  fix: 'manual',
  confidence: 'high',
  why,
})

const reasonOf = (text: string): string =>
  text
    .replace(UNTIL, '')
    .replace(/(?:\*\/|-->|#>)\s*$/, '')
    .replace(/^[\s:(–—-]+|[\s)]+$/g, '')

const readMarks = (
  text: string,
  stretches: readonly Stretch[],
  lineOf: (at: number) => number,
): readonly Mark[] =>
  stretches.flatMap((stretch) => {
    if (stretch.kind === 'string') return []
    const content = text.slice(stretch.start, stretch.end)
    return [...content.matchAll(MARK)].map((match): Mark => {
      const at = stretch.start + match.index
      const lineStart = text.lastIndexOf('\n', at - 1) + 1
      return {
        own: (match[1] ?? match[4]) === 'upshift',
        kind: (match[2] ?? match[5]) === 'ignore' ? 'ignore' : 'keep',
        scope: match[3] ?? match[6],
        reason: reasonOf(match[7] ?? ''),
        until: UNTIL.exec(match[7] ?? '')?.[1],
        at,
        end: at + match[0].length,
        line: lineOf(at),
        alone: /^[\s#/*<!;{-]*$/.test(text.slice(lineStart, at)),
      }
    })
  })

const spanOf = (mark: Mark, { from, to }: Lines): Marked => ({
  kind: mark.kind,
  reason: mark.reason,
  ...(mark.until === undefined ? {} : { until: mark.until }),
  from,
  to,
  at: mark.at,
})

const EXPLAIN = 'write it as "upshift-ignore: reason" or "upshift-keep: reason (until 2027-01-31)"'

/** Among elements a comment stands in braces, which are its own. */
const behindMark = (text: string, { end }: Mark): number => (text[end] === '}' ? end + 1 : end)

/** Where the statement after a mark ends: the first line end outside every bracket it opened. */
const statementEnd = (text: string, stretches: readonly Stretch[], from: number): number => {
  let depth = 0
  let begun = false
  for (const stretch of stretches) {
    if (stretch.end <= from) continue
    if (stretch.kind !== 'code') begun ||= stretch.kind === 'string'
    else
      for (let at = Math.max(from, stretch.start); at < stretch.end; at++) {
        const sign = text[at] ?? ''
        if ('([{'.includes(sign)) depth++
        else if (')]}'.includes(sign)) depth--
        if (sign === '\n' && begun && depth <= 0) return at
        begun ||= /\S/.test(sign)
      }
  }
  return Math.max(0, text.length - 1)
}

/** Reads a file's marks. A region that is never closed suppresses nothing: half a file must not vanish by accident. */
export const marksOf = (
  text: string,
  stretches: readonly Stretch[],
  lineOf: (at: number) => number,
  today: string,
): Marks => {
  const found: Found = { marked: [], unsure: [], problems: [] }
  const open: Mark[] = []
  for (const mark of /upshift[:-]|rp-migrate:/.test(text) ? readMarks(text, stretches, lineOf) : []) {
    if (mark.scope === 'start') open.push(mark)
    else if (mark.scope === 'end') closeRegion(found, open, mark, today)
    else if (mark.scope === 'file') suppress(found, mark, { from: 1, to: Number.POSITIVE_INFINITY }, today)
    else {
      const to = mark.alone ? lineOf(statementEnd(text, stretches, behindMark(text, mark))) : mark.line
      suppress(found, mark, { from: mark.line, to }, today)
    }
  }
  for (const mark of open) {
    found.unsure.push({ from: mark.line, to: Number.POSITIVE_INFINITY })
    const add = `add "upshift-${mark.kind}-end"`
    found.problems.push(
      problem(mark, 'unclosed', `this region is never closed, so it suppresses nothing: ${add}`),
    )
  }
  return found
}

type Lines = Pick<Marked, 'from' | 'to'>

/** What has been read of a file's marks so far. */
interface Found {
  readonly marked: Marked[]
  readonly unsure: Lines[]
  readonly problems: Draft[]
}

/** A mark of ours without a reason, and one whose day is over, suppress nothing and are told. */
const suppress = ({ marked, unsure, problems }: Found, mark: Mark, lines: Lines, today: string): void => {
  if (mark.own && mark.reason === '') {
    unsure.push(lines)
    problems.push(problem(mark, 'no-reason', `a suppression says why: ${EXPLAIN}`))
  } else if (mark.until !== undefined && mark.until < today) {
    const ended = `this suppression ended on ${mark.until}: make the change, or state a new date`
    problems.push(problem(mark, 'expired', ended))
  } else marked.push(spanOf(mark, lines))
}

/** The end of a region closes the last one of its kind that is open. */
const closeRegion = (found: Found, open: Mark[], end: Mark, today: string): void => {
  const at = open.findLastIndex(({ kind }) => kind === end.kind)
  const [begun] = at < 0 ? [] : open.splice(at, 1)
  if (begun) suppress(found, begun, { from: begun.line, to: end.line }, today)
  else
    found.problems.push(
      problem(end, 'no-start', 'this region ends but never begins: remove the mark, or add its start'),
    )
}

/** The mark that speaks for a line; the narrowest one. */
export const markFor = (marks: readonly Marked[], line: number): Marked | undefined =>
  marks
    .filter(({ from, to }) => from <= line && line <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))[0]
