import { absent, alternatives, constantOf, type Facts, present } from './facts.ts'
import type { Plan } from './plan.ts'
import type { Case, CasesRow, FieldRow, LossRow, Row, ServeRow } from './row.ts'
import { literal, readPath, Source, writePath } from './source.ts'

/** v2 answer -> old answer. Runs once per list item. */
export type Down = (answer: Readonly<Record<string, unknown>>) => Record<string, unknown>

const factsTest = (facts: Facts): string => {
  const tests = Object.entries(facts).map(([path, fact]) => {
    const value = readPath('x', path)
    const each = alternatives(fact).map((one) => {
      if (one === present) return `${value} != null`
      return one === absent ? `${value} == null` : `${value} === ${literal(one)}`
    })
    return `(${each.join(' || ')})`
  })
  return tests.length === 0 ? 'true' : tests.join(' && ')
}

const emitField = (source: Source, row: FieldRow): void => {
  if (row.only === 'up') return
  const target = writePath('o', row.old)
  const value = row.via ? `${source.bind(row.via)}.encode(v)` : 'v'
  source.line(`v = ${readPath('x', row.v2)}`)
  source.line(`if (v !== undefined${row.via?.readsNull ? '' : ' && v !== null'}) ${target} = ${value}`)
  if (row.neutral !== undefined) source.line(`else ${target} = ${literal(row.neutral)}`)
}

const emitCase = (source: Source, plan: Plan, one: Case): void => {
  for (const [path, fact] of Object.entries(one.old)) {
    const constant = constantOf(fact)
    if (constant !== undefined) source.line(`${writePath('o', path)} = ${literal(constant)}`)
  }
  emitRows(source, plan, one.rows)
}

const isOtherwise = (one: Case): boolean => Object.keys(one.v2).length === 0

const emitCases = (source: Source, plan: Plan, row: CasesRow): void => {
  const ordered = [...row.cases.filter((one) => !isOtherwise(one)), ...row.cases.filter(isOtherwise)]
  for (const [index, one] of ordered.entries()) {
    source.line(`${index === 0 ? '' : 'else '}if (${factsTest(one.v2)}) {`)
    emitCase(source, plan, one)
    source.line('}')
  }
}

const emitRow = (source: Source, plan: Plan, row: Row): void => {
  switch (row.kind) {
    case 'field':
      return emitField(source, row)
    case 'drop':
    case 'refuse':
    case 'serve':
      if (row.neutral !== undefined) source.line(`${writePath('o', row.old)} = ${literal(row.neutral)}`)
      return
    case 'cases':
      return emitCases(source, plan, row)
    case 'fill':
    case 'hide':
      return
    default:
      row satisfies never
  }
}

const emitRows = (source: Source, plan: Plan, rows: readonly Row[]): void => {
  for (const row of rows) emitRow(source, plan, row)
}

/** A field that is copied as it is to the top of the old answer. */
const isPlain = (row: Row): row is FieldRow =>
  row.kind === 'field' && row.only !== 'up' && !row.via && row.neutral === undefined && !row.old.includes('.')

const isConstant = (row: Row): row is LossRow | ServeRow =>
  (row.kind === 'drop' || row.kind === 'refuse' || row.kind === 'serve') &&
  row.neutral !== undefined &&
  !row.old.includes('.')

const top = (path: string): string => path.split('.', 1)[0] as string

/** The fields of the old answer that rows may write, whatever they decide. */
const written = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'cases')
      return row.cases.flatMap((one) => [...Object.keys(one.old).map(top), ...written(one.rows)])
    if (row.kind === 'fill' || row.kind === 'hide') return []
    return row.kind === 'field' ? (row.only === 'up' ? [] : [top(row.old)]) : neutralField(row)
  })

const neutralField = (row: LossRow | ServeRow): string[] => (row.neutral === undefined ? [] : [top(row.old)])

/**
 * What needs no decision stands in one object literal, and what does has its place there: the answer is born with its
 * shape, which is what makes a list of ten thousand cheap. A field v2 left out or nulled reads undefined there, and
 * undefined is never serialised.
 */
const emitLiteral = (source: Source, rows: readonly Row[]): void => {
  const copied = rows
    .filter(isPlain)
    .map((row) => [row.old, `${readPath('x', row.v2)} ?? undefined`] as const)
  const constant = rows.filter(isConstant).map((row) => [row.old, literal(row.neutral)] as const)
  const members = new Map<string, string>(written(rows).map((name) => [name, 'undefined']))
  for (const [name] of [...copied, ...constant]) members.delete(name)
  const all = [...copied, ...constant, ...members].map(([name, value]) => `${literal(name)}: ${value}`)
  source.line(`const o = { ${all.join(', ')} }; let v`)
}

/** Compiles a facet's rows into one straight-line function from v2's answer to the old one. */
export const compileDown = (plan: Plan): Down => {
  const source = new Source()
  emitLiteral(source, plan.rows)
  emitRows(
    source,
    plan,
    plan.rows.filter((row) => !isPlain(row) && !isConstant(row)),
  )
  source.line('return o')
  return source.compile<Down>('x')
}
