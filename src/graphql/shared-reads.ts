interface Line {
  /** The reading under way. */
  current: Promise<unknown>
  /** The one that begins when that has ended: for all who came in the meantime. */
  next: Promise<unknown> | undefined
}

const ignore = (): void => {}

/**
 * Lets callers of one key share readings that have not begun yet. One is under way at most, one waits; whoever asks gets
 * a reading that began after he asked, so that it holds whatever he has been told of before. Nothing is kept.
 */
export class SharedReads {
  readonly #lines = new Map<string, Line>()

  /** @param name tells keys and lists apart; held only as long as somebody waits. */
  read<T>(name: string, begin: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name)
    if (!line) return this.#start(name, begin)
    line.next ??= line.current.then(ignore, ignore).then(() => this.#start(name, begin))
    return line.next as Promise<T>
  }

  #start<T>(name: string, begin: () => Promise<T>): Promise<T> {
    const current = (async () => begin())()
    const line: Line = { current, next: undefined }
    this.#lines.set(name, line)
    const end = (): void => {
      // Whoever waits starts the next line himself, in this very turn.
      if (!line.next) this.#lines.delete(name)
    }
    current.then(end, end)
    return current
  }
}
