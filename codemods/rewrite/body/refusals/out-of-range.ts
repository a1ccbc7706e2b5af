import type { ts } from 'ts-morph'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { Hole, isHole } from '../../../../mappings/dsl/hole.ts'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { bare, isConst } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { writtenAt } from '../held/local-body.ts'
import { knownValue } from '../literal/literal-values.ts'
import { isSet } from '../literal/named-word.ts'
import { missingFromV2 } from '../loss.ts'

/**
 * The numbers of a body that v2 finds too small or too big, also those that a constant says or a member of one: that may be
 * changed one day, and v2 refuses every run until then.
 */
export const outOfRange = (
  trace: Trace,
  facet: CompiledFacet,
  doc: Readonly<Record<string, unknown>>,
): Finding[] => {
  const numbers = Object.fromEntries(
    Object.entries(doc).flatMap(([name, value]) => {
      const number = numberSaid(trace, value)
      return number ? [[name, number]] : []
    }),
  )
  if (Object.keys(numbers).length === 0) return []
  const { doc: v2 } = facet.upHoles({ ...doc, ...numbers })
  return missingFromV2(facet, v2).filter(({ at }) => at.split(', ').some((name) => name in numbers))
}

const numberSaid = (trace: Trace, value: unknown): Hole | undefined => {
  if (!isHole(value)) return undefined
  const known = value.known ?? value.constant ?? memberSaid(trace, value)
  return typeof known?.value === 'number' ? new Hole(value.text, { ...value, known }) : undefined
}

/** What a member of a constant object says that nothing sets: `DEFAULTS.volumeInGb`. */
const memberSaid = ({ checker }: Trace, { origin }: Hole): { value: unknown } | undefined => {
  const written = origin ? writtenAt(origin) : undefined
  const read = written && bare(written)
  if (!read || !compiler.isPropertyAccessExpression(read)) return undefined
  const member = symbolBehind({ checker }, read.name)?.valueDeclaration
  if (!member || !compiler.isPropertyAssignment(member)) return undefined
  const owner = ownerOf(member.parent)
  return owner && isConst(owner) && !isSet(owner) ? knownValue(member.initializer) : undefined
}

const ownerOf = (object: ts.Expression): ts.VariableDeclaration | undefined => {
  let value: ts.Node = object
  while (compiler.isExpression(value.parent)) value = value.parent
  return compiler.isVariableDeclaration(value.parent) ? value.parent : undefined
}
