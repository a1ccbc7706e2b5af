import type { ts } from 'ts-morph'
import type { Source, Trace } from '../program/frames/source.ts'

/** One call of something whose origin is known, and what might be made of it. */
export interface Asked {
  readonly trace: Trace
  readonly call: ts.CallExpression
  readonly callee: ts.Expression
}

/** `client.name(…)`, where `owner` is where the client comes from. */
export interface AskedMember extends Asked {
  readonly callee: ts.PropertyAccessExpression
  readonly name: string
  readonly owner: Source
}

/** `client[verb](…)`: a call of a member that is said when the program runs. */
export interface AskedChosen extends Asked {
  /** What says the member, in whichever letters. */
  readonly verb: ts.Expression
  /** The client. */
  readonly client: ts.Expression
  readonly owner: Source
}
