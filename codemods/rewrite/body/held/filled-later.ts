import type { ts } from 'ts-morph'
import type { CompiledFacet } from '../../../../mappings/dsl/mapping.ts'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { isSetAgain } from '../../edit/meanwhile.ts'
import { holesIn } from '../literal/holes-in.ts'
import { holeOf } from '../literal/literal-values.ts'
import { kindOf } from '../literal/value-kind.ts'
import { lookupRows } from '../tries/lookup-rows.ts'
import { localValue } from './local-body.ts'

/**
 * Whether a body that a variable holds is given a list by its name which is filled once it has it, and which v2 takes as
 * something else: `const body = { dockerStartCmd: words }`, then `words.push('--debug')`.
 */
export const isFilledLater = (trace: Trace, sent: ts.Expression, { upHoles, plan }: CompiledFacet): boolean =>
  valuesGiven(trace, sent).some(({ name, value }) => {
    const isList = compiler.isIdentifier(value) && kindOf(trace.checker, value) === 'list'
    const symbol = isList ? symbolBehind(trace, value) : undefined
    if (!symbol || !isSetAgain(trace, symbol, value)) return false
    const { doc } = upHoles({ [name]: holeOf(trace.checker, value, value) })
    const isLookedUp = lookupRows(plan).some(({ old }) => old === name)
    return isLookedUp || ![...holesIn(doc)].some(({ text }) => text === value.getText())
  })

interface Given {
  readonly name: string
  readonly value: ts.Expression
}

/** What a variable's literal says, and what is set on it. */
const valuesGiven = (trace: Trace, sent: ts.Expression): Given[] => {
  const local = localValue(trace, sent)
  if (!local || !compiler.isObjectLiteralExpression(local.value)) return []
  const said = local.value.properties.flatMap((one) => {
    const name = one.name && nameOf(one.name)
    if (name === undefined) return []
    if (compiler.isShorthandPropertyAssignment(one)) return [{ name, value: one.name }]
    return compiler.isPropertyAssignment(one) ? [{ name, value: bare(one.initializer) }] : []
  })
  return [...said, ...local.uses.flatMap(setAt)]
}

/** `body.dockerStartCmd = words` */
const setAt = (use: ts.Expression): Given[] => {
  const access = accessOn(use)
  const name = access && accessed(access)?.name
  const set = access && dressed(access).parent
  const isSet = set && compiler.isBinaryExpression(set) && bare(set.left) === access
  return isSet && name !== undefined ? [{ name, value: bare(set.right) }] : []
}
