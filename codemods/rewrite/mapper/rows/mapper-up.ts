import { type BehaviourName, factBehind } from '../../../../mappings/dsl/behaviour.ts'
import { inOrder } from '../../../../mappings/dsl/emit-up.ts'
import { constantOf, type Facts } from '../../../../mappings/dsl/facts.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { groupBy } from '../../../../mappings/dsl/group-by.ts'
import { has, isGraphql, type Plan } from '../../../../mappings/dsl/plan.ts'
import type { Case, CasesRow, FieldRow, LossRow, Row, ServeRow } from '../../../../mappings/dsl/row.ts'
import { readPath } from '../../../../mappings/dsl/source.ts'
import { ordersOneOf, takesOneOf } from '../../body/loss.ts'
import {
  branches,
  end,
  factsText,
  type Helper,
  type Printed,
  type Printer,
  type PrintScope,
  quoted,
  read,
  say,
  use,
} from '../helpers/mapper-printer.ts'
import { type Style, valueText } from '../helpers/style.ts'
import { rowsSaid } from './mapper-said.ts'

/** Prints a facet's rows as statements that build `v2` from `old`. */
export const printUp = (plan: Plan, style: Style, scope: PrintScope = {}): Printed => {
  const used = new Set<Helper>(['put', 'keepUnknown'])
  const at: Printer = { plan, style, lines: [], used, depth: 1, scope }
  const { says } = scope
  const isSaid = (path: string): boolean => !says || says.includes(path.split('.')[0] as string)
  upRows(at, says ? rowsSaid(plan, says) : plan.rows)
  for (const group of groupsOf(plan).filter(({ words }) => words.some(isSaid))) {
    const words = group.words.join(' and ')
    say(
      at,
      `${use(at, 'whole')}(${readPath('v2', group.path)}, ${valueText(group.members, style)}, ${quoted(at, words)})${end(at)}`,
    )
  }
  const known = [...new Set(plan.old.filter(isSaid).map((path) => path.split('.')[0] as string))]
  say(at, `keepUnknown(old, v2, ${valueText(known, style)})${end(at)}`)
  return at
}

interface Group {
  readonly path: string
  readonly members: readonly string[]
  readonly words: readonly string[]
}

/** The objects that an update must send whole (a mount): several old fields, two levels down in the new body. */
const groupsOf = (plan: Plan): Group[] => {
  if (plan.facet !== 'update') return []
  const deep = flatRows(plan.rows).filter(
    (row): row is FieldRow => row.kind === 'field' && row.v2.split('.').length === 3,
  )
  return [...groupBy(deep, ({ v2 }) => v2.slice(0, v2.lastIndexOf('.')))]
    .filter(([, rows]) => rows.length > 1)
    .map(([path, rows]) => ({
      path,
      members: rows.map(({ v2 }) => v2.slice(path.length + 1)),
      words: rows.map(({ old }) => old),
    }))
}

const upRows = (at: Printer, rows: readonly Row[]): void => {
  for (const row of inOrder(rows)) upRow(at, row)
}

const upRow = (at: Printer, row: Row): void => {
  switch (row.kind) {
    case 'field':
      return upField(at, row)
    case 'fill':
      return say(at, `put(v2, ${quoted(at, row.v2)}, ${valueText(row.value, at.style)})${end(at)}`)
    case 'drop':
      return row.guards ? upRefuse(at, row) : say(at, `// ${row.old}: ${row.why}`)
    case 'refuse':
      return upRefuse(at, row)
    case 'cases':
      return upCases(at, row)
    case 'serve':
      return upServe(at, row)
    case 'hide':
      return
    default:
      row satisfies never
  }
}

/** An empty list that says "none" must stay one; null says nothing, but where the conversion reads it. */
const readField = (at: Printer, row: FieldRow): string => {
  const value = readPath('old', row.old)
  if (row.via?.readsNull) return value
  if (row.saysNone && at.plan.blankIsAbsent) return `(${value} || undefined)`
  if (at.plan.blankIsAbsent) return read(at, row.old)
  return isConverted(at, row) ? value : `${value} ?? undefined`
}

const isConverted = (at: Printer, row: FieldRow): boolean =>
  takesOneOf(row) || ![undefined, 'value'].includes(sourceOfAny(at, row))

const upField = (at: Printer, row: FieldRow): void => {
  if (row.only === 'down') return
  if (row.by && !row.fills && !takesOneOf(row)) return upBy(at, row, row.by)
  if (row.via && !row.via.source && !takesOneOf(row)) return upUnsaid(at, row, row.via.takes)
  const value = spare(row, converted(at, row, readField(at, row)))
  const fallback = fallbackOf(at, row)
  if (row.by && row.fills) upMissing(at, row, row.by)
  const said = fallback ? `${value} ?? ${fallback}` : value
  const [list, member] = row.each ? row.v2.split('.0.') : []
  if (list === undefined || member === undefined)
    return say(at, `put(v2, ${quoted(at, row.v2)}, ${said})${end(at)}`)
  const items = `${readPath('v2', list)} ?? []`
  say(at, `for (const item of ${items}) put(item, ${quoted(at, member)}, ${said})${end(at)}`)
}

/** A second spelling counts where the first is not given. */
const spare = (row: FieldRow, value: string): string => {
  if (row.only !== 'up') return value
  return `${readPath('v2', row.v2)} ?? ${value.includes(' ? ') ? `(${value})` : value}`
}

