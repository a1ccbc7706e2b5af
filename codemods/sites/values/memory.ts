import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Source } from '../program/frames/source.ts'

/** What was found before for an expression in a frame. */
export interface Remembered {
  readonly found: Source[]
  /** Whether callers in sight were asked for it. */
  readonly isGuess: boolean
  /** The expressions that were read for it; undefined where nobody kept count. */
  readonly read: ReadonlySet<ts.Node> | undefined
}

/** Answers that were given before, and questions that are being asked: one that asks itself has no more to say. */
export interface Memory {
  readonly recall: (node: ts.Node, scope: Scope | undefined) => Remembered | undefined
  readonly keep: (node: ts.Node, scope: Scope | undefined, what: Remembered) => void
  /** Asks, unless the very same is being asked already. */
  readonly ask: <T>(node: ts.Node, scope: Scope | undefined, run: () => T) => T | undefined
  readonly clear: () => void
}

const NO_SCOPE = {}

/** Frames are told apart by identity: two calls of one function are two frames. */
export const createMemory = (): Memory => {
  let known = new WeakMap<object, Map<ts.Node, Remembered>>()
  const asked = new WeakMap<object, Set<ts.Node>>()
  return {
    recall: (node, scope) => known.get(scope ?? NO_SCOPE)?.get(node),
    keep: (node, scope, what) => {
      const key = scope ?? NO_SCOPE
      const of = known.get(key)
      if (of) of.set(node, what)
      else known.set(key, new Map([[node, what]]))
    },
    ask: (node, scope, run) => {
      const key = scope ?? NO_SCOPE
      const now = kept(asked, key, () => new Set())
      if (now.has(node)) return undefined
      now.add(node)
      try {
        return run()
      } finally {
        now.delete(node)
      }
    },
    clear: () => {
      known = new WeakMap()
    },
  }
}
