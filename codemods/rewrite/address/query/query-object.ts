import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { isWritten } from '../../../sites/answers/uses/uses-follow.ts'
import { type At, choiceAround, outermostOf } from '../../../sites/body.ts'
import { isExported, mentionsOf } from '../../../sites/program/names/names-used.ts'
import { accessOn } from '../../../sites/program/syntax/access.ts'
import {
  bare,
  dressed,
  isConst,
  isInside,
  isNothing,
  isOperation,
  nameOf,
  someNode,
} from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import type { Said } from './query-parts.ts'
import { memberParameter, type Parameter, renameOfAll, withoutMembers } from './query-parts.ts'

/** The edits that take a query out of where it is said. */
type Without = (trace: Trace, value: ts.Expression) => Edit[]

/** The query that an object says, as near to the caller as it stands; undefined where the caller gives none. */
export const objectSaid = (
  trace: Trace,
  from: At,
  inSight: (node: ts.Expression) => boolean,
  without: Without = withoutMember,
): Said | 'hidden' | undefined => {
  const said = outermostOf(trace, from)
  if (!said) return undefined
  const at = { ...said, node: choiceAround(trace, said.node) }
  const node = bare(at.node)
  // What a helper chooses, where its caller says what is chosen, nobody can say at either
  if (!inSight(node) || isChoiceOf(trace, bare(from.node), said.node)) return 'hidden'
  if (compiler.isObjectLiteralExpression(node)) return literalSaid(trace, at, node, without)
  const chosen = chosenIn(node)
  if (chosen) return choiceSaid(trace, at, chosen, without)
  if (!compiler.isIdentifier(node)) return 'hidden'
  if (node.text === 'undefined') return undefined
  const given = constantSaid(trace, node) ?? declaredSaid(trace, node)
  return { given: given ?? new Map(), whole: node.text, ...(given ? {} : { open: true as const }), edits: [] }
}

const declaredSaid = (trace: Trace, node: ts.Identifier): Map<string, Parameter> | undefined => {
  const names = declaredNames(trace, node)
  return names && new Map(names.map((name) => [name, { text: '' }]))
}

/** `const query = { bucketSize: 'day' }`, to which the file adds nothing: calls may share it, so that its words stay. */
const constantSaid = (trace: Trace, node: ts.Identifier): Map<string, Parameter> | undefined => {
  const declared = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return undefined
  const literal = declared.initializer && bare(declared.initializer)
  if (!literal || !compiler.isObjectLiteralExpression(literal) || !isConst(declared)) return undefined
  if (isExported(trace, declared.name) || mentionsOf(trace, declared.name).some(mayAdd)) return undefined
  const given = new Map<string, Parameter>()
  return collect(trace, literal, undefined, given, 1) ? given : undefined
}

/** `query.name = …`, `Object.assign(query, …)`. */
const mayAdd = (use: ts.Expression): boolean => {
  const access = accessOn(use)
  const { parent } = dressed(use)
  return access
    ? isWritten(access)
    : compiler.isCallExpression(parent) && /^(Object|Reflect)\./.test(parent.expression.getText())
}

const literalSaid = (
  trace: Trace,
  at: At,
  node: ts.ObjectLiteralExpression,
  without: Without,
): Said | undefined => {
  if (node.properties.length === 0) return undefined
  const given = new Map<string, Parameter>()
  const isWhole = collect(trace, node, at.scope, given, 0)
  return {
    given,
    whole: node.getText(),
    ...(isWhole ? {} : { open: true as const }),
    edits: without(trace, at.node),
    without: withoutMembers(node),
  }
}

/** Whether something is chosen or left out in an expression, and what is, is said elsewhere. */
const isChoiceOf = (trace: Trace, whole: ts.Expression, said: ts.Expression): boolean =>
  !isInside(said, whole) &&
  (isOperation(whole, '&&') ||
    (compiler.isConditionalExpression(whole) && trace.assumed(whole.condition) === undefined))

/** `state ? { desiredStatus: state } : {}`, `all && { … }`: the objects that a choice gives; undefined where it may give others. */
const chosenIn = (given: ts.Expression): readonly ts.ObjectLiteralExpression[] | undefined => {
  const node = bare(given)
  if (compiler.isObjectLiteralExpression(node)) return [node]
  if (isNothing(node)) return []
  if (isOperation(node, '&&')) return chosenIn(node.right)
  if (!compiler.isConditionalExpression(node)) return undefined
  const [first, second] = [chosenIn(node.whenTrue), chosenIn(node.whenFalse)]
  return first && second && [...first, ...second]
}

