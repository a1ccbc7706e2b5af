import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { wordsInList } from '../program/frames/words-in-list.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { declarationOf } from '../program/names/symbol.ts'
import { bare, nameOf } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'
import { isMemberSet } from './parsed-names.ts'
import { schemasBehind, schemaTried } from './schema-behind.ts'
import { membersOfValue } from './schema-members.ts'
import { constantOf, isZod } from './schemas.ts'

/**
 * The words that a member of what a zod schema has let through may be: `action: z.enum(['start', 'stop'])` of
 * `const { action } = Schema.parse(…)`, of what a tool is handed, or of `params.action`.
 */
export const enumParsed = (trace: Trace, given: ts.Expression): string[] | undefined => {
  const member = memberOf(trace, bare(given))
  const found = (member ? schemasOf(trace, member.of) : [])
    .map((schema) => membersOfValue(trace, schema))
    .find((members) => members.length > 0)
  const named = found?.findLast(({ path }) => path.length === 1 && path[0] === member?.key)
  const property = named?.isRequired ? named.node.parent : undefined
  return property && compiler.isPropertyAssignment(property)
    ? wordsOfEnum(trace, property.initializer)
    : undefined
}

/** What a value is a member of: where that is declared, or what says it. */
interface Member {
  readonly of: ts.Node
  readonly key: string
}

const memberOf = (trace: Trace, node: ts.Expression): Member | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return { of: bare(node.expression), key: node.name.text }
  const declared = compiler.isIdentifier(node) ? declarationOf(trace, node) : undefined
  if (!declared || !compiler.isBindingElement(declared) || declared.initializer || declared.dotDotDotToken)
    return undefined
  const key = nameOf(declared.propertyName ?? declared.name)
  const { parent: pattern } = declared
  if (key === undefined || !compiler.isObjectBindingPattern(pattern)) return undefined
  const owner = pattern.parent
  const value = compiler.isVariableDeclaration(owner) && owner.initializer && bare(owner.initializer)
  return { of: value && isNamed(value) ? value : owner, key }
}

const isNamed = (node: ts.Node): boolean =>
  compiler.isIdentifier(node) || compiler.isPropertyAccessExpression(node)

/** The schemas behind `params`, and behind `parsed.data`; none where other members are set later. */
const schemasOf = (trace: Trace, node: ts.Node): readonly ts.Expression[] => {
  const isData = compiler.isPropertyAccessExpression(node) && node.name.text === 'data'
  const name = isData ? bare(node.expression) : node
  if (!compiler.isIdentifier(name)) return isNamed(name) ? [] : schemasBehind(name)
  const declared = mentionsOf(trace, name).some(isMemberSet) ? undefined : declarationOf(trace, name)
  if (!declared) return []
  const tried = isData ? schemaTried(declared) : undefined
  return isData ? (tried ? [tried] : []) : schemasBehind(declared)
}

const MOST_LINKS = 10

const wordsOfEnum = (trace: Trace, given: ts.Expression, links = 0): string[] | undefined => {
  const node = bare(given)
  if (links > MOST_LINKS) return undefined
  if (compiler.isIdentifier(node)) {
    const value = constantOf(trace, node)
    return value && wordsOfEnum(trace, value, links + 1)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { expression: owner, name } = node.expression
  const [list] = node.arguments
  if (!isZod(trace, owner)) return wordsOfEnum(trace, owner, links + 1)
  return name.text === 'enum' && list ? wordsInList(trace, list) : undefined
}
