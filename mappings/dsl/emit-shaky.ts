import { defaultsOff, type Emitter, finding, GIVEN } from './emit-tests.ts'
import type { Blank } from './hole.ts'
import * as holes from './holes.ts'
import type { FieldRow } from './row.ts'
import { literal } from './source.ts'

/**
 * An expression that may be absent is safe only where an undefined property means what it meant before, or with v1's
 * default written around it.
 */
export const emitShaky = (at: Emitter, row: FieldRow): void => {
  const hasDefault = row.or !== undefined && at.plan.facet === 'create'
  if (!at.holes) return
  const { source } = at
  const blanks = source.bind(blanksOf(at, row, hasDefault))
  const isShaky = `${source.bind(holes.shaky)}(v, ${blanks})`
  const codec = row.via ? source.bind(row.via) : 'undefined'
  const given = hasDefault ? `${source.bind(defaultIn(at, row))}(x)` : 'false'
  if (hasDefault && !row.each && !row.by) {
    const fallback = literal(row.via ? row.via.decode(row.or) : row.or)
    const said = `${source.bind(holes.orElse)}(v, ${codec}, ${fallback}, ${blanks})`
    const defaulted = finding(at, 'DEFAULTED', row.old, row.why ?? GIVEN)
    source.line(`if (${isShaky} && ${given}) { v = ${said}; if (!${isShaky}) f.push(${defaulted}) }`)
  }
  const isSafe = row.v2.includes('.')
    ? 'false'
    : `${given} === false && ${source.bind(holes.staysOut)}(v, ${codec}, ${blanks})`
  const dynamic = finding(at, 'DYNAMIC', row.old, 'it may be absent at run time, and v2 needs to know')
  source.line(`if (${isShaky} && !(${isSafe})) f.push(${dynamic}); else`)
}

/** The blanks that say nothing of a row's field; an empty list without a default means the same to v2. */
const blanksOf = ({ plan }: Emitter, { via, saysNone }: FieldRow, hasDefault: boolean): readonly Blank[] => {
  if (!plan.blankIsAbsent || via?.readsNull) return []
  return saysNone || !hasDefault ? ['text'] : ['text', 'list']
}

/** Whether a body with holes is given a row's default; undefined where nobody can decide it yet. */
const defaultIn = (at: Emitter, row: FieldRow) => {
  const off = defaultsOff(at, row)
  return (body: Record<string, unknown>): boolean | undefined => {
    if (holes.undecidable(off, body, at.plan.blankIsAbsent)) return undefined
    return !off.some((facts) => holes.certain(facts, body, at.plan.blankIsAbsent))
  }
}
