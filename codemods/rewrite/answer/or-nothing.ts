import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { mentionsOf } from '../../sites/program/names/names-used.ts'
import { dressed } from '../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../sites/values/trace.ts'
import { standInsOf } from './stood-in.ts'

/** What is written before and behind the member that is taken out of an answer which may be nothing. */
export interface OrNothing {
  readonly before: '.' | '?.'
  readonly behind: '' | ' ?? null'
}

const SURE: OrNothing = { before: '.', behind: '' }
const OPEN: OrNothing = { before: '?.', behind: '' }
const OR_NULL: OrNothing = { before: '?.', behind: ' ?? null' }

/**
 * How a list is taken out of an answer in the place of which a function of the program gives nothing at times
 * (`if (!res.ok) return null`): what the program then makes of nothing, it goes on making; where it may tell null from
 * undefined, or hands it on, null stays null.
 * @param value where the answer stands once it is there; of a promise that is handed on, nobody asks
 * @returns undefined where something of the program's own may stand there, in which there is no list to take out
 */
export const orNothing = (
  trace: Trace,
  root: ts.Expression,
  value?: ts.Expression,
): OrNothing | undefined => {
  const uses: readonly Use[] = value ? usesOf(trace, value) : ['told']
  const instead = standInsOf(trace, root)
  if (instead.has('other')) return undefined
  if (uses.every((use) => use === 'taken')) return SURE
  if (instead.size === 0) return uses.includes('defaulted') ? OPEN : SURE
  return instead.has('null') && uses.includes('told') ? OR_NULL : OPEN
}

/** Taken to be there, given a default or asked whether it is there at all, or any other use. */
type Use = 'taken' | 'defaulted' | 'asked' | 'told'

const usesOf = (trace: Trace, value: ts.Expression): readonly Use[] => {
  const { parent } = dressed(value)
  const isNamed = compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name)
  return isNamed ? mentionsOf(trace, parent.name).map(askedOf) : [useOf(value)]
}

const askedOf = (mention: ts.Expression): Use => {
  const use = useOf(mention)
  return use === 'defaulted' ? 'asked' : use
}

const useOf = (value: ts.Expression): Use => {
  const node = dressed(value)
  const { parent } = node
  if (compiler.isPropertyAccessExpression(parent) || compiler.isElementAccessExpression(parent))
    return parent.questionDotToken ? 'defaulted' : 'taken'
  if (compiler.isForOfStatement(parent) || compiler.isSpreadElement(parent)) return 'taken'
  if (compiler.isPrefixUnaryExpression(parent) || compiler.isIfStatement(parent)) return 'asked'
  if (compiler.isConditionalExpression(parent)) return parent.condition === node ? 'asked' : 'told'
  if (compiler.isCallExpression(parent))
    return parent.expression.getText() === 'Array.isArray' ? 'asked' : 'told'
  return compiler.isBinaryExpression(parent) ? useBeside(parent, node) : 'told'
}

const useBeside = (parent: ts.BinaryExpression, node: ts.Node): Use => {
  const { left, operatorToken } = parent
  const sign = operatorToken.getText()
  if (sign === '=' && left === node) return 'taken'
  if (sign === '==' || sign === '!=') return 'asked'
  if (sign === '&&') return left === node ? gateOf(parent) : 'told'
  return /^(\?\?|\|\|)=?$/.test(sign) && left === node ? 'defaulted' : 'told'
}

/** `pods && pods.length`: the nothing that stands before it is what comes of it, unless that is only asked in its turn. */
const gateOf = (gate: ts.BinaryExpression): Use => {
  if (compiler.isExpressionStatement(dressed(gate).parent)) return 'asked'
  const use = useOf(gate)
  return use === 'defaulted' ? 'asked' : use
}
