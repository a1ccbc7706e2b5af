import type { CallerSignal, HangUpListener } from '../upstream/contract.ts'

/** Whether the caller of one request is still there: no event target, no controller, and nothing made until asked for. */
export class Caller implements CallerSignal {
  aborted = false
  #listeners: HangUpListener[] | undefined

  addEventListener(_type: 'abort', listener: HangUpListener): void {
    if (this.#listeners) this.#listeners.push(listener)
    else this.#listeners = [listener]
  }

  removeEventListener(_type: 'abort', listener: HangUpListener): void {
    const at = this.#listeners?.indexOf(listener) ?? -1
    if (at >= 0) this.#listeners?.splice(at, 1)
  }

  /** Tells whoever still listens, once. */
  hangUp(): void {
    if (this.aborted) return
    this.aborted = true
    // Who is told may take himself off the list.
    for (const listener of [...(this.#listeners ?? [])]) listener.handleEvent()
  }
}
