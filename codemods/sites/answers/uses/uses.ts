import type { ts } from 'ts-morph'
import type { Trace } from '../../values/trace.ts'
import { takenOf } from './uses-components.ts'
import { followOut } from './uses-follow.ts'
import { bind } from './uses-names.ts'
import { waitedFor } from './uses-queries.ts'
import { nameOfValue } from './uses-values.ts'
import type { MemberKind, Onward, Uses, UsesWalk, Value } from './uses-walk.ts'
import type { Within } from './within.ts'

const MOST_STEPS = 600

/** Where an answer begins: expressions that are the parsed body, and names bound to it. */
export interface Roots {
  readonly roots: readonly ts.Expression[]
  readonly bound: readonly ts.BindingElement[]
  /** Hooks whose `data` it is. */
  readonly hooks?: readonly ts.CallExpression[]
  /** Names, or patterns of names, that take it. */
  readonly names?: readonly ts.BindingName[]
}

/**
 * Follows parsed answers forwards through names, functions, callbacks and loops to every member that is read.
 * @param within set where only helpers are looked into
 * @param onward tells who else has it, where every read is looked for
 */
export const usesOf = (
  trace: Trace,
  { roots, bound, hooks = [], names = [] }: Roots,
  start: Value,
  kindOf: MemberKind,
  key?: string,
  within?: Within,
  onward?: Onward,
): Uses => {
  const walk: UsesWalk = {
    ...nothingFound(),
    trace,
    kindOf,
    key,
    within,
    bound: new Set(),
    passages: new Map(),
    beyond: (node, value) => {
      for (const more of onward?.(node, value, kindOf) ?? []) {
        const found = usesOf(trace, more.from, more.start, more.kindOf, undefined, within, onward)
        walk.reads.push(...found.reads)
        walk.asked.push(...found.asked)
      }
    },
    look: (calls, value, helper) => {
      const inner: Within = { functions: new Map([[helper, undefined]]), back: [], printed: [], checked: [] }
      const isRead: MemberKind = (path) => kindOf(path) ?? 'leaf'
      return { uses: usesOf(trace, { roots: calls, bound: [] }, value, isRead, key, inner), within: inner }
    },
    follow: (node, value) => {
      if (walk.held.has(node)) return
      walk.held.set(node, nameOfValue(value))
      if (walk.steps.left-- <= 0) walk.escapes.push(node)
      else followOut(walk, node, value)
    },
  }
  for (const root of roots) walk.follow(root, start)
  for (const element of bound)
    if (element.initializer) walk.escapes.push(element)
    else bind(walk, element.name, start)
  for (const name of names) bind(walk, name, start)
  for (const hook of hooks) takenOf(walk, waitedFor(hook), 'data', start, new Set())
  return walk
}

const nothingFound = (): Uses => ({
  reads: [],
  escapes: [],
  held: new Map(),
  needs: [],
  opened: [],
  spares: [],
  soft: [],
  lengths: [],
  guards: [],
  asked: [],
  blanks: [],
  schemas: [],
  steps: { left: MOST_STEPS },
})
