import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { saidBehind, symbolBehind } from '../../program/names/symbol.ts'
import { accessed } from '../../program/syntax/access.ts'
import { bare, dressed, isFunctionValue, nameOf, returnsOf } from '../../program/syntax/nodes.ts'
import type { Trace } from '../../values/trace.ts'
import type { Asked, UsesWalk, Value } from './uses-walk.ts'

/**
 * Members that are read by words which stand beside a value: `get(pod, 'machine.gpuTypeId')`, `JSON.stringify(pod, ['id'])`,
 * `<Table rows={pods} columns={[{ field: 'id' }]} />`, `plainToInstance(PodRow, pod)`.
 */
export const worded = (walk: UsesWalk, outer: ts.Expression, { kind, path }: Value): void => {
  if (path.length > 0 || (kind !== 'item' && kind !== 'list')) return
  walk.asked.push(...wordsBeside(walk.trace, outer))
}

const wordsBeside = (trace: Trace, outer: ts.Expression): readonly Asked[] => {
  const { parent } = outer
  if (compiler.isCallExpression(parent)) return ofCall(trace, parent, outer)
  if (compiler.isJsxExpression(parent) && compiler.isJsxAttribute(parent.parent))
    return ofAttributes(trace, parent.parent.parent)
  const isMember =
    (compiler.isPropertyAssignment(parent) && parent.initializer === outer) ||
    compiler.isShorthandPropertyAssignment(parent)
  return isMember ? ofObject(trace, parent.parent as ts.ObjectLiteralExpression) : []
}

const ofCall = (trace: Trace, call: ts.CallExpression, outer: ts.Expression): readonly Asked[] => {
  const name = accessed(call.expression)?.name ?? call.expression.getText()
  const [first, second] = call.arguments
  if (/^plainTo(Instance|Class)$/.test(name)) return first && first !== outer ? ofClass(trace, first) : []
  if (first !== outer || !second) return []
  if (/^(get|result|has|property)$/.test(name)) return ofPath(trace, second)
  if (/^(stringify|table)$/.test(name)) return listed(trace, second)
  const options = saidBehind(trace, second)
  return compiler.isObjectLiteralExpression(options) ? ofObject(trace, options) : []
}

/** `'machine.gpuTypeId'`, `['machine', 'gpuTypeId']` */
const ofPath = (trace: Trace, given: ts.Expression): readonly Asked[] => {
  const node = saidBehind(trace, given)
  if (compiler.isStringLiteralLike(node)) return [{ name: node.text, node }]
  const steps = compiler.isArrayLiteralExpression(node) ? node.elements.map(bare) : []
  const said = steps.filter(compiler.isStringLiteralLike).map(({ text }) => text)
  return said.length > 0 && said.length === steps.length ? [{ name: said.join('.'), node }] : []
}

const COLUMNS = /^(columns|columnDefs|fields|headers?)$/

const ofObject = (trace: Trace, { properties }: ts.ObjectLiteralExpression): readonly Asked[] =>
  properties.flatMap((one) => {
    if (!COLUMNS.test(nameOf(one.name) ?? '')) return []
    if (compiler.isShorthandPropertyAssignment(one)) {
      const made = trace.checker.getShorthandAssignmentValueSymbol(one)?.valueDeclaration
      return made && compiler.isVariableDeclaration(made) && made.initializer
        ? listed(trace, made.initializer)
        : []
    }
    return compiler.isPropertyAssignment(one) ? listed(trace, one.initializer) : []
  })

const ofAttributes = (trace: Trace, { properties }: ts.JsxAttributes): readonly Asked[] =>
  properties.flatMap((one) => {
    const value =
      compiler.isJsxAttribute(one) && COLUMNS.test(one.name.getText()) ? one.initializer : undefined
    return value && compiler.isJsxExpression(value) && value.expression ? listed(trace, value.expression) : []
  })

/** What a column is called that shows a member, by one library or another. */
const MEMBER = /^(accessorKey|accessor|dataIndex|dataKey|field|key|prop|value|selector|path)$/

/** `['id', 'name']`, `[{ field: 'id', title: 'Id' }]` */
const listed = (trace: Trace, given: ts.Expression): readonly Asked[] => {
  const made = memoized(saidBehind(trace, given))
  if (!compiler.isArrayLiteralExpression(made)) return []
  return made.elements.map(bare).flatMap((one): readonly Asked[] => {
    if (compiler.isStringLiteralLike(one)) return [{ name: one.text, node: one }]
    if (!compiler.isObjectLiteralExpression(one)) return []
    return one.properties.flatMap((member) =>
      compiler.isPropertyAssignment(member) && MEMBER.test(nameOf(member.name) ?? '')
        ? ofPath(trace, member.initializer)
        : [],
    )
  })
}

/** `useMemo(() => […], [])` */
const memoized = (node: ts.Expression): ts.Expression => {
  const [maker] =
    compiler.isCallExpression(node) && /useMemo$/.test(node.expression.getText()) ? node.arguments : []
  const [given] = maker && isFunctionValue(maker) ? returnsOf(maker) : []
  return given ? bare(given) : node
}

/** The members that a class says. */
const ofClass = (trace: Trace, given: ts.Expression): readonly Asked[] => {
  const name = bare(dressed(given))
  const declared = compiler.isIdentifier(name) ? symbolBehind(trace, name)?.valueDeclaration : undefined
  if (!declared || !compiler.isClassLike(declared)) return []
  return declared.members
    .filter(compiler.isPropertyDeclaration)
    .flatMap((node) => ({ name: nameOf(node.name), node }))
}
