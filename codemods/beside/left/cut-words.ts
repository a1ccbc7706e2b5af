import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { declarationOf } from '../../sites/program/names/symbol.ts'
import { flatText } from '../../sites/program/syntax/flat-text.ts'
import { bare, dressed, returnsOf } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'

/** What takes a path apart at its slashes. */
const CUT = /\.split\(\s*(['"`]|\/\\)\/|\.lastIndexOf\(\s*['"`]\/['"`]|\bbasename\(/
const EQUAL = /^[!=]==?$/
const MOST_STEPS = 4

/** Whether a word is held against one that was cut out of an address: `url.split('/').at(-1) === 'endpoints'`. */
export const isOfCutAddress = (trace: Trace, word: ts.Node): boolean =>
  heldAgainst(word).some((one) => isCut(trace, one, 0))

/** What a word is compared with, or finds its member for: `===`, `case`, `kept[kind]`. */
const heldAgainst = (word: ts.Node): ts.Expression[] => {
  if (!compiler.isStringLiteralLike(word)) return []
  const node = dressed(word)
  const { parent } = node
  if (compiler.isBinaryExpression(parent) && EQUAL.test(parent.operatorToken.getText()))
    return [parent.left === node ? parent.right : parent.left]
  if (compiler.isCaseClause(parent)) return [parent.parent.parent.expression]
  const callee = compiler.isCallExpression(parent) ? parent.expression : undefined
  return callee && compiler.isPropertyAccessExpression(callee) && callee.name.text === 'includes'
    ? [callee.expression]
    : []
}

const isCut = (trace: Trace, given: ts.Expression, steps: number): boolean => {
  const node = bare(given)
  if (CUT.test(flatText(node))) return true
  if (steps > MOST_STEPS) return false
  const on = (one: ts.Expression): boolean => isCut(trace, one, steps + 1)
  if (compiler.isIdentifier(node)) return madeOf(trace, node).some(on)
  if (compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node))
    return on(node.expression)
  if (!compiler.isCallExpression(node)) return false
  const made = trace
    .targets(node, undefined)
    .flatMap(({ node: callee }) => (compiler.isFunctionLike(callee) ? returnsOf(callee) : []))
  return made.some(on) || (compiler.isPropertyAccessExpression(node.expression) && on(node.expression))
}

/** What a name is made of, itself or as one of a list taken apart. */
const madeOf = (trace: Trace, name: ts.Identifier): ts.Expression[] => {
  let declared: ts.Node | undefined = declarationOf(trace, name)
  while (declared && compiler.isBindingElement(declared)) declared = declared.parent.parent
  return declared && compiler.isVariableDeclaration(declared) && declared.initializer
    ? [declared.initializer]
    : []
}

/** `kept[url.split('/').pop()]`: whether members of the literal that a member stands in are found by such a word. */
export const isFoundByCutAddress = (trace: Trace, member: ts.Node): boolean => {
  const literal = dressed(member.parent as ts.Expression)
  if (isIndexed(trace, literal)) return true
  const { parent } = literal
  if (!compiler.isVariableDeclaration(parent) || !compiler.isIdentifier(parent.name)) return false
  return mentionsOf(trace, parent.name).some((use) => isIndexed(trace, use))
}

const isIndexed = (trace: Trace, node: ts.Expression): boolean => {
  const { parent } = node
  return (
    compiler.isElementAccessExpression(parent) &&
    parent.expression === node &&
    isCut(trace, parent.argumentExpression, 0)
  )
}
