import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isAccess } from '../program/access.ts'
import { mentionsOf } from '../program/names-used.ts'
import { isTakenOut, restPattern } from '../program/rest-of.ts'
import { bare, isFunctionValue, nameOf } from '../program/scope.ts'
import type { Trace } from '../values/trace.ts'
import { membersOfSchema, membersOfShape } from './schema-members.ts'
import { constantOf, isParsing } from './schemas.ts'

/**
 * The members that a value can have as a zod schema has let it through, which takes all others away: what
 * `Schema.parse(…)` gives, what a tool is handed that was declared with a schema, and the rest of either.
 * @returns undefined where no schema is known, it lets others through, or a member is set behind it
 */
export const namesParsed = (trace: Trace, given: ts.Expression): readonly string[] | undefined => {
  const node = bare(given)
  if (!compiler.isIdentifier(node)) return undefined
  const declared = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  const pattern = restPattern(trace.checker, node)
  if (!declared || mentionsOf(trace, node).some(isWritten)) return undefined
  if (pattern) return namesIn(trace, pattern.parent)?.filter((name) => !isTakenOut(pattern, name))
  return namesIn(trace, declared)
}

/** `params.name = …`: it may be a member that no schema knows. */
const isWritten = (name: ts.Node): boolean => {
  const { parent } = name
  if (compiler.isCallExpression(parent)) return /^Object\.assign$/.test(parent.expression.getText())
  const isMember = isAccess(parent)
  const target = isMember ? parent : name
  return (
    compiler.isBinaryExpression(target.parent) &&
    target.parent.left === target &&
    target.parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  )
}

const namesIn = (trace: Trace, declared: ts.Node): readonly string[] | undefined => {
  if (compiler.isParameter(declared)) return namesHanded(trace, declared)
  if (!compiler.isVariableDeclaration(declared) || !declared.initializer) return undefined
  const value = bare(declared.initializer)
  const call = compiler.isAwaitExpression(value) ? bare(value.expression) : value
  if (compiler.isIdentifier(call)) return namesParsed(trace, call)
  return compiler.isCallExpression(call) && isParsing(call)
    ? namesOf(trace, call.expression.expression)
    : undefined
}

/** What says the arguments of a tool, beside what runs it. */
const SCHEMA = /^(inputSchema|parameters|schema)$/
const RUNS = /^(execute|handler|run)$/

/** `server.tool('name', { … }, async (params) => …)`, `registerTool('name', { inputSchema }, run)`, `tool({ parameters, execute })`. */
const namesHanded = (trace: Trace, parameter: ts.ParameterDeclaration): readonly string[] | undefined => {
  const callee = parameter.parent
  const isInline = isFunctionValue(callee)
  if (callee.parameters[0] !== parameter || !(isInline || compiler.isMethodDeclaration(callee)))
    return undefined
  const { parent } = callee
  if (compiler.isCallExpression(parent)) return namesTold(trace, parent, callee)
  const literal = compiler.isPropertyAssignment(parent) ? parent.parent : parent
  const name = nameOf(compiler.isPropertyAssignment(parent) ? parent.name : callee.name)
  if (!compiler.isObjectLiteralExpression(literal) || !RUNS.test(name ?? '')) return undefined
  return namesBeside(trace, literal)
}

const namesTold = (
  trace: Trace,
  { expression, arguments: given }: ts.CallExpression,
  callee: ts.Node,
): readonly string[] | undefined => {
  const name = compiler.isPropertyAccessExpression(expression) ? expression.name.text : ''
  if (given.at(-1) !== callee) return undefined
  const [first, second] = given.slice(1, -1).filter((one) => !compiler.isStringLiteralLike(one))
  if (name === 'tool') return first && (namesOf(trace, first) ?? (second && namesOf(trace, second)))
  const config = first && bare(first)
  const isConfig = name === 'registerTool' && config && compiler.isObjectLiteralExpression(config)
  return isConfig ? namesBeside(trace, config) : undefined
}

const namesBeside = (
  trace: Trace,
  { properties }: ts.ObjectLiteralExpression,
): readonly string[] | undefined => {
  const found = properties.find((one) => SCHEMA.test(nameOf(one.name) ?? ''))
  if (!found) return undefined
  if (compiler.isShorthandPropertyAssignment(found)) return namesOf(trace, found.name)
  return compiler.isPropertyAssignment(found) ? namesOf(trace, found.initializer) : undefined
}

/** Schemas that let other members through. */
const OPEN = /\b(passthrough|catchall|loose|looseObject|record)\b/

/** The members of a schema, or of the shape of one. */
const namesOf = (trace: Trace, given: ts.Expression): readonly string[] | undefined => {
  const node = bare(given)
  const value = compiler.isIdentifier(node) ? constantOf(trace, node) : node
  if (!value) return undefined
  const members = membersOfShape(trace, value) ?? membersOfSchema(trace, value)
  const names = members.flatMap(({ path }) => (path.length === 1 ? path : []))
  return names.length === 0 || OPEN.test(linksOf(trace, value)) ? undefined : names
}

/** A schema, and those that it is made of, without what is said inside of their parentheses; a shape is closed again. */
const linksOf = (trace: Trace, given: ts.Expression, names = 0): string => {
  const node = bare(given)
  if (compiler.isIdentifier(node)) {
    const value = names < MOST_NAMES ? constantOf(trace, node) : undefined
    return value ? linksOf(trace, value, names + 1) : ''
  }
  if (compiler.isCallExpression(node)) {
    const [first] = node.arguments
    const links = linksOf(trace, node.expression, names)
    return first && links.endsWith('.merge') ? `${links}${linksOf(trace, first, names)}` : links
  }
  if (!compiler.isPropertyAccessExpression(node)) return ''
  return node.name.text === 'shape' ? '' : `${linksOf(trace, node.expression, names)}.${node.name.text}`
}

const MOST_NAMES = 4
