import type { IncomingMessage } from 'node:http'
import type { Logger as Pino } from 'pino'
import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Outcome, RequestTrace } from '../server/request-trace.ts'
import type { Consumer } from './fingerprint.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Two decimals are plenty for milliseconds. */
const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100

/** Rule -> how often. Never `at`: a field nobody knows is named by the caller. */
const countNotes = (notes: readonly Finding[], { rule: ruleOf }: Vocabulary): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { rule, code } of notes) {
    const name = `${code} ${ruleOf(rule)}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/**
 * Writes one line a request. A line is made of names from the mapping, numbers, ids and the consumer's fingerprint:
 * no header, body, path or query of the caller is in it, so that no secret can be.
 */
export const createRequestLog = (logger: Pino, vocabulary: Vocabulary) => {
  const hopsOf = (trace: RequestTrace) =>
    trace.upstream.map(({ method, route, status, took }) => ({
      call: `${method} ${vocabulary.route(route)}`,
      status,
      ms: rounded(took),
    }))
  return (trace: RequestTrace, outcome: Outcome, request: IncomingMessage, consumer: Consumer): void => {
    const failed = outcome.cut || outcome.status >= 500
    const level = failed ? 'warn' : 'info'
    if (!logger.isLevelEnabled(level)) return
    logger[level]({
      request: trace.id,
      trace: trace.span.traceId,
      dialect: trace.dialect,
      operation: vocabulary.operation(trace.operation),
      method: request.method,
      status: outcome.status,
      ...(outcome.cut && { cut: true }),
      ms: rounded(outcome.took),
      ownMs: rounded(outcome.ownTime),
      consumer: consumer.id,
      client: consumer.client,
      ...(trace.upstream.length > 0 && { upstream: hopsOf(trace) }),
      ...(trace.notes.length > 0 && { notes: countNotes(trace.notes, vocabulary) }),
    })
  }
}
