import type { ts } from 'ts-morph'
import { Hole } from '../../../../mappings/dsl/hole.ts'
import { compiler } from '../../../project/compiler.ts'
import { bare, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { filledLists } from './filled-lists.ts'
import { localValue, statedBody } from './local-body.ts'
import { addedBy, mayHold } from './may-hold.ts'

/**
 * What a body says as far as it is put together in sight, with a value nobody knows for what something else may say
 * instead when the program runs: `{ gpuTypeIds: [ONE], ...options }`, `Object.assign(body, options)`, `fill(body)`; and
 * for a list that is filled further where it is: `body.gpuTypeIds.push(SPARE)`.
 */
export const looseBody = (trace: Trace, node: ts.Expression): ReturnType<typeof statedBody> => {
  const { doc, isWhole } = statedBody(trace, node)
  const loose = isWhole ? filled(trace, node) : overridden(trace, node, Object.keys(doc))
  const unknown = [...loose].map((name) => [name, new Hole(name, { origin: node })])
  return { doc: { ...doc, ...Object.fromEntries(unknown) }, isWhole }
}

type Names = Set<string>

/** The members of a variable's body that are lists which something changes. */
const filled = (trace: Trace, node: ts.Expression): Names =>
  new Set(filledLists(trace, localValue(trace, bare(node))?.uses ?? []))

/** Those of some names that a value says, and may say otherwise. */
const overridden = (trace: Trace, given: ts.Expression, names: readonly string[]): Names => {
  const node = bare(given)
  if (compiler.isObjectLiteralExpression(node)) return inLiteral(trace, node, names)
  if (compiler.isCallExpression(node) && node.expression.getText() === 'Object.assign') {
    const found: Names = new Set()
    for (const part of node.arguments) over(trace, part, names, found)
    return found
  }
  const local = localValue(trace, node)
  const found: Names = local ? overridden(trace, local.value, names) : new Set()
  for (const name of filled(trace, node)) found.add(name)
  for (const { value, name } of (local?.uses ?? []).flatMap((use) => addedBy(trace, use)))
    for (const one of names) if (value ? mayHold(trace, value, one) : (name ?? one) === one) found.add(one)
  return found
}

const inLiteral = (trace: Trace, node: ts.ObjectLiteralExpression, names: readonly string[]): Names => {
  const found: Names = new Set()
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name)
    if (compiler.isSpreadAssignment(property)) over(trace, property.expression, names, found)
    else if (name !== undefined) found.delete(name)
  }
  return found
}

/** What goes over the names: what it says itself is known, where it says it for certain. */
const over = (trace: Trace, part: ts.Expression, names: readonly string[], found: Names): void => {
  const { doc } = statedBody(trace, part)
  const own = overridden(trace, part, names)
  const isCertain = !compiler.isConditionalExpression(bare(part)) && !compiler.isBinaryExpression(bare(part))
  for (const name of names) {
    if (own.has(name) || (!(name in doc) && mayHold(trace, part, name))) found.add(name)
    else if (name in doc && isCertain) found.delete(name)
  }
}
