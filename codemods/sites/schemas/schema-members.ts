import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { bare, nameOf } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'
import { constantOf, isZod, literalBehind } from './schemas.ts'

/** A member that a zod schema names, at any depth. */
export interface SchemaMember {
  readonly path: readonly string[]
  /** Its name, as the schema says it. */
  readonly node: ts.Node
  /** Certain to refuse what lacks the member. */
  readonly isRequired: boolean
}

/** `PodSchema.parse(…)`, `PodSchema.safeParseAsync(…)`: every member that the schema names. */
export const membersParsed = (trace: Trace, call: ts.CallExpression): readonly SchemaMember[] | undefined => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || !PARSES.test(callee.name.text)) return undefined
  return membersOf(trace, callee.expression)
}

/** Every member that a schema names. */
export const membersOfSchema = (trace: Trace, schema: ts.Expression): readonly SchemaMember[] =>
  membersOf(trace, schema) ?? []

/** Every member that a schema names, or the shape of one (`{ name: z.string() }`), where it stands or as a constant. */
export const membersOfValue = (trace: Trace, given: ts.Expression): readonly SchemaMember[] => {
  const node = bare(given)
  const value = compiler.isIdentifier(node) ? constantOf(trace, node) : node
  return value ? (membersOfShape(trace, value) ?? membersOfSchema(trace, value)) : []
}

/** The members of what a schema is made of, `{ name: z.string() }`; undefined where it is no such literal. */
const membersOfShape = (trace: Trace, given: ts.Expression): readonly SchemaMember[] | undefined => {
  const literal = bare(given)
  if (!compiler.isObjectLiteralExpression(literal) || literal.properties.length === 0) return undefined
  const isShape = literal.properties.every(
    (one) => compiler.isPropertyAssignment(one) && isOfZod(trace, one.initializer),
  )
  return isShape ? literalMembers(trace, literal, 0) : undefined
}

const isOfZod = (trace: Trace, given: ts.Expression, links = 0): boolean => {
  const node = bare(given)
  if (links > MOST_LINKS) return false
  if (compiler.isIdentifier(node)) {
    const value = constantOf(trace, node)
    return isZod(trace, node) || (value !== undefined && isOfZod(trace, value, links + 1))
  }
  if (compiler.isCallExpression(node) || compiler.isPropertyAccessExpression(node))
    return isOfZod(trace, node.expression, links + 1)
  return false
}

const PARSES = /^(safeParse|parse)(Async)?$/
const MOST_LINKS = 20

type Members = readonly SchemaMember[] | undefined

/** What a schema says of an object, or of each item of a list; undefined where that cannot be seen. */
const membersOf = (trace: Trace, given: ts.Expression, links = 0): Members => {
  const node = bare(given)
  if (links > MOST_LINKS) return undefined
  if (compiler.isIdentifier(node)) {
    const value = constantOf(trace, node)
    return value && membersOf(trace, value, links + 1)
  }
  if (compiler.isPropertyAccessExpression(node) && node.name.text === 'shape')
    return membersOf(trace, node.expression, links + 1)
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { expression: owner, name } = node.expression
  const [first] = node.arguments
  if (!isZod(trace, owner)) return changed(trace, name.text, membersOf(trace, owner, links + 1), first, links)
  if (name.text === 'array') return first && membersOf(trace, first, links + 1)
  return /^(object|strictObject|looseObject)$/.test(name.text)
    ? literalMembers(trace, first, links)
    : undefined
}

/** What a link of the chain makes of the members before it; other links (`.strict()`, `.refine(…)`) leave them. */
const changed = (
  trace: Trace,
  link: string,
  members: Members,
  first: ts.Expression | undefined,
  links: number,
): Members => {
  if (!members) return undefined
  const others = (): Members =>
    first && (link === 'merge' ? membersOf : literalMembers)(trace, first, links + 1)
  if (link === 'extend' || link === 'safeExtend' || link === 'merge') return over(members, others())
  const named = new Set(literalMembers(trace, first, links)?.map(({ path: [top = ''] }) => top))
  const isNamed = ({ path: [top = ''] }: SchemaMember): boolean => named.has(top)
  if (link === 'pick') return members.filter(isNamed)
  if (link === 'omit') return members.filter((one) => !isNamed(one))
  if (link === 'partial' || link === 'deepPartial')
    return members.map((one) => (!first || isNamed(one) ? { ...one, isRequired: false } : one))
  return link === 'required' && first ? undefined : members
}

/** A name that is said again is said for good. */
const over = (members: readonly SchemaMember[], others: Members): Members => {
  if (!others) return undefined
  const again = new Set(others.map(({ path: [top = ''] }) => top))
  return [...members.filter(({ path: [top = ''] }) => !again.has(top)), ...others]
}

const literalMembers = (trace: Trace, given: ts.Expression | undefined, links: number): Members => {
  const literal = given && links <= MOST_LINKS ? literalBehind(trace, given) : undefined
  return literal?.properties.reduce<readonly SchemaMember[]>(
    (sofar, one) => over(sofar, propertyMembers(trace, one, links)) ?? sofar,
    [],
  )
}

const propertyMembers = (trace: Trace, property: ts.ObjectLiteralElementLike, links: number): Members => {
  // `{ ...Base.shape, … }`, `{ ...shape, … }`
  if (compiler.isSpreadAssignment(property)) {
    const { expression } = property
    return membersOf(trace, expression, links + 1) ?? literalMembers(trace, expression, links + 1)
  }
  const name = nameOf(property.name)
  if (name === undefined) return undefined
  const value = compiler.isPropertyAssignment(property) ? property.initializer : undefined
  const inner = value && membersOf(trace, value, links + 1)
  const own = { path: [name], node: property.name, isRequired: value !== undefined && asks(trace, value) }
  return [own, ...(inner ?? []).map((one) => ({ ...one, path: [name, ...one.path] }))]
}

const FORGIVES =
  /^(optional|nullish|default|catch|prefault|or|transform|pipe|any|unknown|preprocess|undefined|void|lazy|custom|union)$/

/** Whether a member's schema is written out, and takes nothing for an answer. */
const asks = (trace: Trace, given: ts.Expression, links = 0): boolean => {
  const node = bare(given)
  if (links > MOST_LINKS) return false
  if (compiler.isIdentifier(node)) {
    const value = constantOf(trace, node)
    return value !== undefined && asks(trace, value, links + 1)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return false
  const { expression: owner, name } = node.expression
  // `z.coerce.string()` makes a word of nothing, too.
  if (FORGIVES.test(name.text)) return false
  return isZod(trace, owner) || asks(trace, owner, links + 1)
}
