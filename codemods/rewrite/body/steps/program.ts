import type { ts } from 'ts-morph'
import type { Hole } from '../../../../mappings/dsl/hole.ts'

/** One field said, or taken back where it has no value. */
export interface Write {
  readonly name: string
  readonly value: Hole | undefined
  /** The property or the statement that says it. */
  readonly node: ts.Node
}

/** Where the fields of a slot are said, and so how they are written anew. */
export type Home =
  /** The body's own literal. */
  | { readonly kind: 'literal'; readonly literal: ts.ObjectLiteralExpression }
  /** `...(condition && { … })` within it. */
  | { readonly kind: 'spread'; readonly literal: ts.ObjectLiteralExpression }
  /** `Object.assign(body, { … })` */
  | {
      readonly kind: 'assign'
      readonly literal: ts.ObjectLiteralExpression
      readonly statement: ts.Statement
    }
  /** `body.x = …; delete body.y`, one after the other. */
  | { readonly kind: 'statements'; readonly statements: readonly ts.ExpressionStatement[] }

/** Fields that are said together, with nothing between them. */
export interface Slot {
  readonly kind: 'slot'
  readonly writes: readonly Write[]
  readonly home: Home
}

/** What is said on a condition. */
export interface Choice {
  readonly kind: 'choice'
  /** The same for conditions that must agree. */
  readonly condition: string
  /** True where the condition is said the other way round. */
  readonly isNegated: boolean
  readonly whenTrue: readonly Item[]
  readonly whenFalse: readonly Item[]
}

/** A body as it comes about: what is said in which order, and where it is sent. */
export type Item = Slot | Choice | { readonly kind: 'send' }

/** The old body at one point of one way through the program. */
export interface State {
  readonly doc: Readonly<Record<string, Hole>>
  /** What was found of the conditions on the way. */
  readonly known: ReadonlyMap<string, boolean>
}

/** The body before its literal: not even what a caller who says nothing is given. */
export const START: State['doc'] = {}

/** What a slot does to the states it is met in. */
export interface Passage {
  readonly slot: Slot
  readonly before: readonly State[]
  readonly after: readonly State[]
}

/** Every way through a body's steps. */
export interface Ways {
  readonly passages: readonly Passage[]
  /** The states in which it is sent. */
  readonly sent: readonly State[]
}

/** A person would not read more of them either: 64 ways are six conditions. */
const MOST_WAYS = 64

/** Follows every way through the steps; undefined where there are too many. */
export const waysThrough = (items: readonly Item[]): Ways | undefined => {
  const passages: Passage[] = []
  const sent: State[] = []
  const run = (list: readonly Item[], from: readonly State[]): readonly State[] =>
    list.reduce((states, item) => step(item, states), from)
  const step = (item: Item, states: readonly State[]): readonly State[] => {
    if (states.length > MOST_WAYS) return states
    if (item.kind === 'send') {
      sent.push(...states)
      return states
    }
    if (item.kind === 'slot') {
      const after = states.map((state) => written(state, item.writes))
      passages.push({ slot: item, before: states, after })
      return after
    }
    const assume = (value: boolean): State[] =>
      states.flatMap((state) => {
        const known = state.known.get(item.condition)
        if (known !== undefined && known !== value) return []
        return [{ ...state, known: new Map(state.known).set(item.condition, value) }]
      })
    return [...run(item.whenTrue, assume(!item.isNegated)), ...run(item.whenFalse, assume(item.isNegated))]
  }
  const end = run(items, [{ doc: START, known: new Map() }])
  return end.length > MOST_WAYS || sent.length === 0 || sent.length > MOST_WAYS
    ? undefined
    : { passages, sent }
}

const written = (state: State, writes: readonly Write[]): State => {
  const doc = { ...state.doc }
  for (const { name, value } of writes) {
    if (value) doc[name] = value
    else delete doc[name]
  }
  return { ...state, doc }
}
