import type { ts } from 'ts-morph'
import { catalogPaths } from '../../../../mappings/catalog.ts'
import { factBehind } from '../../../../mappings/dsl/behaviour.ts'
import type { Finding } from '../../../../mappings/dsl/finding.ts'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import { ruleOf } from '../../../../mappings/dsl/plan.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { Row } from '../../../../mappings/dsl/row.ts'
import { compiler } from '../../../project/compiler.ts'
import { underFailure } from '../../../sites/answers/failure/failure.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { accessed, isAccess } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isOperation, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isUnsaid } from '../reads/read-paths.ts'

/**
 * Whether an answer goes on as a whole: to read one member of it by its name, also one it never had, is to look at that
 * alone, and what goes on where the call failed is an error's body.
 */
export const goesOnWhole = (trace: Trace, uses: Uses): boolean => wholesIn(trace, uses).length > 0

const wholesIn = (trace: Trace, uses: Uses | undefined): ts.Node[] =>
  uses ? uses.escapes.filter((node) => !isMemberOnly(trace, node, uses) && !underFailure(trace, node)) : []

/** `pod.name`, `'name' in pod`, `{ name }` of a pattern, and `...rest` of one where that is read so again. */
const isMemberOnly = (trace: Trace, node: ts.Node, { held }: Uses): boolean => {
  if (isAccess(node)) return accessed(node)?.name !== undefined && held.get(bare(node.expression)) === 'item'
  if (isOperation(node, 'in')) return true
  if (!compiler.isBindingElement(node) || held.get(node.parent) !== 'item') return false
  if (!node.dotDotDotToken) return true
  return (
    compiler.isIdentifier(node.name) &&
    !isExported(trace, node.name) &&
    mentionsOf(trace, node.name).every((use) => isAccess(use.parent) && use.parent.expression === use)
  )
}

/** Members that the program says itself wherever an answer goes on as a whole: `{ ...endpoint, gpuTypeIds: own }`. */
export const saidOver = (trace: Trace, uses: Uses | undefined): ReadonlySet<string> => {
  const [first, ...others] = wholesIn(trace, uses).map(namesAfter)
  return new Set(first?.filter((name) => others.every((names) => names.includes(name))))
}

const namesAfter = (node: ts.Node): readonly string[] => {
  const { parent } = dressed(node as ts.Expression)
  if (!compiler.isSpreadAssignment(parent)) return []
  const { properties } = parent.parent
  return properties.slice(properties.indexOf(parent)).flatMap(({ name }) => nameOf(name) ?? [])
}

/**
 * What a mapped answer is without where it goes on as a whole to readers who are out of sight: v2 says it in words
 * that only its catalog explains, and a mapper asks nobody; or it takes it, and does not say it again.
 * @param said what the program says itself
 */
export const unsaidOnTheWhole = ({ mapping }: Route, said: ReadonlySet<string> = new Set()): Finding[] => {
  const { plan } = mapping.read
  return flatRows(plan.rows).flatMap((row): Finding[] => {
    const unsaid = unsaidBy(row)
    if (!unsaid || said.has(unsaid.old)) return []
    const { old, fact, instead } = unsaid
    const why = `${fact}; what goes on from here as a whole does not say it`
    return [
      {
        code: 'LOSSY',
        rule: ruleOf(plan, old),
        at: old,
        why,
        fix: `where somebody reads ${old} of that, ${instead}`,
      },
    ]
  })
}

interface Unsaid {
  readonly old: string
  readonly fact: string
  readonly instead: string
}

const unsaidBy = (row: Row): Unsaid | undefined => {
  if (row.kind === 'drop' && row.echo && row.neutral === undefined)
    return { old: row.old, fact: row.why, instead: `keep what was sent as ${row.old}` }
  if (row.kind !== 'field' || row.only === 'up' || !row.by || !isUnsaid(row)) return undefined
  const instead = `look up which types ${row.v2} are (GET ${catalogPaths.gpus})`
  return { old: row.old, fact: factBehind(row.by), instead }
}
