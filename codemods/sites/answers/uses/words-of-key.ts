import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { mentionsOf } from '../../program/names/names-used.ts'
import { declarationOf, saidBehind } from '../../program/names/symbol.ts'
import { bare, dressed, nameOf } from '../../program/syntax/nodes.ts'
import { argumentsFor } from '../../values/arguments-for.ts'
import type { Trace } from '../../values/trace.ts'

const MOST_STEPS = 4

/**
 * The words that a key may be, as far as they stand in sight: those of a list that is gone through (`for (const key of ['id'])`,
 * `['id'].every((key) => pod[key])`), of an object's members (`for (const [key, value] of Object.entries(WANTED))`), and what
 * a function is called with (`lacks('id')`).
 */
export const wordsOfKey = (trace: Trace, key: ts.Expression, steps = 0): readonly string[] => {
  const node = saidBehind(trace, key)
  if (compiler.isStringLiteralLike(node)) return [node.text]
  if (compiler.isPropertyAccessExpression(node)) return ofRow(trace, node)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || steps > MOST_STEPS) return []
  if (compiler.isParameter(declared)) return ofParameter(trace, declared, steps)
  if (compiler.isBindingElement(declared)) return ofEntry(trace, declared)
  const loop = declared.parent.parent
  return compiler.isForOfStatement(loop) ? wordsOfList(trace, loop.expression) : []
}

/** `column.key` of `COLUMNS.map((column) => pod[column.key])`. */
const ofRow = (trace: Trace, { expression, name }: ts.PropertyAccessExpression): readonly string[] => {
  const row = bare(expression)
  const declared = compiler.isIdentifier(row) ? declarationOf(trace, row) : undefined
  const list = declared && listBehind(declared)
  return list ? wordsOfRows(trace, list, name.text) : []
}

/** The list that a parameter, or the name of a loop, goes through. */
const listBehind = (declared: ts.Node): ts.Expression | undefined => {
  if (compiler.isParameter(declared)) return listGoneThrough(declared)
  const loop = compiler.isVariableDeclaration(declared) ? declared.parent.parent : undefined
  return loop && compiler.isForOfStatement(loop) ? loop.expression : undefined
}

/** The words that the objects of a list say under a name. */
const wordsOfRows = (trace: Trace, given: ts.Expression, name: string): readonly string[] => {
  const list = saidBehind(trace, given)
  if (!compiler.isArrayLiteralExpression(list)) return []
  return list.elements.map(bare).flatMap((row) => {
    const members = compiler.isObjectLiteralExpression(row) ? row.properties : []
    return members.flatMap((one) => {
      const value =
        compiler.isPropertyAssignment(one) && nameOf(one.name) === name ? bare(one.initializer) : undefined
      return value && compiler.isStringLiteralLike(value) ? value.text : []
    })
  })
}

/** `[key, value]` of what `Object.entries` lists, `{ key }` of a list's objects. */
const ofEntry = (trace: Trace, element: ts.BindingElement): readonly string[] => {
  const { parent: pattern } = element
  if (!compiler.isArrayBindingPattern(pattern)) {
    const list = listBehind(pattern.parent)
    const name = nameOf(element.propertyName ?? element.name)
    return list && name !== undefined ? wordsOfRows(trace, list, name) : []
  }
  const owner = pattern.parent
  const loop = owner.parent.parent
  const list = compiler.isForOfStatement(loop) ? loop.expression : listGoneThrough(owner)
  return list ? ofMembers(trace, list, 'entries') : []
}

/** The list whose method takes a function with a parameter: `Object.entries(WANTED).filter(([key]) => …)`. */
const listGoneThrough = (parameter: ts.Node): ts.Expression | undefined => {
  const callback = parameter.parent
  const call = compiler.isExpression(callback) ? dressed(callback).parent : undefined
  if (!call || !compiler.isCallExpression(call)) return undefined
  const method = bare(call.expression)
  return compiler.isPropertyAccessExpression(method) ? method.expression : undefined
}

/** What `Object.keys(WANTED)` or `Object.entries(WANTED)` names, also where the object comes as an argument. */
const ofMembers = (trace: Trace, given: ts.Expression, method: string): readonly string[] => {
  const call = bare(given)
  if (!compiler.isCallExpression(call) || call.expression.getText() !== `Object.${method}`) return []
  const [object] = call.arguments
  return object ? membersOf(trace, object) : []
}

const membersOf = (trace: Trace, given: ts.Expression, steps = 0): readonly string[] => {
  const node = saidBehind(trace, given)
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (declared && compiler.isParameter(declared))
    return steps > MOST_STEPS
      ? []
      : argumentsFor(trace, declared).flatMap((one) => membersOf(trace, one, steps + 1))
  return trace
    .sources(node, undefined)
    .flatMap(({ node: said }) =>
      compiler.isObjectLiteralExpression(said)
        ? said.properties.flatMap(({ name }) => nameOf(name as ts.PropertyName) ?? [])
        : [],
    )
}

/** The words that a list says, also one that the callers of a function hand over. */
export const wordsOfList = (trace: Trace, given: ts.Expression, steps = 0): readonly string[] => {
  const named = ofMembers(trace, given, 'keys')
  if (named.length > 0) return named
  const list = saidBehind(trace, given)
  const declared = compiler.isIdentifier(list) ? declarationOf(trace, list) : undefined
  if (declared && compiler.isParameter(declared) && steps <= MOST_STEPS)
    return argumentsFor(trace, declared).flatMap((one) => wordsOfList(trace, one, steps + 1))
  if (!compiler.isArrayLiteralExpression(list)) return []
  return list.elements.map(bare).flatMap((one) => (compiler.isStringLiteralLike(one) ? one.text : []))
}

const ofParameter = (trace: Trace, declared: ts.ParameterDeclaration, steps: number): readonly string[] => {
  const callee = declared.parent
  const index = callee.parameters.indexOf(declared)
  const name = compiler.isFunctionDeclaration(callee) ? callee.name : nameGiven(callee)
  const uses: readonly ts.Expression[] = name
    ? mentionsOf(trace, name)
    : compiler.isExpression(callee)
      ? [callee]
      : []
  return uses.flatMap((use) => {
    const { parent } = dressed(use)
    if (!compiler.isCallExpression(parent)) return []
    const given = parent.arguments[index]
    if (parent.expression === dressed(use)) return given ? wordsOfKey(trace, given, steps + 1) : []
    const method = bare(parent.expression)
    return index === 0 && compiler.isPropertyAccessExpression(method)
      ? wordsOfList(trace, method.expression)
      : []
  })
}

/** `const lacks = (key) => …` */
const nameGiven = (callee: ts.SignatureDeclaration): ts.Identifier | undefined => {
  const { parent } = compiler.isExpression(callee) ? dressed(callee) : callee
  return compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
    ? parent.name
    : undefined
}
