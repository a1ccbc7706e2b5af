import type { Plan } from './plan.ts'
import type { Row } from './row.ts'

/** v2's field paths said in the caller's words. */
export interface Wording {
  /** `disk` -> `containerDiskInGb`; a path no row knows stays as it is. */
  readonly field: (v2Path: string) => string
  /** `$.disk: must be >= 1` -> `containerDiskInGb: must be >= 1`. */
  readonly message: (text: string) => string
}

const pairs = (rows: readonly Row[]): [v2: string, old: string][] =>
  rows.flatMap((row): [string, string][] => {
    if (row.kind === 'cases') return row.cases.flatMap((one) => [...factPairs(one), ...pairs(one.rows)])
    return row.kind === 'field' && row.only === undefined ? [[row.v2, row.old]] : []
  })

/** A case chosen by one field on either side is that field's own doing (`scaling.type` is `scalerType`). */
const factPairs = (one: { old: object; v2: object }): [string, string][] => {
  const [old, v2] = [Object.keys(one.old), Object.keys(one.v2)]
  return old.length === 1 && v2.length === 1 ? [[v2[0] as string, old[0] as string]] : []
}

const translate = (known: readonly (readonly [string, string])[], path: string): string => {
  const exact = known.find(([v2]) => v2 === path)
  if (exact) return exact[1]
  const outer = known.find(([v2]) => path.startsWith(`${v2}.`))
  if (outer) return `${outer[1]}${path.slice(outer[0].length)}`
  const inner = known.filter(([v2]) => v2.startsWith(`${path}.`)).map(([, old]) => old)
  return inner.length > 0 ? [...new Set(inner)].join(', ') : path
}

const AT = /^\$((?:[.[][\w\-\]]+)*): ?(.*)$/s
const dotted = (path: string) => path.replace(/\[(\w+)\]/g, '.$1').replace(/^\./, '')

/** Builds a facet's dictionary. v2's paths look like JSON paths: `$.mounts.persistent.size`. */
export const wordingOf = (plan: Plan): Wording => {
  const known = pairs(plan.rows)
  const field = (path: string) => translate(known, path)
  const quoted = (text: string, base: string) =>
    text.replace(/'([\w.-]+)'/g, (whole, name: string) => {
      const path = base === '' ? name : `${base}.${name}`
      const said = field(path)
      return said === path && base !== '' ? whole : `'${said}'`
    })
  const message = (text: string): string => {
    const match = AT.exec(text)
    if (!match) return text
    const base = dotted(match[1] ?? '')
    const rest = quoted(match[2] ?? '', base)
    // A field the caller knows by its own name needs no mention of the v2 object it would lie in.
    const named = rest !== match[2] && rest.startsWith('missing property')
    if (base === '' || named) return rest
    return `${field(base).replace(/\.(\d+)/g, '[$1]')}: ${rest}`
  }
  return { field, message }
}
