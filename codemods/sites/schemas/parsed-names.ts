import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isTakenOut, restPattern } from '../program/held/rest-pattern.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { isAccess } from '../program/syntax/access.ts'
import { bare, isFunctionValue, nameOf, returnsOf } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'
import { schemasBehind } from './schema-behind.ts'
import { membersOfValue, type SchemaMember } from './schema-members.ts'
import { constantOf, isParsing } from './schemas.ts'

/**
 * The members that a value can have as a zod schema has let it through, which takes all others away: what
 * `Schema.parse(…)` gives, what a tool is handed that was declared with a schema, and the rest of either.
 * @returns undefined where no schema is known, it lets others through, or a member is set behind it
 */
export const namesParsed = (
  trace: Trace,
  given: ts.Expression,
  which: Which = () => true,
): readonly string[] | undefined => {
  const node = bare(given)
  if (compiler.isCallExpression(node) && isParsing(node))
    return namesOf(trace, node.expression.expression, which)
  if (!compiler.isIdentifier(node)) return undefined
  const declared = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  const pattern = restPattern(trace.checker, node)
  if (!declared || mentionsOf(trace, node).some(isMemberSet)) return undefined
  if (pattern) return namesIn(trace, pattern.parent, which)?.filter((name) => !isTakenOut(pattern, name))
  return namesIn(trace, declared, which)
}

/** Which members of a schema are asked for. */
type Which = (member: SchemaMember) => boolean

/** Whether a schema lets a member be left out, and puts nothing in its place. */
export const isLeftOut: Which = ({ node, isRequired }) =>
  !isRequired && /\.(optional|nullish)\(/.test(node.parent.getText()) && !PUTS.test(node.parent.getText())

const PUTS = /\.(default|prefault|catch)\(/

/** `params.name = …`: it may be a member that no schema knows. */
export const isMemberSet = (name: ts.Node): boolean => {
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

const namesIn = (trace: Trace, declared: ts.Node, which: Which): readonly string[] | undefined => {
  const value = compiler.isVariableDeclaration(declared) && declared.initializer && bare(declared.initializer)
  if (value && compiler.isIdentifier(value)) return namesParsed(trace, value, which)
  return schemasBehind(declared)
    .map((schema) => namesOf(trace, schema, which))
    .find((names) => names !== undefined)
}

/** Schemas that let other members through. */
const OPEN = /\b(passthrough|catchall|loose|looseObject|record)\b/

/** Links behind which a schema gives what it makes of its members. */
const MAKES = /\b(transform|pipe|preprocess|codec)\b/

/** The members of a schema, or of the shape of one. */
const namesOf = (trace: Trace, given: ts.Expression, which: Which): readonly string[] | undefined => {
  const node = bare(given)
  const value = compiler.isIdentifier(node) ? constantOf(trace, node) : node
  if (!value) return undefined
  if (MAKES.test(linksOf(trace, value))) return namesMade(trace, value)
  const members = membersOfValue(trace, value)
  const names = members.filter(which).flatMap(({ path }) => (path.length === 1 ? path : []))
  return names.length === 0 || OPEN.test(linksOf(trace, value)) ? undefined : names
}

/** What `.transform((input) => ({ imageName: input.image }))` gives: what it writes out, and nothing that the schema names. */
const namesMade = (trace: Trace, given: ts.Expression): readonly string[] | undefined => {
  const node = bare(given)
  const value = compiler.isIdentifier(node) ? constantOf(trace, node) : node
  if (!value || !compiler.isCallExpression(value) || !compiler.isPropertyAccessExpression(value.expression))
    return undefined
  const { expression: owner, name } = value.expression
  if (!MAKES.test(name.text)) return namesMade(trace, owner)
  const [maker] = value.arguments
  const made = name.text === 'transform' && maker && isFunctionValue(maker) ? returnsOf(maker) : []
  const names = made.map(bare).map((one) => (compiler.isObjectLiteralExpression(one) ? namesSaid(one) : []))
  return names.every((one) => one.length > 0) && names.length > 0 ? names.flat() : undefined
}

/** The names of a literal; none where it spreads, or computes one. */
const namesSaid = ({ properties }: ts.ObjectLiteralExpression): readonly string[] => {
  const names = properties.flatMap((one) => nameOf(one.name) ?? [])
  return names.length === properties.length ? names : []
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
