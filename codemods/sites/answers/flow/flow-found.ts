import type { ts } from 'ts-morph'

/** Where the answer of a call turns into its parsed body, and where it gets out of sight before that. */
export interface Flow {
  /** Expressions whose value is the parsed body, or a promise of it. */
  readonly roots: ts.Expression[]
  /** Names that destructuring binds to the parsed body (`const { data } = await axios.get(…)`). */
  readonly bound: ts.BindingElement[]
  /** Nodes by which an unparsed answer leaves what can be seen. */
  readonly escapes: ts.Node[]
  /** Texts of refusals that go on out of sight: no part of an answer. */
  readonly refusals: ts.Node[]
  /** Comparisons of the answer's status with a number. */
  readonly statuses: ts.Expression[]
  /** Where its text is asked whether it is an object's, which a list's is in v2 alone. */
  readonly objects: ts.Node[]
}

/** An answer that goes nowhere. */
export const nothingFound = (): Flow => ({
  roots: [],
  bound: [],
  escapes: [],
  refusals: [],
  statuses: [],
  objects: [],
})
