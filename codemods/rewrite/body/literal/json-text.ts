import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import type { At } from '../../../sites/body.ts'
import { bare } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { replace } from '../../edit/edit.ts'
import type { Part } from '../../plan.ts'
import type { Reason } from '../../reason.ts'
import { ownValue, shownBodies } from '../held/local-body.ts'
import { refusal } from '../refusals/refusal.ts'
import { bodyFindings, refuses } from './literal.ts'

/**
 * A body that is written out as JSON, `body: '{"name":"data"}'`: it says v2's words between the same quotes.
 * @returns undefined where it is no such text, or not this call's alone
 */
export const rewriteJsonText = (
  trace: Trace,
  { node: sent }: At,
  facet: CompiledFacet,
): Part | Reason | undefined => {
  const node = bare(ownValue(trace, sent) ?? sent)
  const old = compiler.isStringLiteralLike(node) ? parsed(node.text) : undefined
  if (!old) return undefined
  const known = Object.entries(old).map(([name, value]) => [
    name,
    new Hole(JSON.stringify(value), { known: { value } }),
  ])
  const doc = Object.fromEntries(known)
  const findings = bodyFindings(doc, facet, undefined)
  const isRefused = (one: Finding): boolean => refuses(one, doc, facet)
  if (findings.some(isRefused))
    // What only more calls to v2 can say is asked for around an object
    return facet.upHoles(doc).findings.some(isRefused)
      ? refusal({ kind: 'refused', findings: findings.filter(isRefused) })
      : undefined
  const text = inQuotesOf(node as ts.StringLiteralLike, facet.up(old).doc)
  return {
    edits: [replace(node, text)],
    mappers: [],
    findings: [...findings, ...shownBodies(trace, sent, facet)],
  }
}

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const inQuotesOf = (node: ts.StringLiteralLike, value: unknown): string => {
  const quote = node.getText().charAt(0)
  const indent = /\n([ \t]+)\S/.exec(node.text)?.[1]
  const text = JSON.stringify(value, undefined, indent)
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
  return quote + (quote === '`' ? text.replaceAll('${', '\\${') : text.replaceAll('\n', '\\n')) + quote
}
