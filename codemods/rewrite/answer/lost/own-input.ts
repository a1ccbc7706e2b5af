import type { ts } from 'ts-morph'
import { flatRows } from '../../../../mappings/dsl/flat-rows.ts'
import type { Route } from '../../../../mappings/dsl/route.ts'
import type { Facet } from '../../../../mappings/dsl/row.ts'
import { compiler } from '../../../project/compiler.ts'
import { identifiersNamed } from '../../../sites/program/names/names-used.ts'
import { bare, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { saysLast } from './laid-over.ts'

/** Names that only answers say and v2 says still: what callers send has none of them. */
export const answerWords = (routes: readonly Route[], lost: ReadonlySet<string>): ReadonlySet<string> => {
  const namesIn = (facet: Facet): string[] =>
    routes.flatMap(({ mapping }) =>
      flatRows(mapping[facet]?.plan.rows ?? []).flatMap((row) =>
        'old' in row && row.old ? [row.old.split('.')[0] as string] : [],
      ),
    )
  const sent = new Set((['create', 'update', 'query'] as const).flatMap(namesIn))
  return new Set(
    namesIn('read').filter((name) => !sent.has(name) && !lost.has(name) && !/^(id|name)$/.test(name)),
  )
}

/**
 * Whether a member is read of what a function is handed by whoever asks it for something (`input.machineId`), and not of
 * an answer: nothing that only answers say is read beside it, and no caller in sight hands in what a call gave.
 */
export const isOwnInput = (trace: Trace, node: ts.Node, words: ReadonlySet<string>): boolean => {
  const held = holderOf(node)
  const parameter = held && parameterOf(trace, held)
  if (!parameter || namesBeside(trace, held).some((name) => words.has(name))) return false
  const callee = parameter.parent
  if (takesItems(callee)) return false
  const index = callee.parameters.indexOf(parameter)
  return trace.callers(callee).every((call) => {
    const given = call.arguments?.[index]
    return given === undefined || compiler.isObjectLiteralExpression(bare(given))
  })
}

/**
 * Whether a member is read of a value that is merely called as the member of an answer that holds such: `gpu.displayName`
 * of a GPU type of the catalog, which says more than the `gpu` of a pod ever did.
 * @param known the members that the answer's has
 */
export const isNamesake = (trace: Trace, node: ts.Node, known: ReadonlySet<string>): boolean => {
  if (!compiler.isPropertyAccessExpression(node)) return false
  const held = bare(node.expression)
  return compiler.isIdentifier(held) && namesBeside(trace, held).some((name) => !known.has(name))
}

/**
 * Whether a member is read of an item of a list (`for (const gpu of gpus) gpu.displayName`, `gpus.map((gpu) => …)`): what an answer calls by the
 * name of one is no list.
 */
export const isItem = (trace: Trace, node: ts.Node): boolean => {
  const held = compiler.isPropertyAccessExpression(node) ? bare(node.expression) : undefined
  return held !== undefined && compiler.isIdentifier(held) && isItemAt(trace, held, 0)
}

const isItemAt = (trace: Trace, name: ts.Identifier, depth: number): boolean => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (declared && compiler.isParameter(declared)) return isGivenItems(declared)
  if (!declared || !compiler.isVariableDeclaration(declared) || depth === DEEPEST) return false
  if (compiler.isForOfStatement(declared.parent.parent)) return compiler.isIdentifier(declared.name)
  const value = declared.initializer && bare(declared.initializer)
  return value !== undefined && compiler.isIdentifier(value) && isItemAt(trace, value, depth + 1)
}

/** Names of names: what goes further round is not followed. */
const DEEPEST = 6

const isGivenItems = ({ parent: callee }: ts.ParameterDeclaration): boolean => {
  const call = compiler.isExpression(callee) ? dressed(callee).parent : undefined
  const taker = call && compiler.isCallExpression(call) ? call.expression : undefined
  return taker !== undefined && compiler.isPropertyAccessExpression(taker) && EACH.test(taker.name.text)
}

