import type { GraphQLObjectType } from 'graphql'
import type { Arguments, Variables } from './arguments.ts'

/** An error of one field, below the root: where it is and what went wrong. */
export interface FieldFault {
  readonly path: (string | number)[]
  readonly message: string
}

/** What completing one value needs besides the value. Faults gather in `faults`, paths growing as they rise. */
export interface Completion {
  readonly variables: Variables
  readonly faults: FieldFault[]
}

/** Shapes a resolved value as it was selected. @throws {NullFault} where null is not allowed. */
export type Complete = (value: unknown, completion: Completion) => unknown

/** One selected field, ready to run. */
export interface SelectedField {
  readonly key: string
  readonly name: string
  readonly arguments: (variables: Variables) => Arguments
  /** What is selected below; empty for scalars. */
  readonly selection: Selection
  readonly complete: Complete
  /** Its type ends in `!`: where it fails, its parent is null. */
  readonly required: boolean
}

/** A compiled selection set of one object type. */
export interface Selection {
  readonly type: GraphQLObjectType | undefined
  readonly fields: readonly SelectedField[]
  /** Every selection of one field, whatever its response key; empty where it is not asked for. */
  readonly of: (name: string) => readonly SelectedField[]
  /** A response key would hit an object's prototype, so the result must have none. */
  readonly bare: boolean
}
