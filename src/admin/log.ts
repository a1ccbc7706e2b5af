import pino, { type Logger as Pino } from 'pino'
import { isoTime } from './clock-text.ts'
import { LineBatch } from './line-batch.ts'
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
  /**
   * Writes one line as the logger would, of members that are JSON already (`"status":200,"ms":1`): serialising an
   * object a request was the dearest part of it.
   */
  readonly line: (level: 'info' | 'warn', members: string) => void
  /** Writes what is buffered, at once. */
  readonly flush: () => void
}

/** Lines are gathered and written together: a write a request would be a system call a request. */
const BUFFER = 15 * 1024 // characters: nearly what goes out in one write
const WRITE_EVERY = 250 // milliseconds
/** A reader of our output that stands still must not fill our memory: beyond this, lines are lost. */
const MOST_WAITING = 16 * 1024 * 1024 // bytes

const OPTIONS = {
  base: null,
  timestamp: () => `,"time":"${isoTime(Date.now())}"`,
  formatters: { level: (level: string) => ({ level }) },
}

const linesBy =
  (logger: Pino, write: (line: string) => void): Log['line'] =>
  (level, members) => {
    if (logger.isLevelEnabled(level))
      write(`{"level":"${level}","time":"${isoTime(Date.now())}",${members}}\n`)
  }

/** Standard output, in batches; a closed pipe or a full disk behind it loses lines, never requests. */
const openOutput = () => {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    maxLength: MOST_WAITING,
    contentMode: 'buffer',
  } as Parameters<typeof pino.destination>[0] & object)
  destination.on('error', () => {})
  // The library's type knows text only; in this mode it takes nothing but bytes.
  const batch = new LineBatch(destination as unknown as { write: (bytes: Buffer) => boolean }, BUFFER)
  setInterval(() => batch.flush(), WRITE_EVERY).unref()
  const flush = (): void => {
    batch.flush()
    flushQuietly(destination)
  }
  // What is gathered when the process ends in a way of its own is still said.
  process.once('exit', flush)
  return { write: (line: string): void => batch.write(line), flush }
}

/** Opens the log. Lines reach their destination within a quarter of a second, or with `flush`. */
export const createLog = ({ level, format, write }: LogOptions): Log => {
  const output = write ? { write, flush: () => {} } : openOutput()
  const stream = format === 'text' ? { write: (line: string) => output.write(textLine(line)) } : output
  const logger = pino({ ...OPTIONS, level }, stream)
  return { logger, line: linesBy(logger, stream.write), flush: output.flush }
}

const flushQuietly = (destination: { readonly flushSync: () => void }): void => {
  try {
    destination.flushSync()
  } catch {
    // Not open yet or not open any more: then there is nobody to read it.
  }
}
