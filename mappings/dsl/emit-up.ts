import { emitShaky } from './emit-shaky.ts'
import {
  defaultsOff,
  defaultTest,
  type Emitter,
  emitUndecided,
  factsTest,
  finding,
  GIVEN,
  read,
  thereTest,
} from './emit-tests.ts'
import { absent, alternatives, constantOf, present } from './facts.ts'
import type { Finding } from './finding.ts'
import * as holes from './holes.ts'
import { isGraphql, type Plan, ruleOf } from './plan.ts'
import type { Case, CasesRow, FieldRow, LossRow, Row, ServeRow } from './row.ts'
import * as runtime from './runtime.ts'
import { literal, readPath, Source, writePath } from './source.ts'

/** Old body -> v2 body. `p` is the operator's policy. */
export type Up = (
  body: Readonly<Record<string, unknown>>,
  policy?: runtime.Policy,
) => { readonly doc: Record<string, unknown>; readonly findings: Finding[] }

/** Writes `value` to the row's v2 place: one field, the same field of every item, or only where nothing is yet. */
const assign = (at: Emitter, row: FieldRow, value: string): string => {
  if (row.only === 'up') return assignSpare(at, row, value)
  if (!row.each) return `${writePath('o', row.v2)} = ${value}`
  const [list = '', field = ''] = row.v2.split(/\.0\.(?=[^.]+$)/)
  if (!at.holes) return `for (const i of ${readPath('o', list)} ?? []) ${writePath('i', field)} = ${value}`
  const dynamic = finding(at, 'DYNAMIC', row.old, 'it belongs to every item of a list known only at run time')
  const items = `${at.source.bind(holes.itemsOf)}(${readPath('o', list)})`
  const each = `for (const i of l) ${writePath('i', field)} = ${value}`
  return `{ const l = ${items}; if (l) { ${writePath('o', list)} = l; ${each} } else if (${readPath('o', list)}) f.push(${dynamic}) }`
}

/** A second spelling counts where the first is not given; where both are and they differ, it is said. */
const assignSpare = (at: Emitter, row: FieldRow, value: string): string => {
  const taken = readPath('o', row.v2)
  const bound = finding(at, 'DROPPED', row.old, 'another field of the same body says this already')
  const differs = `!${at.source.bind(runtime.equal)}(${taken}, ${value})`
  const otherwise = row.why ? '' : `else if (${differs}) f.push(${bound})`
  return `if (${taken} === undefined) ${writePath('o', row.v2)} = ${value}; ${otherwise}`
}

const emitConvert = (at: Emitter, row: FieldRow): void => {
  if (!row.via) return at.source.line(assign(at, row, 'v'))
  const codec = at.source.bind(at.holes ? holes.codecOverHoles(row.via) : row.via)
  const unreadable = finding(at, 'UNREADABLE', row.old, `expected ${row.via.takes}`)
  at.source.line(`if (!${codec}.accepts(v)) f.push(${unreadable}); else {`)
  at.source.line(`w = ${codec}.decode(v)`)
  const lossy = finding(at, 'LOSSY', row.old, row.why ?? `v2 holds less than ${row.via.takes}`)
  const tolerated = finding(
    at,
    'TOLERATED',
    row.old,
    `expected ${row.via.takes}; it was understood all the same`,
  )
  at.source.line(`if (!${codec}.usual(v)) f.push(${tolerated})`)
  if (!row.by) {
    const same = at.source.bind(at.holes ? holes.sameUnlessUnknown(runtime.equal) : runtime.equal)
    at.source.line(`else if (!${same}(${codec}.encode(w), v)) f.push(${lossy})`)
  }
  at.source.line(`if (w !== undefined) { ${assign(at, row, 'w')} } }`)
}

const emitField = (at: Emitter, row: FieldRow): void => {
  if (row.only === 'down') return
  const readsNull = row.via?.readsNull ?? false
  at.source.line(`v = ${read(at, row.old, readsNull)}`)
  emitShaky(at, row)
  const { saysNone = false } = row
  at.source.line(`if (${thereTest(at, 'v', { readsNull, saysNone })}) {`)
  emitConvert(at, row)
  if (row.only === 'up' && row.why) at.source.line(`f.push(${finding(at, 'LOSSY', row.old, row.why)})`)
  at.source.line('}')
  if (row.or === undefined || at.plan.facet !== 'create') return
  const decoded = row.via ? row.via.decode(row.or) : row.or
  const why = row.why ?? GIVEN
  at.source.line('else')
  emitUndecided(at, defaultsOff(at, row), row.old)
  at.source.line(`if (${defaultTest(at, row)}) {`)
  at.source.line(`${assign(at, row, literal(decoded))}; f.push(${finding(at, 'DEFAULTED', row.old, why)}) }`)
}

