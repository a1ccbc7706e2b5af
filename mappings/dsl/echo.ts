import type { CompiledFacet } from './mapping.ts'
import type { FieldRow, LossRow, Row } from './row.ts'

const flat = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap((one) => flat(one.rows)) : [row]))

const isEcho = (row: Row): row is FieldRow | LossRow => 'echo' in row && row.echo === true

const known = new WeakMap<CompiledFacet, readonly (FieldRow | LossRow)[]>()

/** The rows of an answer whose old field may be remembered for its caller. */
export const echoRows = (read: CompiledFacet): readonly (FieldRow | LossRow)[] => {
  const found = known.get(read) ?? flat(read.plan.rows).filter(isEcho)
  known.set(read, found)
  return found
}
