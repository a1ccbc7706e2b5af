import type { Row } from '../../mappings/dsl/row.ts'

/** Every row of a plan, those inside cases too. */
export const flatRows = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap((one) => flatRows(one.rows)) : [row]))
