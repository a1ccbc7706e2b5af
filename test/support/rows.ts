import { constantOf } from '../../mappings/dsl/facts.ts'
import type { Case, Row } from '../../mappings/dsl/row.ts'

/** Every case, those inside cases too. */
export const flatCases = (rows: readonly Row[]): Case[] =>
  rows.flatMap((row) =>
    row.kind === 'cases' ? row.cases.flatMap((one) => [one, ...flatCases(one.rows)]) : [],
  )

/** The old fields that choosing a case writes back. */
export const chosenFields = (rows: readonly Row[]): string[] =>
  flatCases(rows).flatMap(({ old }) =>
    Object.entries(old).flatMap(([path, fact]) => (constantOf(fact) === undefined ? [] : [path])),
  )