const emitLoss = (at: Emitter, row: LossRow): void => {
  const code = row.kind === 'refuse' ? 'REFUSED' : 'DROPPED'
  const { source } = at
  source.line(`v = ${read(at, row.old)}`)
  if (at.holes) {
    const bound = finding(at, code, row.old, row.why)
    const report = `${source.bind(holes.loseHole)}(f, p, ${bound}, v, ${source.bind(row.allow)})`
    return source.line(`if (v !== undefined) ${report}`)
  }
  source.line(
    `if (v !== undefined && v !== null && !${source.bind(runtime.allowed)}(v, ${source.bind(row.allow)})) `,
  )
  source.line(`${source.bind(runtime.lose)}(f, p, ${finding(at, code, row.old, row.why)})`)
}

/**
 * What serves a field reads the body itself, and goes by what it knows: a value of another shape would say nothing to it,
 * and be lost in silence. GraphQL's types have been held against their values before.
 */
const emitServed = (at: Emitter, row: ServeRow): void => {
  const { facet, misfit } = at.plan
  if (at.holes || isGraphql(at.plan) || (facet !== 'create' && facet !== 'update')) return
  const unreadable = (value: unknown): Finding[] => {
    const why = misfit(row.old, value)
    return why === undefined ? [] : [{ code: 'UNREADABLE', rule: ruleOf(at.plan, row.old), at: row.old, why }]
  }
  at.source.line(`v = ${read(at, row.old)}`)
  at.source.line(`if (${thereTest(at, 'v')}) f.push(...${at.source.bind(unreadable)}(v))`)
}

/** The old fields that a case's rows speak of. */
const rowFields = (one: Case): readonly string[] =>
  one.rows.flatMap((row) => {
    if (row.kind === 'cases') return row.cases.flatMap(rowFields)
    return 'old' in row ? [row.old] : []
  })

/** The old fields that a case's rows and facts speak of. */
const oldFields = (one: Case): readonly string[] => [
  ...Object.keys(one.old),
  ...one.rows.flatMap((row) => (row.kind === 'cases' ? row.cases.flatMap(oldFields) : [])),
  ...rowFields(one),
]

/** Fields that only other cases understand: said, so that nothing is lost in silence. */
const emitStrays = (at: Emitter, row: CasesRow, chosen: Case | undefined): void => {
  const understood = new Set(chosen ? oldFields(chosen) : [])
  // What a case that does not hold asks about was not lost: another row speaks of it
  const spoken = row.cases.flatMap(chosen ? rowFields : oldFields)
  const strays = new Set(spoken.filter((field) => !understood.has(field)))
  for (const field of strays) {
    const code = chosen ? 'DROPPED' : 'UNREADABLE'
    const why = chosen
      ? 'it has no meaning together with the other fields given, and the old API ignored it'
      : `it cannot be placed: ${expected(row)}`
    const bound = finding(at, code, field, why)
    const report = chosen ? `${at.source.bind(runtime.lose)}(f, p, ${bound})` : `f.push(${bound})`
    at.source.line(`if (${thereTest(at, read(at, field))}) ${report}`)
  }
}

const expected = (row: CasesRow): string => {
  const texts = row.cases.map(({ old }) =>
    Object.entries(old).map(([path, fact]) => `${path} ${alternatives(fact).map(sayFact).join(' or ')}`),
  )
  return `expected ${texts.map((facts) => facts.join(' and ')).join(', or ')}`
}

const sayFact = (one: ReturnType<typeof alternatives>[number]): string => {
  if (one === present) return 'given'
  return one === absent ? 'left out' : String(one)
}

const emitCase = (at: Emitter, row: CasesRow, one: Case): void => {
  for (const [path, fact] of Object.entries(one.v2)) {
    const constant = constantOf(fact)
    if (constant !== undefined) at.source.line(`${writePath('o', path)} = ${literal(constant)}`)
  }
  emitRows(at, one.rows)
  // What chooses among losses is another row's field
  if (!onlyLoses(row)) emitStrays(at, row, one)
}

const isOtherwise = (one: Case): boolean => Object.keys(one.old).length === 0

/** A choice that says what is lost, and nothing else: it decides nothing while none of its fields is given. */
const onlyLoses = ({ cases }: CasesRow): boolean =>
  cases.some(({ rows }) => rows.length > 0) &&
  cases.every(
    ({ v2, rows }) =>
      Object.keys(v2).length === 0 && rows.every(({ kind }) => kind === 'drop' || kind === 'refuse'),
  )

