import type { ts } from 'ts-morph'
import type { Route } from '../../../../mappings/dsl/route.ts'
import { compiler } from '../../../project/compiler.ts'
import type { Note } from '../../../project/note.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import {
  bare,
  dressed,
  functionAround,
  isInside,
  nameOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import { membersChecked } from '../../../sites/schemas/checked-members.ts'
import { membersOfSchema, membersParsed, type SchemaMember } from '../../../sites/schemas/schema-members.ts'
import type { Site } from '../../../sites/sites.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { positionOf } from '../../notes.ts'
import type { Plan, Untold } from '../../plan.ts'
import type { Reason } from '../../reason.ts'
import { readPathsOf } from '../reads/read-paths.ts'
import { type Shape, saidTypes, shapesOfTypes } from '../types/answer-types.ts'
import { oncePerType } from './once-per-type.ts'
import { graphqlWords } from './other-words.ts'

/** The schemas that an answer is parsed by, with what each names. */
const schemasOf = (trace: Trace, { held }: Uses): readonly (readonly SchemaMember[])[] =>
  [...held.keys()].flatMap((node) => {
    const outer = compiler.isExpression(node) ? dressed(node) : node
    const call = outer.parent
    const place =
      call && compiler.isCallExpression(call) ? call.arguments.indexOf(outer as ts.Expression) : -1
    if (place < 0 || !compiler.isCallExpression(call)) return []
    const members =
      (place === 0 ? membersParsed(trace, call) : undefined) ?? membersChecked(trace, call, outer)
    return members ? [members] : []
  })

/** Why a call has to stay for what a schema asks of its answer: it would refuse each of v2's. */
export const askedInVain = (
  trace: Trace,
  uses: Uses,
  route: Route,
  added: ReadonlySet<string> = NONE,
): Reason | undefined => refusalFor(schemasOf(trace, uses).flat(), route, added)

/** The same of a schema that the call hands to what makes it. */
export const refusedBy = (trace: Trace, schema: ts.Expression, route: Route): Reason | undefined =>
  refusalFor(membersOfSchema(trace, schema), route)

const NONE: ReadonlySet<string> = new Set()

const refusalFor = (
  members: readonly SchemaMember[],
  { mapping }: Route,
  added: ReadonlySet<string> = NONE,
): Reason | undefined => {
  const { lossOf, kindOf } = readPathsOf(mapping)
  const spared = members.filter((one) => !one.isRequired && kindOf(one.path) === 'leaf' && lossOf(one.path))
  const asked = members.flatMap((member) => {
    const { path, isRequired, node } = member
    const isSpared = spared.some((one) => isWithin(member, one))
    // What only holds other members is there for those that v2 says.
    const isAsked = isRequired && !isSpared && !added.has(path[0] ?? '') && kindOf(path) === 'leaf'
    const loss = isAsked ? lossOf(path) : undefined
    return loss ? [{ ...loss, at: path.join('.'), node }] : []
  })
  const [first] = asked
  if (!first) return undefined
  const names = [...new Set(asked.map(({ at }) => at))].join(' and ')
  const whys = [...new Set(asked.map(({ at, why }) => `${at}: ${why}`))].join('; ')
  return {
    rule: first.rule,
    why: `the schema that parses the answer asks for ${names}, which v2 does not say, and would refuse it; ${whys}`,
    fix: `make ${names} optional in the schema or take it out, see to what reads it, then run upshift again`,
    at: asked.map(({ node }) => node),
  }
}

/** Whether a member is asked for only where another is there, which v2 leaves out as a whole. */
const isWithin = ({ path }: SchemaMember, around: SchemaMember): boolean =>
  path.length > around.path.length && around.path.every((name, index) => path[index] === name)

/**
 * The types and schemas that describe an answer and say more than v2 does.
 * @param added members that the call asks v2 for apart
 */
