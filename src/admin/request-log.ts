import type { IncomingMessage } from 'node:http'
import type { Finding } from '../../mappings/dsl/finding.ts'
import type { UpstreamHop } from '../proxy/exchange.ts'
import type { Outcome, RequestTrace } from '../server/request-trace.ts'
import type { Consumer } from './fingerprint.ts'
import type { Log } from './log.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Two decimals are plenty for milliseconds; made of whole numbers, whose texts the engine keeps. */
const rounded = (milliseconds: number): string => {
  const hundredths = Math.round(milliseconds * 100)
  const whole = Math.trunc(hundredths / 100)
  const rest = hundredths - whole * 100
  return rest === 0 ? `${whole}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`
}

const PLAIN = /^[\w .:/{}-]*$/

/** A JSON string; nearly every word of ours is written as it stands. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** Rule -> how often. Never `at`: a field nobody knows is named by the caller. */
const countNotes = (notes: readonly Finding[], { rule: ruleOf }: Vocabulary): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { rule, code } of notes) {
    const name = `${code} ${ruleOf(rule)}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const hopsOf = (hops: readonly UpstreamHop[], vocabulary: Vocabulary): string => {
  let said = ''
  for (const { method, route, status, took, shared } of hops) {
    const call = quoted(`${method} ${vocabulary.route(route)}`)
    const whose = shared ? ',"shared":true' : ''
    said += `${said === '' ? '' : ','}{"call":${call},"status":${status},"ms":${rounded(took)}${whose}}`
  }
  return said
}

/**
 * Writes one line a request. A line is made of names from the mapping, numbers, ids and the consumer's fingerprint:
 * no header, body, path or query of the caller is in it, so that no secret can be.
 */
export const createRequestLog =
  ({ logger, line }: Pick<Log, 'logger' | 'line'>, vocabulary: Vocabulary) =>
  (trace: RequestTrace, outcome: Outcome, request: IncomingMessage, consumer: Consumer): void => {
    const { status, cut, took, ownTime } = outcome
    const level = cut || status >= 500 ? 'warn' : 'info'
    if (!logger.isLevelEnabled(level)) return
    const { notes, upstream } = trace
    let said = `"request":${quoted(trace.id)},"trace":"${trace.span.traceId}"`
    said += `,"dialect":"${trace.dialect}","operation":${quoted(vocabulary.operation(trace.operation))}`
    if (request.method !== undefined) said += `,"method":${quoted(request.method)}`
    said += `,"status":${status}${cut ? ',"cut":true' : ''},"ms":${rounded(took)},"ownMs":${rounded(ownTime)}`
    said += `,"consumer":${quoted(consumer.id)},"client":${quoted(consumer.client)}`
    if (upstream.length > 0) said += `,"upstream":[${hopsOf(upstream, vocabulary)}]`
    if (notes.length > 0) said += `,"notes":${JSON.stringify(countNotes(notes, vocabulary))}`
    line(level, said)
  }
