import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Keeps the engine from making objects of a kind in old space because many of that kind once lived through a
 * collection. With 64 calls in flight some always do, and from then on what a call made (4 KB of a v1 list) stayed until
 * a full collection: collecting young objects took three to four times as long. docs/performance.md has the figures.
 */
export const keepNewObjectsYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring')

const findCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined')
  setFlagsFromString('--no-expose-gc')
  return typeof collect === 'function' ? () => collect({ type: 'minor' }) : () => {}
}

let collector: (() => void) | undefined

/** Collects young objects now, in a millisecond or two; does nothing on an engine that offers no such thing. */
export const collectYoung = (): void => {
  collector ??= findCollector()
  collector()
}
