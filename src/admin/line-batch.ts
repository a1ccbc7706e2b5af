/** Where whole batches go: a file descriptor's writer. */
export interface BatchSink {
  readonly write: (batch: Buffer) => unknown
}

/**
 * Gathers lines and hands them on together. The lines stay apart until then: a text that grows line by line is copied
 * and measured again with every one of them.
 */
export class LineBatch {
  readonly #sink: BatchSink
  readonly #most: number
  #lines: string[] = []
  #characters = 0

  /** @param most characters that are gathered before they go on. */
  constructor(sink: BatchSink, most: number) {
    this.#sink = sink
    this.#most = most
  }

  write(line: string): void {
    this.#lines.push(line)
    this.#characters += line.length
    if (this.#characters >= this.#most) this.flush()
  }

  /** Hands on what there is. */
  flush(): void {
    if (this.#lines.length === 0) return
    const batch = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#characters = 0
    this.#sink.write(batch)
  }
}
