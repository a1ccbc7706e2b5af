/** As many as are done in one go: their callers wait for each other. */
const MOST = 64

/**
 * Gathers what one turn of the event loop brings and does it at the end of that turn, all of it together.
 *
 * A turn under load brings dozens of answers. Taken up one by one, each goes all the way from the parser through the
 * translation to the socket, past more code than a processor keeps at hand, and each wakes its caller anew. Taken up
 * together, and with the steps of a call apart by promises, the same step of all of them comes after another.
 */
export class TurnBatch<T> {
  readonly #take: (one: T) => void
  #open: T[] | undefined

  /** @param take must not throw: what waits behind would be lost. */
  constructor(take: (one: T) => void) {
    this.#take = take
  }

  add(one: T): void {
    if (this.#open === undefined) {
      this.#open = [one]
      setImmediate(this.#takeAll, this.#open)
    } else if (this.#open.push(one) === MOST) this.#open = undefined
  }

  #takeAll = (batch: readonly T[]): void => {
    if (this.#open === batch) this.#open = undefined
    for (const one of batch) this.#take(one)
  }
}
