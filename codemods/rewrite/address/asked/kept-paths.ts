import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { heardOf, placesOf } from '../../../sites/program/held/told.ts'
import { accessesTo, elementsOf } from '../../../sites/program/names/names-used.ts'
import { referencesOf } from '../../../sites/program/names/references.ts'
import { declarationOf } from '../../../sites/program/names/symbol.ts'
import { accessOn, isMember } from '../../../sites/program/syntax/access.ts'
import { bare, dressed, isOperation, nameOf, nodesIn } from '../../../sites/program/syntax/nodes.ts'
import { argumentsFor } from '../../../sites/values/arguments-for.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Asked, askedOf } from './path-questions.ts'

/** What is asked of that which a path was put into. */
export interface AskedOfKept {
  readonly asked: Asked
  /** What is asked. */
  readonly text: string
}

/**
 * What the program asks elsewhere of what it keeps by the path that a function on the way is given, or tells of it:
 * `cache.delete('/endpoints')`, `invalidate('/endpoints')`, `bus.on('request', ({ path }) => …)`.
 * @param carriers the names by which the functions on the way know the path
 */
export const askedOfKept = (
  trace: Trace,
  use: ts.Expression,
  carriers: readonly ts.Identifier[],
): AskedOfKept[] => {
  const whole = wholeOf(use)
  const owner = keyedBy(whole)
  if (owner) return askedOfStore(trace, owner, carriers)
  return [...heardOf(trace, whole), ...readAsMember(trace, whole)].flatMap((one) =>
    askedOf(one).map((asked) => ({ asked, text: one.getText() })),
  )
}

/** Where a text is read again that an object holds: `answer.path` of what `return { path, data }` gives. */
const readAsMember = (trace: Trace, value: ts.Expression): readonly ts.Expression[] => {
  const member = isMember(value.parent) ? value.parent : undefined
  const name = member && nameOf(member.name)
  if (!member || name === undefined) return []
  const type = trace.checker.getContextualType(member.parent)
  const types = type?.isUnion() ? type.types : type ? [type] : []
  const wanted = types.flatMap((one) => one.getProperty(name)?.declarations ?? [])
  return [member, ...wanted].flatMap((declared) => [
    ...accessesTo(trace, declared, name),
    ...elementsOf(trace, declared, name).flatMap((one) =>
      compiler.isIdentifier(one.name) ? referencesOf(trace, one.name) : [],
    ),
  ])
}

/** `` `GET ${path}` `` of `path` */
const wholeOf = (use: ts.Expression): ts.Expression => {
  const node = dressed(use)
  if (compiler.isTemplateSpan(node.parent)) return wholeOf(node.parent.parent)
  return isOperation(node.parent, '+') ? wholeOf(node.parent) : node
}

const BY_KEY = /^(get|set|has|add|delete)$/

/** What a text is a key of: `cache` of `cache.get(path)` and `cache[path]`. */
const keyedBy = (key: ts.Expression): ts.Expression | undefined => {
  const { parent } = key
  if (compiler.isElementAccessExpression(parent))
    return parent.argumentExpression === key ? bare(parent.expression) : undefined
  const callee =
    compiler.isCallExpression(parent) && parent.arguments[0] === key ? parent.expression : undefined
  return callee && compiler.isPropertyAccessExpression(callee) && BY_KEY.test(callee.name.text)
    ? bare(callee.expression)
    : undefined
}

const askedOfStore = (
  trace: Trace,
  owner: ts.Expression,
  carriers: readonly ts.Identifier[],
): AskedOfKept[] =>
  placesOf(trace, owner).flatMap((place) => {
    const key = keyAt(place)
    return (key ? saidFor(trace, key, carriers) : []).map((said) => ({
      asked: { node: said === key ? dressed(place).parent : said.parent, against: [said] },
      text: owner.getText(),
    }))
  })

/** The key by which a store is asked where it stands. */
const keyAt = (place: ts.Expression): ts.Expression | undefined => {
  const access = accessOn(place)
  if (!access) return undefined
  if (compiler.isElementAccessExpression(access)) return access.argumentExpression
  const { parent } = access
  const isAsked = compiler.isCallExpression(parent) && parent.expression === access
  return isAsked && BY_KEY.test(access.name.text) ? parent.arguments[0] : undefined
}

/** A key, or what callers say for one that is a parameter or is made of it (`forget('/endpoints')`); none for the path itself. */
const saidFor = (
  trace: Trace,
  key: ts.Expression,
  carriers: readonly ts.Identifier[],
): readonly ts.Expression[] => {
  const declared = nodesIn(key, compiler.isIdentifier).flatMap((name) => declarationOf(trace, name) ?? [])
  if (declared.some((one) => carriers.some(({ parent }) => parent === one))) return []
  const parameters = declared.filter(compiler.isParameter)
  return parameters.length === 0 ? [key] : parameters.flatMap((one) => argumentsFor(trace, one))
}
