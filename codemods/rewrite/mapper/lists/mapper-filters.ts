import { absent, alternatives, type Facts, present } from '../../../../mappings/dsl/facts.ts'
import { flatRows, isFilter } from '../../../../mappings/dsl/flat-rows.ts'
import type { Resource } from '../../../../mappings/dsl/mapping.ts'
import type { ServeRow } from '../../../../mappings/dsl/row.ts'
import { readPath } from '../../../../mappings/dsl/source.ts'
import { keyText, type Style, valueText } from '../helpers/style.ts'

/** The filters of a list as a table of functions over an item in the old shape. */
export const printFilters = (name: string, mapping: Resource, style: Style, typed: boolean): string => {
  const rows = flatRows(mapping.query?.plan.rows ?? [])
  const lines = rows
    .filter(isFilter)
    .map((row) => `${style.indent}${keyText(row.old, style)}: ${testOf(row, style, typed)},`)
  return [
    `/** What v1 could be asked to list; v2 lists everything. */`,
    `const ${name} = {`,
    ...lines,
    `}${style.semicolon}`,
  ].join('\n')
}

const testOf = ({ reads }: ServeRow, style: Style, typed: boolean): string => {
  const head = typed ? '(item: any, value: string)' : '(item, value)'
  if (typeof reads === 'string') return `${head} => ${readPath('item', reads)} === value`
  const cases = Object.entries(reads ?? {}).map(
    ([value, facts]) => `(value === ${valueText(value, style)} && ${factsText(facts, style)})`,
  )
  return `${head} => ${cases.join(' || ')}`
}

const factsText = (facts: Facts, style: Style): string =>
  Object.entries(facts)
    .map(([path, fact]) => {
      const value = readPath('item', path)
      const each = alternatives(fact).map((one) => {
        if (one === present) return `${value} != null`
        return one === absent ? `${value} == null` : `${value} === ${valueText(one, style)}`
      })
      return each.length > 1 ? `(${each.join(' || ')})` : (each[0] ?? 'true')
    })
    .join(' && ')
