import { behaviours } from '../../mappings/dsl/behaviour.ts'
import { absent, alternatives, constantOf, type Facts, present } from '../../mappings/dsl/facts.ts'
import { has, type Plan } from '../../mappings/dsl/plan.ts'
import type { Case, CasesRow, FieldRow, LossRow, Row, ServeRow } from '../../mappings/dsl/row.ts'
import { readPath } from '../../mappings/dsl/source.ts'
import { flatRows } from './flat-rows.ts'
import { ordersOneOf, takesOneOf } from './loss.ts'
import { type Style, valueText } from './style.ts'

/** What the generated statements may call; each is printed only where it is used. */
export type Helper =
  | 'given'
  | 'put'
  | 'convert'
  | 'single'
  | 'refuse'
  | 'whole'
  | 'keepUnknown'
  | 'problem'
  | 'matches'
  | 'send'
  | 'everywhere'

/** A mapper's statements under construction. */
interface Printer {
  readonly plan: Plan
  readonly style: Style
  readonly lines: string[]
  readonly used: Set<Helper>
  readonly depth: number
}

/** The statements of a mapper, and the helpers they call. */
export interface Printed {
  readonly lines: readonly string[]
  readonly used: ReadonlySet<Helper>
}

const say = (at: Printer, text: string): void => void at.lines.push(at.style.indent.repeat(at.depth) + text)
const use = (at: Printer, helper: Helper): string => {
  at.used.add(helper)
  return helper
}
const quoted = (at: Printer, text: string): string => valueText(text, at.style)
const end = (at: Printer): string => at.style.semicolon

/** Prints a facet's rows as statements that build `v2` from `old`. */
export const printUp = (plan: Plan, style: Style): Printed => {
  const at: Printer = { plan, style, lines: [], used: new Set(['given', 'put', 'keepUnknown']), depth: 1 }
  upRows(at, plan.rows)
  for (const group of groupsOf(plan)) {
    const words = group.words.join(' and ')
    say(
      at,
      `${use(at, 'whole')}(${readPath('v2', group.path)}, ${valueText(group.members, style)}, ${quoted(at, words)})${end(at)}`,
    )
  }
  const known = [...new Set(plan.old.map((path) => path.split('.')[0] as string))]
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
  const groups = new Map<string, FieldRow[]>()
  for (const row of flatRows(plan.rows)) {
    if (row.kind !== 'field' || row.v2.split('.').length !== 3) continue
    const path = row.v2.slice(0, row.v2.lastIndexOf('.'))
    groups.set(path, [...(groups.get(path) ?? []), row])
  }
  return [...groups]
    .filter(([, rows]) => rows.length > 1)
    .map(([path, rows]) => ({
      path,
      members: rows.map(({ v2 }) => v2.slice(path.length + 1)),
      words: rows.map(({ old }) => old),
    }))
}

/** Prints a facet's rows as statements that build `old` from `v2`. */
export const printDown = (plan: Plan, style: Style): Printed => {
  const at: Printer = { plan, style, lines: [], used: new Set(['put']), depth: 1 }
  downRows(at, plan.rows)
  return at
}

const upRows = (at: Printer, rows: readonly Row[]): void => {
  for (const row of rows) upRow(at, row)
}

