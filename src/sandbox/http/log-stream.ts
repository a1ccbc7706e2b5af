import { LogQuery } from '../../../mappings/schemas/v2/logs.ts'
import type { Clock, Timer } from '../clock.ts'
import type { LogLine } from '../pods/log-line.ts'
import { isoTime } from '../state/iso-time.ts'
import { queryAs } from './query.ts'
import type { Call } from './route.ts'

const DEFAULT_TAIL = 100 // lines
const POLL_MS = 1000
/** A comment keeps idle connections open through proxies (HTML standard, section 9.2.7). */
const HEARTBEAT_POLLS = 15

/** Streams that are open, so that a closing sandbox can end them. */
export interface OpenStreams {
  add(end: () => void): () => void
  endAll(): void
}

/** No stream yet. */
export const openStreams = (): OpenStreams => {
  const ends = new Set<() => void>()
  return {
    add: (end) => {
      ends.add(end)
      return () => void ends.delete(end)
    },
    endAll: () => {
      for (const end of [...ends]) end()
    },
  }
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}

const event = ({ at, source, line }: LogLine): string => {
  const ts = isoTime(at)
  return `id: ${ts}\ndata: ${JSON.stringify({ ts, source, line })}\n\n`
}

/** The cursor decides the backfill: Last-Event-ID before `since` before `tail`. A line already seen is not sent again. */
const backfill = (lines: readonly LogLine[], call: Call, query: LogQuery): readonly LogLine[] => {
  const last = Date.parse(call.header('last-event-id') ?? '')
  if (!Number.isNaN(last)) return lines.filter(({ at }) => at > last)
  if (query.since !== undefined) {
    const since = Date.parse(query.since)
    return lines.filter(({ at }) => at >= since)
  }
  const tail = query.tail ?? DEFAULT_TAIL
  return tail === 0 ? [] : lines.slice(-tail)
}

/**
 * A log as Server-Sent Events: history first, then what is written, until the caller hangs up or the source is gone.
 * @param linesNow every line written so far; undefined when there is nothing to follow any more
 */
export const logStream = (
  call: Call,
  clock: Clock,
  streams: OpenStreams,
  linesNow: () => readonly LogLine[] | undefined,
): Response => {
  const query = queryAs(LogQuery, call.query)
  const written = (): readonly LogLine[] | undefined => {
    const now = clock.now()
    return linesNow()?.filter(
      ({ at, source }) => at <= now && (query.source === undefined || source === query.source),
    )
  }
  const encoder = new TextEncoder()
  let timer: Timer | undefined
  let forget = (): void => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      let seen = clock.now()
      let polls = 0
      const send = (text: string): void => controller.enqueue(encoder.encode(text))
      const end = (): void => {
        timer?.cancel()
        forget()
        controller.close()
      }
      const poll = (): void => {
        const lines = written()
        if (!lines) return end()
        for (const line of lines) if (line.at > seen) send(event(line))
        seen = clock.now()
        polls += 1
        if (polls % HEARTBEAT_POLLS === 0) send(': still here\n\n')
        timer = clock.after(POLL_MS, poll)
      }
      forget = streams.add(end)
      send(
        backfill(written() ?? [], call, query)
          .map(event)
          .join('') || ': no lines yet\n\n',
      )
      timer = clock.after(POLL_MS, poll)
    },
    cancel: () => {
      timer?.cancel()
      forget()
    },
  })
  return new Response(body, { status: 200, headers: HEADERS })
}
