import { once } from './once.ts'
import type { CasesRow, Row, ServeRow } from './row.ts'

/** Every row of a plan, those inside cases too. */
export const flatRows = once((rows: readonly Row[]) => flattened(rows))

const flattened = (rows: readonly Row[]): readonly Exclude<Row, CasesRow>[] =>
  rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap((one) => flattened(one.rows)) : [row]))

/** Whether a row is a list's filter; what expands an answer reads a field of it, too, and hides nothing. */
export const isFilter = (row: Row): row is ServeRow => row.kind === 'serve' && row.by === 'listFilters'