const emitCases = (at: Emitter, row: CasesRow): void => {
  if (!onlyLoses(row)) return emitChoice(at, row)
  const fields = new Set(
    row.cases.flatMap(({ rows }) => rows.flatMap((one) => ('old' in one ? [one.old] : []))),
  )
  at.source.line(`if (${[...fields].map((field) => `(${thereTest(at, read(at, field))})`).join(' || ')}) {`)
  emitChoice(at, row)
  at.source.line('}')
}

const emitChoice = (at: Emitter, row: CasesRow): void => {
  const ordered = [...row.cases.filter((one) => !isOtherwise(one)), ...row.cases.filter(isOtherwise)]
  emitUndecided(
    at,
    ordered.map((one) => one.old),
    Object.keys(ordered[0]?.old ?? {})[0] ?? '*',
  )
  for (const [index, one] of ordered.entries()) {
    at.source.line(`${index === 0 ? '' : 'else '}if (${factsTest(at, one.old)}) {`)
    emitCase(at, row, one)
    at.source.line('}')
  }
  if (ordered.some(isOtherwise)) return
  at.source.line('else {')
  emitStrays(at, row, undefined)
  at.source.line('}')
}

const emitRow = (at: Emitter, row: Row): void => {
  switch (row.kind) {
    case 'field':
      return emitField(at, row)
    case 'fill':
      return at.source.line(`${writePath('o', row.v2)} = ${literal(row.value)}`)
    case 'drop':
    case 'refuse':
      return emitLoss(at, row)
    case 'cases':
      return emitCases(at, row)
    case 'serve':
      return emitServed(at, row)
    case 'hide':
      return
    default:
      row satisfies never
  }
}

/** Rows are unordered; what fills in around others (every item's field, a second spelling) is written after them. */
export const inOrder = (rows: readonly Row[]): readonly Row[] => {
  const isLate = (row: Row): boolean => row.kind === 'field' && (row.each === true || row.only === 'up')
  return [...rows.filter((one) => !isLate(one)), ...rows.filter(isLate)]
}

const emitRows = (at: Emitter, rows: readonly Row[]): void => {
  for (const row of inOrder(rows)) emitRow(at, row)
}

const unknownField =
  (plan: Plan) =>
  (field: string): Finding => ({
    code: 'UNKNOWN_FIELD',
    rule: ruleOf(plan, '*'),
    at: field.slice(0, 64), // characters; the name is the caller's and may be anything
    why:
      plan.facet === 'update' && plan.takenByCreate(field)
        ? 'the old API took this field where one was made, and not in a change; leave it out'
        : 'the old API did not have this field; check its spelling or leave it out',
  })

const emitUnknown = (at: Emitter): void => {
  const fields = at.source.bind(new Set(at.plan.old.map((path) => path.split('.')[0] as string)))
  const unknown = at.source.bind(unknownField(at.plan))
  const rule = at.source.bind((field: string) => ruleOf(at.plan, field))
  const report = `${at.source.bind(runtime.stray)}(f, p, ${rule}(k), ${unknown}(k))`
  const given = at.holes ? `${at.source.bind(holes.readNullHole)}(x[k])` : 'x[k]'
  at.source.line(`for (const k in x) if (!${fields}.has(k)) { if (${given} !== undefined) ${report} }`)
  if (at.plan.blankIsAbsent) emitNoLists(at)
}

/** A blank says nothing, but an empty list in the place of a number or a name is a mistake, and no "not given". */
const emitNoLists = (at: Emitter): void => {
  const misplaced = at.source.bind(misplacedList(at.plan))
  const takesList = at.source.bind(at.plan.takesList)
  const isEmpty = at.source.bind(runtime.emptyList)
  at.source.line(`else if (${isEmpty}(x[k]) && !${takesList}(k)) f.push(${misplaced}(k))`)
}

const misplacedList =
  (plan: Plan) =>
  (field: string): Finding => ({
    code: 'UNREADABLE',
    rule: ruleOf(plan, field),
    at: field,
    why: 'expected one value, not an empty list',
  })

/** Compiles a facet's rows into one straight-line function. */
export const compileUp = (plan: Plan, options: { readonly holes: boolean }): Up => {
  const at: Emitter = { plan, source: new Source(), holes: options.holes }
  at.source.line('const f = [], o = {}; let v, w')
  emitUnknown(at)
  emitRows(at, plan.rows)
  at.source.line('return { doc: o, findings: f }')
  return at.source.compile<Up>(`x, p = ${at.source.bind(runtime.ownPolicy)}`)
}
