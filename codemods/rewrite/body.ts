import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../mappings/dsl/mapping.ts'
import { compiler } from '../project/compiler.ts'
import type { At } from '../sites/body.ts'
import { bare } from '../sites/scope.ts'
import type { Trace } from '../sites/trace.ts'
import { type Edit, insertAfter, insertBefore } from './edit.ts'
import { type LiteralOutcome, rewriteLiteral } from './literal.ts'
import { ownLiteral, statedRefusals } from './local-body.ts'
import type { Mapper } from './mapper.ts'
import type { Part } from './plan.ts'
import type { Reason } from './reason.ts'

/** Rewrites what is sent: a literal where it stands, anything else through a mapper. */
export const rewriteBody = (trace: Trace, body: At, facet: CompiledFacet, mapper: Mapper): Part | Reason => {
  const sent = bare(body.node)
  const node = ownLiteral(trace, sent) ?? sent
  if (compiler.isObjectLiteralExpression(node)) {
    const outcome = rewriteLiteral(trace.checker, node, facet)
    if (outcome.kind === 'refused') return refusal(outcome)
    if (outcome.kind === 'edited' && !isTyped(trace.checker, node, facet))
      return { edits: outcome.edits, mappers: [], findings: outcome.findings }
  }
  const findings = statedRefusals(trace, sent, facet)
  if (findings.length > 0) return refusal({ kind: 'refused', findings })
  return {
    edits: wrapped(body.node, mapper),
    mappers: [{ file: body.node.getSourceFile(), mapper }],
    findings: [],
  }
}

/** The first reason a person must look at. */
export const refusal = ({ findings }: Extract<LiteralOutcome, { kind: 'refused' }>): Reason => {
  const first =
    findings.find(({ code }) => code !== 'DEFAULTED' && code !== 'DROPPED' && code !== 'TOLERATED') ??
    findings[0]
  return {
    rule: first?.rule ?? 'codemod.body',
    why: `${first?.at}: ${first?.why}`,
    fix: `decide about ${first?.at}, then run upshift again`,
  }
}

/** Whether a literal is held to a type that is written in the old API's words. */
const isTyped = (
  checker: ts.TypeChecker,
  node: ts.ObjectLiteralExpression,
  facet: CompiledFacet,
): boolean => {
  const type = checker.getContextualType(node)
  if (!type || type.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown)) return false
  const old = new Set(facet.plan.old.map((path) => path.split('.')[0]))
  const renamed = [...old].filter((name) => !facet.plan.v2.includes(name ?? ''))
  return checker.getPropertiesOfType(type).some(({ name }) => renamed.includes(name))
}

const wrapped = (node: ts.Expression, mapper: Mapper): Edit[] => {
  if (compiler.isShorthandPropertyAssignment(node.parent))
    return [insertAfter(node, `: ${mapper.name}(${node.getText()})`)]
  return [insertBefore(node, `${mapper.name}(`), insertAfter(node, ')')]
}
