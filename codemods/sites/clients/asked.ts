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
