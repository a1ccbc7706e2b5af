import { constantOf } from '../../../../mappings/dsl/facts.ts'
import type { Plan } from '../../../../mappings/dsl/plan.ts'
import type { Case, FieldRow, Row } from '../../../../mappings/dsl/row.ts'
import { readPath } from '../../../../mappings/dsl/source.ts'
import { takesOneOf } from '../../body/loss.ts'
import {
  branches,
  end,
  factsText,
  type Printed,
  type Printer,
  type PrintScope,
  quoted,
  say,
  use,
} from '../helpers/mapper-printer.ts'
import { type Style, valueText } from '../helpers/style.ts'

/** Prints a facet's rows as statements that build `old` from `v2`. */
export const printDown = (plan: Plan, style: Style, scope: PrintScope = {}): Printed => {
  const at: Printer = { plan, style, lines: [], used: new Set(['put']), depth: 1, scope }
  downRows(at, plan.rows)
  return at
}

const downRows = (at: Printer, rows: readonly Row[]): void => {
  for (const row of rows) downRow(at, row)
}

const isWanted = (at: Printer, row: Row): boolean => {
  const { wants } = at.scope
  if (!wants) return true
  if (row.kind === 'cases')
    return row.cases.some(
      (one) => Object.keys(one.old).some(wants) || one.rows.some((inner) => isWanted(at, inner)),
    )
  return 'old' in row && wants(row.old)
}

const downRow = (at: Printer, row: Row): void => {
  if (!isWanted(at, row)) return
  switch (row.kind) {
    case 'field':
      return downField(at, row)
    case 'drop':
    case 'refuse':
    case 'serve':
      if (row.neutral !== undefined) say(at, `${putText(at, row.old, row.neutral)} // ${row.why}`)
      return
    case 'cases':
      return downCases(at, row.cases)
    case 'fill':
    case 'hide':
      return
    default:
      row satisfies never
  }
}

const putText = (at: Printer, path: string, value: unknown): string =>
  `put(old, ${quoted(at, path)}, ${valueText(value, at.style)})${end(at)}`

/** The case that holds, what holds in every other case last. */
const downCases = (at: Printer, cases: readonly Case[]): void => {
  const isOtherwise = (one: Case): boolean => Object.keys(one.v2).length === 0
  const ordered = [...cases.filter((one) => !isOtherwise(one)), ...cases.filter(isOtherwise)]
  branches(
    at,
    ordered,
    (one) => factsText(at, 'v2', one.v2),
    (inner, one) => {
      for (const [path, fact] of Object.entries(one.old)) {
        const constant = constantOf(fact)
        if (constant !== undefined && (at.scope.wants?.(path) ?? true))
          say(inner, putText(at, path, constant))
      }
      downRows(inner, one.rows)
    },
  )
}

const downField = (at: Printer, row: FieldRow): void => {
  if (row.only === 'up') return
  if (row.by && !takesOneOf(row))
    return say(at, `// ${row.old}: ${row.why ?? `not in the v2 answer; it says ${row.v2}`}`)
  const value = readPath('v2', row.v2)
  const back = row.via ? row.via.sourceBack?.('value') : 'value'
  if (back === undefined) return say(at, `// ${row.old}: read ${row.v2} of the v2 answer instead`)
  const neutral = row.neutral === undefined ? '' : ` ?? ${valueText(row.neutral, at.style)}`
  const text = downText(at, row, value, back)
  say(at, `put(old, ${quoted(at, row.old)}, ${text}${neutral})${end(at)}`)
}

/** v2 says null where it has nothing to say; v1 left the field out. */
const downText = (at: Printer, row: FieldRow, value: string, back: string): string => {
  if (row.via?.readsNull) return `${value} === undefined ? undefined : (${row.via.sourceBack?.(value)})`
  if (back !== 'value') return `${use(at, 'convert')}(${value}, (value) => ${back})`
  return row.neutral === undefined ? `${value} ?? undefined` : value
}
