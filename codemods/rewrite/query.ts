import { ts } from 'ts-morph'
import type { Finding } from '../../mappings/dsl/finding.ts'
import type { Route } from '../../mappings/dsl/route.ts'
import type { Located } from '../sites/locate.ts'
import { placed } from '../sites/sink.ts'
import type { Site } from '../sites/sites.ts'
import { spanOf } from '../sites/text.ts'
import type { Trace } from '../sites/trace.ts'
import type { Edit } from './edit.ts'
import { type Reason, reasons } from './reason.ts'

/** What is to be done about the query of a call. */
export interface QueryPart {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/** Takes away what v2 ignores and nobody reads; anything that chose what came back is left to a person. */
export const queryOf = (
  trace: Trace,
  site: Site,
  located: readonly Located[],
  _route: Route,
): QueryPart | Reason => {
  const edits: Edit[] = []
  if (placed(trace, site.sink.query, site.scope).some(({ node }) => !isEmptyLiteral(node)))
    return reasons.dynamicQuery()
  for (const one of located) {
    const query = one.shape.slice(one.query)
    if (query === '') continue
    if (query.includes('\0')) return reasons.dynamicQuery()
    const names = [...new URLSearchParams(query.replace(/^\?/, '').replace(/#.*$/, '')).keys()]
    if (!names.every((name) => name.startsWith('include'))) return reasons.query(names.join(', '))
    const span = spanOf(one.text, one.query, one.shape.length)
    if (!span) return reasons.dynamicQuery()
    edits.push({ ...span, text: '' })
  }
  return { edits, findings: [] }
}

const isEmptyLiteral = (node: ts.Node): boolean =>
  (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
  (ts.isIdentifier(node) && node.text === 'undefined')