/** A choice as a list's mapper takes it: an object or undefined, where `&&` gives what else its condition is. */
const orUndefined = (node: ts.Expression): string => {
  const isOther = someNode(node, (one) => isOperation(one, '&&') || isNull(one))
  return isOther ? `(${node.getText()}) || undefined` : node.getText()
}

const isNull = ({ kind }: ts.Node): boolean => kind === compiler.SyntaxKind.NullKeyword

/** What any of the objects names may be asked for, and nothing of it is for certain. */
const choiceSaid = (
  trace: Trace,
  { node, scope }: At,
  chosen: readonly ts.ObjectLiteralExpression[],
  without: Without,
): Said => {
  const each = chosen.map((literal) => {
    const given = new Map<string, Parameter>()
    return { given, literal, isWhole: collect(trace, literal, scope, given, 0) }
  })
  const names = new Set(each.flatMap(({ given }) => [...given.keys()]))
  const given = new Map(
    [...names].map((name): [string, Parameter] => {
      const said = each.flatMap((one) => one.given.get(name) ?? [])
      return [name, { text: '', ...renameOfAll(said) }]
    }),
  )
  return {
    given,
    whole: orUndefined(bare(node)),
    ...(each.every(({ isWhole }) => isWhole) ? {} : { open: true as const }),
    edits: without(trace, node),
    without: (some) => each.flatMap(({ literal }) => withoutMembers(literal)(some)),
  }
}

const MOST_SPREADS = 4

/** The members of a literal and of what is spread into it; false where some of them cannot be named. */
const collect = (
  trace: Trace,
  literal: ts.ObjectLiteralExpression,
  scope: At['scope'],
  given: Map<string, Parameter>,
  depth: number,
): boolean =>
  literal.properties.every((property) => {
    if (compiler.isSpreadAssignment(property)) {
      const found = depth < MOST_SPREADS ? trace.sources(property.expression, scope) : []
      return (
        found.length > 0 &&
        found.every(
          ({ node, scope: inner }) =>
            compiler.isObjectLiteralExpression(node) && collect(trace, node, inner, given, depth + 1),
        )
      )
    }
    const name = nameOf(property.name)
    if (name === undefined) return false
    const { rename, ...said } = memberParameter(property)
    // What is spread in may be others', too.
    given.set(name, rename && depth === 0 ? { ...said, rename } : said)
    return true
  })

/** The parameters that an object's type names; undefined where it may hold others, as `params = {}` may. */
export const declaredNames = ({ checker }: Trace, node: ts.Identifier): string[] | undefined => {
  // Nothing holds plain JavaScript to a type that a default only suggests.
  if (/\.[cm]?jsx?$/.test(node.getSourceFile().fileName)) return undefined
  const type = checker.getNonNullableType(checker.getTypeAtLocation(node))
  const open = compiler.TypeFlags.Any | compiler.TypeFlags.Unknown | compiler.TypeFlags.TypeParameter
  if (type.flags & open || checker.getIndexInfosOfType(type).length > 0) return undefined
  const names = checker.getPropertiesOfType(type).map(({ name }) => name)
  return names.length > 0 ? names : undefined
}

/** The edit that takes a member out of an options object that has others. */
const withoutMember: Without = (trace, value) => {
  const member = value.parent
  if (compiler.isCallExpression(member)) return withoutArgument(trace, value)
  const options = member.parent
  if (!compiler.isPropertyAssignment(member) || !compiler.isObjectLiteralExpression(options)) return []
  const { properties } = options
  const index = properties.indexOf(member)
  const [before, after] = [properties[index - 1], properties[index + 1]]
  const file = value.getSourceFile()
  if (after) return [{ file, start: member.getStart(), end: after.getStart(), text: '' }]
  if (before) return [{ file, start: before.getEnd(), end: member.getEnd(), text: '' }]
  return withoutArgument(trace, options)
}

/** An argument that would be empty goes, where its parameter may be left out. */
const withoutArgument = (trace: Trace, argument: ts.Expression): Edit[] => {
  const call = argument.parent
  const file = argument.getSourceFile()
  if (!compiler.isCallExpression(call) || call.arguments.at(-1) !== argument || call.arguments.length < 2)
    return []
  const parameter =
    trace.checker.getResolvedSignature(call)?.declaration?.parameters[call.arguments.length - 1]
  const isOptional =
    !parameter || (compiler.isParameter(parameter) && (parameter.questionToken ?? parameter.initializer))
  if (!isOptional) return []
  const before = call.arguments.at(-2) as ts.Expression
  return [{ file, start: before.getEnd(), end: argument.getEnd(), text: '' }]
}