export const untoldBy = (
  trace: Trace,
  site: Site,
  uses: Uses,
  route: Route,
  added: ReadonlySet<string> = NONE,
): readonly Untold[] => {
  const { lossOf, kindOf } = readPathsOf(route.mapping)
  const others = graphqlWords(route.mapping)
  const untoldAs = (members: readonly Member[], shape?: Shape): Untold[] => {
    const foreign = members.filter(
      ({ path: [name = '', ...inner] }) => inner.length === 0 && others.has(name),
    )
    const lost = members.filter(
      ({ path }) => !added.has(path[0] ?? '') && lossOf(path)?.isOfSome === false && kindOf(path) === 'leaf',
    )
    const all = [...lost, ...foreign]
    const [first] = all
    const places = new Map(all.map(({ path, node }) => [path.join('.'), node]))
    const of = shape && { of: nameOfShape(shape), type: { node: shape, places } }
    return first
      ? [{ node: first.node, names: namesOf(lost), foreign: namesOf(foreign), of: undefined, ...of }]
      : []
  }
  return [
    ...foreignReads(uses, others),
    ...schemasOf(trace, uses).flatMap((members) => untoldAs(members)),
    ...[...typesSaid(trace, site, uses)].flatMap((shape) => untoldAs(membersOf(shape), shape)),
  ]
}

/** Whether a type or a schema of the project says all that is read of an answer: what v2 lacks is listed with it. */
export const isDescribed = (trace: Trace, site: Site, uses: Uses | undefined): boolean =>
  [...typesSaid(trace, site, uses)].some(
    ({ members }) => !members.some((member) => compiler.isIndexSignatureDeclaration(member)),
  ) ||
  (uses !== undefined && schemasOf(trace, uses).length > 0)

/** Members that only GraphQL said, read of an answer of REST. */
const foreignReads = ({ escapes, held }: Uses, others: ReadonlySet<string>): Untold[] =>
  escapes.flatMap((node): Untold[] => {
    const isElement = compiler.isBindingElement(node)
    if (!isElement && !compiler.isPropertyAccessExpression(node)) return []
    const name = nameOf(isElement ? (node.propertyName ?? node.name) : node.name)
    const owner = isElement ? node.parent : bare(node.expression)
    const isRead = name !== undefined && others.has(name) && held.get(owner) === 'item'
    return isRead ? [{ node, names: [], foreign: [name], of: undefined, isRead: true }] : []
  })

interface Member {
  readonly node: ts.Node
  readonly path: readonly string[]
}

const namesOf = (members: readonly Member[]): string[] => members.map(({ path }) => path.join('.'))

/** The members of a type, and those of types that are written out within it. */
const membersOf = ({ members }: Shape): Member[] =>
  members.flatMap((member): Member[] => {
    const name = nameOf(member.name)
    if (name === undefined || !member.name || !compiler.isPropertySignature(member)) return []
    const inner = literalsIn(member.type).flatMap(membersOf)
    return [
      { node: member.name, path: [name] },
      ...inner.map(({ node, path }) => ({ node, path: [name, ...path] })),
    ]
  })

const literalsIn = (type: ts.TypeNode | undefined): ts.TypeLiteralNode[] => {
  if (!type) return []
  if (compiler.isTypeLiteralNode(type)) return [type]
  return compiler.isUnionTypeNode(type) ? type.types.flatMap(literalsIn) : []
}

const nameOfShape = (shape: Shape): string | undefined => {
  if (compiler.isInterfaceDeclaration(shape)) return shape.name.text
  return compiler.isTypeAliasDeclaration(shape.parent) ? shape.parent.name.text : undefined
}

/** The types that an answer is said to be of: where it is held, and by what gives it on. */
const typesSaid = (trace: Trace, site: Site, uses?: Uses): ReadonlySet<Shape> => {
  const { checker } = trace
  const wholes = [...(uses?.held ?? [])].filter(([, holds]) => !holds.includes('.')).map(([node]) => node)
  const nodes = wholes.filter((node) => !compiler.isBindingElement(node))
  const said = nodes.flatMap((node) => (compiler.isExpression(node) ? typesAround(checker, node) : []))
  const own = nodes.map((node) => checker.getTypeAtLocation(node))
  const called = [site.top, site.sink.call].flatMap((call) => saidTypes(checker, call))
  const all = shapesOfTypes(checker, [...own, ...said, ...called])
  return new Set([...all].filter((one) => !one.getSourceFile().isDeclarationFile))
}