/** What the proxy would have filled in, a mapper asks for. */
const upMissing = (at: Printer, row: FieldRow, by: BehaviourName): void => {
  const said = quoted(at, `${row.old}: ${factBehind(by)}`)
  say(at, `if (${read(at, row.old)} == null) throw new Error(${said})${end(at)}`)
}

const upBy = (at: Printer, row: FieldRow, by: BehaviourName): void => {
  const value = at.plan.blankIsAbsent
    ? `${use(at, 'given')}(${readPath('old', row.old)})`
    : readPath('old', row.old)
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${value}, () => false, ${quoted(at, factBehind(by))})${end(at)}`,
  )
}

/** A conversion that no expression can say. */
const upUnsaid = (at: Printer, row: FieldRow, takes: string): void => {
  const why = `${takes} cannot be turned into v2's ${row.v2} here; say ${row.v2} yourself`
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${read(at, row.old)}, () => false, ${quoted(at, why)})${end(at)}`,
  )
}

/** A codec as text over `value`, whichever of its spellings that is. */
const sourceOfAny = (at: Printer, { via }: FieldRow): string | undefined => {
  const usual = via?.source?.('value')
  if (!via?.other || usual === undefined) return usual
  if (via.other.either) return via.other.either('value')
  const isOther =
    via.other.is === 'list' ? 'Array.isArray(value)' : `typeof value === ${quoted(at, 'string')}`
  return `${isOther} ? ${via.other.source('value')} : ${usual}`
}

/** GraphQL's null is an argument left out; v1's is a value where a conversion reads it. */
const nothing = (at: Printer): string => (isGraphql(at.plan) ? '== null' : '=== undefined')

const converted = (at: Printer, row: FieldRow, value: string): string => {
  const text = sourceOfAny(at, row)
  if (takesOneOf(row)) return `${use(at, 'single')}(${quoted(at, row.old)}, ${value})`
  if (!row.via || text === 'value' || text === undefined) return value
  if (row.via.readsNull) return `${value} ${nothing(at)} ? undefined : (${row.via.source?.(value)})`
  const [, change = `(value) => ${text}`] = /^(\w+)\(value\)$/.exec(text) ?? []
  return `${use(at, 'convert')}(${value}, ${change})`
}

const fallbackOf = (at: Printer, row: FieldRow): string | undefined => {
  if (row.or === undefined || at.plan.facet !== 'create') return undefined
  const decoded = row.via ? row.via.decode(row.or) : row.or
  const off = [row.always ? {} : at.plan.defaultsUnless, row.unless ?? {}].filter((facts) =>
    asked(at.plan, facts),
  )
  const text = valueText(decoded, at.style)
  if (off.length === 0) return text
  return `(${off.map((facts) => factsText(at, 'old', facts)).join(' || ')} ? undefined : ${text})`
}

/** Whether facts speak of fields that this facet has. */
const asked = (plan: Plan, facts: Facts): boolean => {
  const paths = Object.keys(facts)
  return paths.length > 0 && paths.every((path) => has(plan.old, path))
}

const upRefuse = (at: Printer, row: LossRow): void => {
  const allow = 'atMost' in row.allow ? `(value) => value <= ${row.allow.atMost}` : allowText(at, row.allow)
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${readPath('old', row.old)}, ${allow}, ${quoted(at, row.why)})${end(at)}`,
  )
}

/** A number may be written as a string, as everywhere. */
const allowText = (at: Printer, allow: readonly unknown[]): string => {
  const [lists, values] = [allow.filter(Array.isArray), allow.filter((one) => !Array.isArray(one))]
  const spelled = values.flatMap((one) => (typeof one === 'number' ? [one, String(one)] : [one]))
  const tests = [
    ...spelled.map((one) => `value === ${valueText(one, at.style)}`),
    ...lists.map((one) => `JSON.stringify(value) === ${quoted(at, JSON.stringify(one))}`),
  ]
  return tests.length === 0 ? '() => false' : `(value) => ${tests.join(' || ')}`
}

/** What the proxy does with a second call, a mapper cannot do: it says so when it is asked for. */
const upServe = (at: Printer, row: ServeRow): void => {
  if (at.scope.served?.includes(row.by)) return
  if (ordersOneOf(at.plan, row)) return say(at, `// ${row.old}: ${row.why}`)
  const idle = (row.allow ?? []).map((one) => `value === ${valueText(one, at.style)}`)
  const allowed = `(value) => ${[...idle, 'value === false', 'value.length === 0'].join(' || ')}`
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${readPath('old', row.old)}, ${allowed}, ${quoted(at, row.why)})${end(at)}`,
  )
}

const upCases = (at: Printer, row: CasesRow): void => {
  const isOtherwise = (one: Case): boolean => Object.keys(one.old).length === 0
  const ordered = [...row.cases.filter((one) => !isOtherwise(one)), ...row.cases.filter(isOtherwise)]
  branches(
    at,
    ordered,
    (one) => factsText(at, 'old', one.old),
    (inner, one) => {
      for (const [path, fact] of Object.entries(one.v2)) {
        const constant = constantOf(fact)
        if (constant !== undefined)
          say(inner, `put(v2, ${quoted(at, path)}, ${valueText(constant, at.style)})${end(at)}`)
      }
      upRows(inner, one.rows)
    },
  )
}
