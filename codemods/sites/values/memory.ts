import type { ts } from 'ts-morph'
import { kept } from '../../../mappings/dsl/once.ts'
import type { Scope } from '../program/frames/frames.ts'
import type { Source } from '../program/frames/source.ts'

/** A question: what an expression may be in a frame, or what the member of that name may be. */
export interface Question {
  readonly node: ts.Node
  readonly scope: Scope | undefined
  readonly name?: string
}

/** What was found before for a question. */
export interface Remembered {
  readonly found: Source[]
  /** Whether callers in sight were asked for it. */
  readonly isGuess: boolean
  /** The expressions that were read for it; undefined where nobody kept count. */
  readonly read: ReadonlySet<ts.Node> | undefined
  /** The depth of the question that was cut short in it, which is being asked still: `WHOLE` where none was. */
  readonly low: number
}

/** Nothing in it was cut short. */
export const WHOLE = Number.POSITIVE_INFINITY
/** It was cut short for having gone too far. */
export const TOO_FAR = -1

/** Answers that were given before, and questions that are being asked: one that asks itself has no more to say. */
export interface Memory {
  readonly recall: (question: Question) => Remembered | undefined
  readonly keep: (question: Question, what: Remembered) => void
  readonly drop: (question: Question) => void
  /** How deep the very same question is that is being asked already. */
  readonly depthOf: (question: Question) => number | undefined
  readonly begin: (question: Question, depth: number) => void
  readonly end: (question: Question) => void
  readonly clear: () => void
}

export const createMemory = (): Memory => {
  const known = createTable<Remembered>()
  const asked = createTable<number>()
  return {
    recall: known.get,
    keep: known.set,
    drop: known.remove,
    depthOf: asked.get,
    begin: asked.set,
    end: asked.remove,
    clear: known.clear,
  }
}

const NO_SCOPE = {}

/** Frames are told apart by identity: two calls of one function are two frames. */
const createTable = <Value>() => {
  let all = new WeakMap<object, Map<ts.Node, Map<string | undefined, Value>>>()
  return {
    get: ({ node, scope, name }: Question): Value | undefined =>
      all
        .get(scope ?? NO_SCOPE)
        ?.get(node)
        ?.get(name),
    set: ({ node, scope, name }: Question, value: Value): void => {
      const nodes = kept(all, scope ?? NO_SCOPE, () => new Map())
      kept(nodes, node, () => new Map()).set(name, value)
    },
    remove: ({ node, scope, name }: Question): void => {
      all
        .get(scope ?? NO_SCOPE)
        ?.get(node)
        ?.delete(name)
    },
    clear: (): void => {
      all = new WeakMap()
    },
  }
}
