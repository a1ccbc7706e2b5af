import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import { styleOf } from '../../mapper/helpers/style.ts'
import { isOnConsole } from '../held/local-body.ts'
import { bodyFindings, refuses, saysManyDefaults, unique } from '../literal/literal.ts'
import { restyled } from '../literal/literal-text.ts'
import { type Lookup, withLookups } from '../tries/lookup.ts'
import { builtFor } from './built.ts'
import type { Doc } from './effects.ts'
import { printSteps } from './print-steps.ts'
import { type Item, START, type State, waysThrough } from './program.ts'
import { itemsOfLiteral } from './read-literal.ts'
import { readSteps } from './read-steps.ts'
import { readsOf } from './reads.ts'
import { bodyNameOf } from './uses.ts'

/** What became of a body that is built in steps. */
export interface SteppedBody {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
  readonly looksUp: boolean
}

/**
 * Rewrites a body that is built in steps where it stands: its literal, what is spread into it on conditions, and what is
 * set and taken back afterwards. Each step is written so that v2's body is right behind it on every way through the
 * program. Undefined where any of it is not certain: a mapper can do what this cannot.
 */
export const rewriteSteps = (
  trace: Trace,
  sent: ts.Expression,
  facet: CompiledFacet,
  lookup: Lookup | undefined,
): SteppedBody | undefined => {
  const literal = bare(sent)
  const body = compiler.isObjectLiteralExpression(literal) ? undefined : bodyNameOf(trace, sent)
  const items = body ? readSteps(trace, body) : itemsOfSent(trace, literal)
  const ways = items && waysThrough(items)
  if (!items || !ways) return undefined
  let looksUp = false
  const made = new Map<State['doc'], Doc | undefined>()
  const docOf = (state: State): Doc | undefined => {
    if (state.doc === START) return NOTHING
    if (made.has(state.doc)) return made.get(state.doc)
    const { doc, findings } = facet.upHoles(state.doc)
    const isOpen =
      findings.some(({ code }) => code === 'DYNAMIC' || code === 'UNREADABLE') || saysManyDefaults(doc)
    const style = styleOf(literal.getSourceFile())
    const looked = lookup && withLookups(doc, lookup, (hole) => restyled(hole, style))
    if (looked) looksUp = true
    made.set(state.doc, isOpen ? undefined : (looked ?? doc))
    return made.get(state.doc)
  }
  const states = ways.passages.flatMap(({ before, after }) => [...before, ...after])
  if (states.some((state) => !docOf(state))) return undefined
  const findings: Finding[] = []
  for (const { doc } of ways.sent) {
    const said = bodyFindings(doc, facet, lookup)
    if (said.some((one) => refuses(one, doc, facet))) return undefined
    findings.push(...said)
  }
  const right = (state: State): Doc => docOf(state) ?? NOTHING
  const reads = body ? readsOf(trace, body, states, right) : []
  const edits = reads && printSteps(trace, { items, ways, body, docOf: right })
  return edits && reads && { edits: [...edits, ...reads], findings: unique(findings), looksUp }
}

const NOTHING: Doc = {}

/** What a body that is built in steps says on each way to where it is sent; undefined where not all can be told. */
export const docsSent = (trace: Trace, sent: ts.Expression): readonly Doc[] | undefined => {
  const built = bare(builtFor(trace, bare(sent)) ?? sent)
  const body = compiler.isObjectLiteralExpression(built) ? undefined : bodyNameOf(trace, built, isOnConsole)
  const items = body ? readSteps(trace, body) : itemsOfSent(trace, built)
  return items && waysThrough(items)?.sent.map(({ doc }) => doc)
}

/** A literal that is sent where it stands. */
const itemsOfSent = (trace: Trace, node: ts.Expression): readonly Item[] | undefined => {
  const items = compiler.isObjectLiteralExpression(node) ? itemsOfLiteral(trace, node) : undefined
  return items && [...items, { kind: 'send' }]
}
