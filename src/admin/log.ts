import pino, { type Logger as Pino } from 'pino'
import type { LOG_FORMATS, LOG_LEVELS } from './log-options.ts'
import { textLine } from './log-text.ts'

export interface LogOptions {
  readonly level: (typeof LOG_LEVELS)[number]
  readonly format: (typeof LOG_FORMATS)[number]
  /** Where lines go; standard output when left out. */
  readonly write?: (line: string) => void
}

/** A log and the means to empty it before the process goes. */
export interface Log {
  readonly logger: Pino
  /** Writes what is buffered, at once. */
  readonly flush: () => void
}

/** Lines are gathered and written together: a write a request would be a system call a request. */
const BUFFER = 15 * 1024 // bytes: nearly what goes out in one write
const WRITE_EVERY = 250 // milliseconds
/** A reader of our output that stands still must not fill our memory: beyond this, lines are lost. */
const MOST_WAITING = 16 * 1024 * 1024 // bytes

const OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level: string) => ({ level }) },
}

/** Opens the log. Lines reach their destination within a quarter of a second, or with `flush`. */
export const createLog = ({ level, format, write }: LogOptions): Log => {
  const options = { ...OPTIONS, level }
  if (write) {
    const stream = { write: (line: string) => write(format === 'text' ? textLine(line) : line) }
    return { logger: pino(options, stream), flush: () => {} }
  }
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: BUFFER,
    maxLength: MOST_WAITING,
    periodicFlush: WRITE_EVERY,
  })
  // A closed pipe or a full disk behind it loses lines, never requests.
  destination.on('error', () => {})
  const stream =
    format === 'text' ? { write: (line: string) => destination.write(textLine(line)) } : destination
  return { logger: pino(options, stream), flush: () => flushQuietly(destination) }
}

const flushQuietly = (destination: { readonly flushSync: () => void }): void => {
  try {
    destination.flushSync()
  } catch {
    // Not open yet or not open any more: then there is nobody to read it.
  }
}