/** `X as Pod`, and what the function around says that it returns. */
const typesAround = (checker: ts.TypeChecker, node: ts.Expression): ts.Type[] => {
  const found: ts.Type[] = []
  let at: ts.Node = node
  for (; isCover(at.parent); at = at.parent)
    if (compiler.isAsExpression(at.parent) || compiler.isSatisfiesExpression(at.parent))
      found.push(checker.getTypeFromTypeNode(at.parent.type))
  const isReturned = compiler.isReturnStatement(at.parent) || compiler.isArrowFunction(at.parent)
  const type = isReturned ? functionAround(at)?.type : undefined
  return type ? [...found, settledType(checker, checker.getTypeFromTypeNode(type))] : found
}

const isCover = (node: ts.Node): boolean =>
  compiler.isAsExpression(node) ||
  compiler.isSatisfiesExpression(node) ||
  compiler.isParenthesizedExpression(node) ||
  compiler.isAwaitExpression(node)

const settledType = (checker: ts.TypeChecker, type: ts.Type): ts.Type => checker.getAwaitedType(type) ?? type

/**
 * What types and schemas go on saying of answers that moved. A helper that several answers go through (`asRecord(body)`)
 * gives each to whoever asks it: what one of them has is read of that one. A type that a call which stays names for its
 * answer goes on saying what that call cannot do without.
 */
export const untoldNotes = (
  trace: Trace,
  plans: readonly Plan[],
  done: readonly Plan[],
  root: string,
): Note[] => {
  const isTold = ({ node, names, foreign }: Untold): boolean =>
    foreign.length === 0 &&
    plans.some(({ left, site }) => {
      const isNeeded = names.every((name) => left?.rule.endsWith(`.read.${name}`))
      return left !== undefined && isNeeded && isNamedIn(trace, site.top.typeArguments, node)
    })
  const known = new Set(done.flatMap(({ answer }) => answer?.reads ?? []))
  const all = oncePerType(done).filter((one) => (one.isRead ? !known.has(one.node) : !isTold(one)))
  return [...new Map(all.map((one) => [one.node, noteOf(one, root)])).values()]
}

/** Whether types that are written out name the one that says this member. */
const isNamedIn = (
  { checker }: Trace,
  types: ts.NodeArray<ts.TypeNode> | undefined,
  member: ts.Node,
): boolean =>
  types?.some((type) =>
    someNode(type, (one) => {
      const symbol = compiler.isIdentifier(one) ? symbolBehind({ checker }, one) : undefined
      return symbol?.declarations?.some((declared) => isInside(member, declared)) ?? false
    }),
  ) ?? false

const noteOf = (untold: Untold, root: string): Note =>
  untold.isRead ? readNote(untold, root) : typeNote(untold, root)

const readNote = ({ node, foreign }: Untold, root: string): Note => ({
  ...positionOf(node, root),
  rule: 'codemod.answer-type',
  class: 'follow-up',
  fix: "look up where v2's answer says it, and read that",
  confidence: 'high',
  why: `${foreign.join()} is read here of an answer of REST, and only GraphQL said it so`,
})

const typeNote = ({ node, names, foreign, of }: Untold, root: string): Note => {
  const them = names.length + foreign.length === 1 ? 'it' : 'them'
  return {
    ...positionOf(node, root),
    rule: 'codemod.answer-type',
    class: 'follow-up',
    fix: `take ${them} out, and see to what reads ${them}`,
    confidence: 'high',
    why: `${of ?? 'what describes an answer'} says ${[
      ...(names.length > 0 ? [`${names.join(', ')}, which v2 does not`] : []),
      ...(foreign.length > 0 ? [`${foreign.join(', ')}, which REST v1 did not either`] : []),
    ].join(', and ')}: what reads ${them} finds nothing that it can use`,
  }
}
