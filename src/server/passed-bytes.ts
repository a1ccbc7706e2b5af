/** Bytes of passed bodies that may wait to be collected. */
const MOST_WAITING = 2 * 1024 * 1024
/** Smaller pieces come with so much else that young objects are collected soon enough. */
const SMALL = 4 * 1024 // bytes

/**
 * Counts what passes and has it collected. An engine sees a buffer's few bytes of object rather than its 64 KB of
 * memory, and leaves 32 MB of them lying although nobody holds them any more.
 */
export class PassedBytes {
  readonly #collectYoung: () => void
  #waiting = 0

  constructor(collectYoung: () => void) {
    this.#collectYoung = collectYoung
  }

  add(bytes: number): void {
    if (bytes <= SMALL) return
    this.#waiting += bytes
    if (this.#waiting < MOST_WAITING) return
    this.#waiting = 0
    this.#collectYoung()
  }
}
