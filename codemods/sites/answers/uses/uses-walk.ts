import type { ts } from 'ts-morph'
import type { Trace } from '../../program/frames/source.ts'
import type { Access } from '../../program/syntax/access.ts'
import type { Within } from './within.ts'

/** What holds items. */
export type HeldKind = 'list' | 'item' | 'table' | 'groups'

/** What an expression holds of a parsed answer. */
export interface Value {
  /**
   * `envelope` is a list's body as REST v2 wraps it; `list` the items; `item` one of them, or what lies in it. Where every read is
   * looked for, `table` holds items by keys (a Map, an object, the pairs of one), `groups` lists of them.
   */
  readonly kind: 'envelope' | HeldKind
  /** Where in the item, in the old words; empty for the item itself. */
  readonly path: readonly string[]
  /** A list that a method, a spread or a member made: what a call that failed says never gets there. */
  readonly isMade?: true
}

/** One member of an answer that code reads. */
export interface Read {
  /** In the old words. */
  readonly path: readonly string[]
  /** `pod.imageName`, or the element of a destructuring. */
  readonly node: ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.BindingElement
  /** The part of the path that is said before the node's own last step, in one piece with it. */
  readonly within: readonly string[]
}

/** A question for a member: `'error' in body`. */
export interface Asked {
  /** Undefined where that is only known when the program runs; empty for any at all (`Object.keys(body).length`). */
  readonly name: string | undefined
  readonly node: ts.Node
}

/** What becomes of an answer once it is parsed. */
export interface Uses {
  readonly reads: Read[]
  /** Nodes by which the answer, or an unknown part of it, leaves what can be seen. */
  readonly escapes: ts.Node[]
  /** Everything that holds the answer, with what it holds of it. */
  readonly held: Map<ts.Node, string>
  /** Other values that end up in the same names: they must be answers of the same kind. */
  readonly needs: { readonly node: ts.Expression; readonly holds: string }[]
  /** Where a list's envelope is opened already. */
  readonly opened: ts.Node[]
  /** Where the body itself is taken for the list, if it is one, or is asked whether it is: `body.pods ?? body`. */
  readonly spares: ts.Node[]
  /** Uses that make nothing of a list that is not there, and something of what v1 refused with: `pods ?? []`, `pods?.map(…)`. */
  readonly soft: ts.Node[]
  /** Members that a list has, and that are undefined of anything else: `pods.length`, `pods[0]`. */
  readonly lengths: Access[]
  /** `Array.isArray(pods)`. */
  readonly guards: ts.Node[]
  /** Where a helper asks which members there are. */
  readonly asked: Asked[]
  /** Objects without members that may stand in an answer's place: `?? {}`. */
  readonly blanks: ts.Node[]
  /** The zod schemas that it is parsed by: `z.object({ … })`. */
  readonly schemas: ts.CallExpression[]
  /** How much further the walk might have gone: no step where it was broken off. */
  readonly steps: { left: number }
}

/**
 * Which of an item's members are known: a value of its own, or something that holds such; of an object that is put around an
 * answer, the answer itself.
 */
export type MemberKind = (path: readonly string[]) => 'leaf' | 'inner' | HeldKind | undefined

/** Where others have an answer: the roots of it, and hooks whose `data` it is. */
export interface Beyond {
  readonly roots: readonly ts.Expression[]
  readonly bound: readonly ts.BindingElement[]
  readonly hooks: readonly ts.CallExpression[]
  /** Names, or patterns of names, that take it. */
  readonly names?: readonly ts.BindingName[]
}

/** Who else has a value that stands somewhere, and what they have it as: the program's own pages, by a route that answers with it. */
export type Onward = (node: ts.Expression, value: Value, kindOf: MemberKind) => readonly Further[]

/** Those who have a value as well, and what they have it as. */
export interface Further {
  readonly from: Beyond
  readonly start: Value
  readonly kindOf: MemberKind
}

/** What no answer has: members of the objects around one begin with it, and are no members of the answer. */
export const AROUND = '\0'

/** What a walk over the uses carries along. */
export interface UsesWalk extends Uses {
  readonly trace: Trace
  readonly kindOf: MemberKind
  /** The key of a list's envelope. */
  readonly key: string | undefined
  readonly follow: (node: ts.Expression, value: Value) => void
  readonly within: Within | undefined
  /** Names of which every use has been followed. */
  readonly bound: Set<ts.Node>
  /** Functions that only hand on what they are given: the calls that handed them the value, and what they gave of it. */
  readonly passages: Map<ts.Node, { readonly calls: Set<ts.CallExpression>; readonly given: Value[] }>
  /** Looks for reads of those who have a value from somewhere else. */
  readonly beyond: (node: ts.Expression, value: Value) => void
  /** What a helper does with a value that some of its calls give, and where it gives it back. */
  readonly look: (
    calls: readonly ts.Expression[],
    value: Value,
    helper: ts.Node,
  ) => { readonly uses: Uses; readonly within: Within }
}
