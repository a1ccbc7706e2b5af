import type { Beyond, HeldKind } from '../answers/uses/uses-walk.ts'

/** Those who have what was kept, or sent under a name, and by which members. */
export interface Kept extends Partial<Beyond> {
  readonly within: readonly string[]
  /** Whether it was put among others of its kind: `state.items.push(pod)`. */
  readonly isEach?: boolean
  /** What they have it as, where that is another thing: one of a list, or a table of it. */
  readonly as?: HeldKind
}