const EACH = /^(filter|find(Last)?(Index)?|forEach|map|flatMap|some|every|sort|toSorted)$/

/**
 * Whether a member is read of an object that the program wrote itself (`return { machineId: machine.id }`): where such a
 * literal takes the member out of an answer, that is the read.
 */
export const isOwnObject = (trace: Trace, node: ts.Node, name: string): boolean => {
  const object = objectOf(node)
  if (!object) return false
  trace.from(undefined)
  const sources = trace.sources(object, undefined).map(({ node: source }) => source)
  const literals = sources.filter(compiler.isObjectLiteralExpression)
  return (
    literals.length === sources.length &&
    literals.every((one) => saysLast(one, name) || !one.properties.some(compiler.isSpreadAssignment)) &&
    literals.some(({ properties }) => properties.some((member) => nameOf(member.name) === name))
  )
}

/** What a member is read of at once. */
export const objectOf = (node: ts.Node): ts.Expression | undefined => {
  if (compiler.isPropertyAccessExpression(node)) return node.expression
  const owner = compiler.isBindingElement(node) ? node.parent.parent : undefined
  return owner && compiler.isVariableDeclaration(owner) ? owner.initializer : undefined
}

type Holder = ts.Identifier | ts.ObjectBindingPattern

/** The name or the pattern that a member is read of, from its root on. */
const holderOf = (node: ts.Node): Holder | undefined => {
  if (compiler.isBindingElement(node)) {
    let pattern: ts.BindingPattern = node.parent
    while (compiler.isBindingElement(pattern.parent)) pattern = pattern.parent.parent
    const { parent } = pattern
    if (compiler.isVariableDeclaration(parent) && parent.initializer) return rootOf(parent.initializer)
    return compiler.isObjectBindingPattern(pattern) ? pattern : undefined
  }
  return compiler.isPropertyAccessExpression(node) ? rootOf(node.expression) : undefined
}

const rootOf = (given: ts.Expression): ts.Identifier | undefined => {
  const node = bare(given)
  if (compiler.isPropertyAccessExpression(node)) return rootOf(node.expression)
  return compiler.isIdentifier(node) ? node : undefined
}

const parameterOf = ({ checker }: Trace, held: Holder): ts.ParameterDeclaration | undefined => {
  const declared = compiler.isIdentifier(held)
    ? checker.getSymbolAtLocation(held)?.valueDeclaration
    : held.parent
  let at = declared
  while (at && compiler.isBindingElement(at)) at = at.parent.parent
  return at && compiler.isParameter(at) ? at : undefined
}

/** What else is read of the same value, and what its type says. */
const namesBeside = ({ checker }: Trace, held: Holder): string[] => {
  const typed = checker.getPropertiesOfType(checker.getTypeAtLocation(held)).map(({ name }) => name)
  if (!compiler.isIdentifier(held)) return [...typed, ...held.elements.flatMap((one) => wordOf(one) ?? [])]
  const symbol = checker.getSymbolAtLocation(held)
  const read = identifiersNamed(held.getSourceFile(), held.text)
    .filter((one) => checker.getSymbolAtLocation(one) === symbol)
    .flatMap(({ parent }) => (compiler.isPropertyAccessExpression(parent) ? [parent.name.text] : []))
  return [...typed, ...read]
}

const wordOf = ({ propertyName, name }: ts.BindingElement): string | undefined => nameOf(propertyName ?? name)

const LISTS = /^(map|flatMap|filter|forEach|find|findLast|findIndex|some|every|reduce|sort|toSorted|then)$/

/** Whether a function is called with the items of a list, or with what a promise gives. */
const takesItems = (callee: ts.SignatureDeclaration): boolean => {
  const outer = compiler.isExpression(callee) ? dressed(callee) : callee
  const call = outer.parent
  return (
    compiler.isCallExpression(call) &&
    compiler.isPropertyAccessExpression(call.expression) &&
    LISTS.test(call.expression.name.text)
  )
}
