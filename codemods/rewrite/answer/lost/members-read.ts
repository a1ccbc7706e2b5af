import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { usesOf } from '../../../sites/answers/uses/uses.ts'
import { mentionsOf } from '../../../sites/program/names/names-used.ts'
import { accessed } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  functionAround,
  isFunctionValue,
  nameOf,
  returnsOf,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** Where a member of objects that a list is made of is read, also where no type tells: `pods.map((pod) => ({ isLost: !pod.machineId }))`. */
export const membersRead = (trace: Trace, property: ts.PropertyAssignment): readonly ts.Expression[] => {
  const name = nameOf(property.name)
  const list = listOf(property.parent)
  if (!list) return []
  const uses = usesOf(trace, { roots: [list], bound: [] }, { kind: 'list', path: [] }, () => 'leaf')
  return uses.reads
    .filter(({ path }) => path.length === 1 && path[0] === name)
    .flatMap(({ node }) => (compiler.isBindingElement(node) ? usesOfName(trace, node.name) : [node]))
}

const usesOfName = (trace: Trace, name: ts.BindingName): readonly ts.Expression[] =>
  compiler.isIdentifier(name) ? mentionsOf(trace, name) : []

/** The call of `map` whose function gives an object. */
const listOf = (object: ts.ObjectLiteralExpression): ts.CallExpression | undefined => {
  const callee = functionAround(object)
  const isGiven = callee && isFunctionValue(callee) && returnsOf(callee).some((one) => bare(one) === object)
  const call = isGiven ? dressed(callee).parent : undefined
  return call && compiler.isCallExpression(call) && accessed(call.expression)?.name === 'map'
    ? call
    : undefined
}
