import { flatRows } from './flat-rows.ts'
import type { CompiledFacet } from './mapping.ts'
import { once } from './once.ts'
import type { FieldRow, LossRow, Row } from './row.ts'

const isEcho = (row: Row): row is FieldRow | LossRow => 'echo' in row && row.echo === true

/** The rows of an answer whose old field may be remembered for its caller. */
export const echoRows = once((read: CompiledFacet) => flatRows(read.plan.rows).filter(isEcho))
