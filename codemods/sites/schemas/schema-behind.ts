import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, isFunctionValue, nameOf } from '../program/syntax/nodes.ts'
import { isParsing } from './schemas.ts'

/**
 * The schemas, or shapes of such, one of which a variable or a parameter has its value through: what `Schema.parse(…)`
 * gives, and what a tool is handed that was declared with a schema.
 */
export const schemasBehind = (declared: ts.Node): readonly ts.Expression[] => {
  if (compiler.isParameter(declared)) return schemasHanded(declared)
  const call = callBehind(declared)
  return call && isParsing(call) ? [call.expression.expression] : []
}

/** The schema that the `data` of a variable has come through: `const parsed = Schema.safeParse(…)`. */
export const schemaTried = (declared: ts.Node): ts.Expression | undefined => {
  const callee = callBehind(declared)?.expression
  const isTried =
    callee && compiler.isPropertyAccessExpression(callee) && /^safeParse(Async)?$/.test(callee.name.text)
  return isTried ? callee.expression : undefined
}

/** The call, awaited or not, that a variable is declared with. */
const callBehind = (declared: ts.Node): ts.CallExpression | undefined => {
  const given = compiler.isVariableDeclaration(declared) && declared.initializer
  const value = given && bare(given)
  const call = value && compiler.isAwaitExpression(value) ? bare(value.expression) : value
  return call && compiler.isCallExpression(call) ? call : undefined
}

/** What says the arguments of a tool, beside what runs it. */
const SCHEMA = /^(inputSchema|parameters|schema)$/
const RUNS = /^(execute|handler|run)$/

/** `server.tool('name', { … }, async (params) => …)`, `registerTool('name', { inputSchema }, run)`, `tool({ parameters, execute })`. */
const schemasHanded = (parameter: ts.ParameterDeclaration): readonly ts.Expression[] => {
  const callee = parameter.parent
  const isInline = isFunctionValue(callee)
  if (callee.parameters[0] !== parameter || !(isInline || compiler.isMethodDeclaration(callee))) return []
  const { parent } = callee
  if (compiler.isCallExpression(parent)) return schemasTold(parent, callee)
  const literal = compiler.isPropertyAssignment(parent) ? parent.parent : parent
  const name = nameOf(compiler.isPropertyAssignment(parent) ? parent.name : callee.name)
  if (!compiler.isObjectLiteralExpression(literal) || !RUNS.test(name ?? '')) return []
  return schemaBeside(literal)
}

const schemasTold = (
  { expression, arguments: given }: ts.CallExpression,
  callee: ts.Node,
): readonly ts.Expression[] => {
  const name = compiler.isPropertyAccessExpression(expression) ? expression.name.text : ''
  if (given.at(-1) !== callee) return []
  const told = given.slice(1, -1).filter((one) => !compiler.isStringLiteralLike(one))
  if (name === 'tool') return told.slice(0, 2)
  const config = told[0] && bare(told[0])
  const isConfig = name === 'registerTool' && config && compiler.isObjectLiteralExpression(config)
  return isConfig ? schemaBeside(config) : []
}

const schemaBeside = ({ properties }: ts.ObjectLiteralExpression): readonly ts.Expression[] => {
  const found = properties.find((one) => SCHEMA.test(nameOf(one.name) ?? ''))
  if (!found) return []
  if (compiler.isShorthandPropertyAssignment(found)) return [found.name]
  return compiler.isPropertyAssignment(found) ? [found.initializer] : []
}