const upRow = (at: Printer, row: Row): void => {
  switch (row.kind) {
    case 'field':
      return upField(at, row)
    case 'fill':
      return say(at, `put(v2, ${quoted(at, row.v2)}, ${valueText(row.value, at.style)})${end(at)}`)
    case 'drop':
      return say(at, `// ${row.old}: ${row.why}`)
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

/** `given(old.x)`: null, and the blanks some callers send for "nothing", count as left out. */
const read = (at: Printer, path: string): string => {
  const value = readPath('old', path)
  return at.plan.blankIsAbsent ? `${use(at, 'given')}(${value})` : value
}

/** An empty list that says "none" must stay one. */
const readField = (at: Printer, { old, saysNone }: FieldRow): string =>
  saysNone ? readPath('old', old) : read(at, old)

const upField = (at: Printer, row: FieldRow): void => {
  if (row.only === 'down') return
  if (row.by && !row.fills && !takesOneOf(row)) return upBy(at, row, row.by)
  if (row.via && !row.via.source && !takesOneOf(row)) return upUnsaid(at, row, row.via.takes)
  const value = converted(at, row, readField(at, row))
  const fallback = fallbackOf(at, row)
  if (row.by && row.fills) upMissing(at, row, behaviours[row.by])
  const said = fallback ? `${value} ?? ${fallback}` : value
  const [list, member] = row.each ? row.v2.split('.0.') : []
  if (list === undefined || member === undefined)
    return say(at, `put(v2, ${quoted(at, row.v2)}, ${said})${end(at)}`)
  const items = `${readPath('v2', list)} ?? []`
  say(at, `for (const item of ${items}) put(item, ${quoted(at, member)}, ${said})${end(at)}`)
}

/** What the proxy would have filled in, a mapper asks for. */
const upMissing = (at: Printer, row: FieldRow, why: string): void => {
  const said = quoted(at, `${row.old}: ${why.replace(/\.$/, '')}`)
  say(at, `if (${read(at, row.old)} == null) throw new Error(${said})${end(at)}`)
}

const upBy = (at: Printer, row: FieldRow, by: string): void => {
  const why = (behaviours[by as keyof typeof behaviours] ?? row.why ?? '').replace(/\.$/, '')
  const value = at.plan.blankIsAbsent
    ? `${use(at, 'given')}(${readPath('old', row.old)})`
    : readPath('old', row.old)
  say(at, `${use(at, 'refuse')}(${quoted(at, row.old)}, ${value}, () => false, ${quoted(at, why)})${end(at)}`)
}

/** A conversion that no expression can say. */
const upUnsaid = (at: Printer, row: FieldRow, takes: string): void => {
  const why = `${takes} cannot be turned into v2's ${row.v2} here; say ${row.v2} yourself`
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${read(at, row.old)}, () => false, ${quoted(at, why)})${end(at)}`,
  )
}

const converted = (at: Printer, row: FieldRow, value: string): string => {
  const text = row.via?.source?.('value')
  const one = takesOneOf(row) ? `${use(at, 'single')}(${quoted(at, row.old)}, ${value})` : value
  if (takesOneOf(row)) return one
  if (!row.via || text === 'value' || text === undefined) return one
  return `${use(at, 'convert')}(${one}, (value) => ${text})`
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

const allowText = (at: Printer, allow: readonly unknown[]): string =>
  allow.length === 0
    ? '() => false'
    : `(value) => ${valueText(
        allow.map((one) => JSON.stringify(one)),
        at.style,
      )}.includes(JSON.stringify(value))`

/** What the proxy does with a second call, a mapper cannot do: it says so when it is asked for. */
const upServe = (at: Printer, row: ServeRow): void => {
  if (ordersOneOf(at.plan, row)) return say(at, `// ${row.old}: ${row.why}`)
  const allowed = `(value) => value === false || value.length === 0`
  say(
    at,
    `${use(at, 'refuse')}(${quoted(at, row.old)}, ${readPath('old', row.old)}, ${allowed}, ${quoted(at, row.why)})${end(at)}`,
  )
}

const factsText = (at: Printer, root: string, facts: Facts): string => {
  const tests = Object.entries(facts).map(([path, fact]) => {
    const value = root === 'old' ? read(at, path) : readPath(root, path)
    const each = alternatives(fact).map((one) => {
      if (one === present) return `${value} != null`
      return one === absent ? `${value} == null` : `${value} === ${valueText(one, at.style)}`
    })
    return each.length > 1 ? `(${each.join(' || ')})` : (each[0] ?? 'true')
  })
  const text = tests.length === 0 ? 'true' : tests.join(' && ')
  return tests.length === 1 ? text.replace(/^\((.*)\)$/s, '$1') : text
}

const branches = (
  at: Printer,
  ordered: readonly Case[],
  test: (one: Case) => string,
  body: (inner: Printer, one: Case) => void,
): void => {
  ordered.forEach((one, index) => {
    const condition = test(one)
    const head = condition === 'true' ? '} else {' : `${index === 0 ? '' : '} else '}if (${condition}) {`
    say(at, condition === 'true' && index === 0 ? '{' : head)
    body({ ...at, depth: at.depth + 1 }, one)
  })
  say(at, '}')
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

const downRows = (at: Printer, rows: readonly Row[]): void => {
  for (const row of rows) downRow(at, row)
}

const downRow = (at: Printer, row: Row): void => {
  switch (row.kind) {
    case 'field':
      return downField(at, row)
    case 'drop':
    case 'refuse':
    case 'serve':
      if (row.neutral !== undefined)
        say(
          at,
          `put(old, ${quoted(at, row.old)}, ${valueText(row.neutral, at.style)})${end(at)} // ${row.why}`,
        )
      return
    case 'cases': {
      const isOtherwise = (one: Case): boolean => Object.keys(one.v2).length === 0
      const ordered = [...row.cases.filter((one) => !isOtherwise(one)), ...row.cases.filter(isOtherwise)]
      return branches(
        at,
        ordered,
        (one) => factsText(at, 'v2', one.v2),
        (inner, one) => {
          for (const [path, fact] of Object.entries(one.old)) {
            const constant = constantOf(fact)
            if (constant !== undefined)
              say(inner, `put(old, ${quoted(at, path)}, ${valueText(constant, at.style)})${end(at)}`)
          }
          downRows(inner, one.rows)
        },
      )
    }
    case 'fill':
    case 'hide':
      return
    default:
      row satisfies never
  }
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
