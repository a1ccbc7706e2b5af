import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { identifiersNamed } from '../sites/names-used.ts'
import { bare, nameOf, returnsOf } from '../sites/scope.ts'
import type { Trace } from '../sites/trace.ts'
import type { Uses } from '../sites/uses.ts'
import { holdsNothing } from '../sites/uses-values.ts'
import { type Edit, replace } from './edit.ts'
import type { ReadPaths } from './read-paths.ts'

/** Where a type lists the members of an answer. */
type Shape = ts.TypeLiteralNode | ts.InterfaceDeclaration

/** The types of the project that describe an answer, in v2's words. */
export interface AnswerTypes {
  readonly edits: readonly Edit[]
  /** Everything else that is said to be of such a type: it must be an answer, too. */
  readonly needs: Uses['needs']
  readonly shapes: ReadonlySet<ts.Node>
}

/** What a need holds that must be an answer, or a part of one, whatever the part. */
export const ANY_PART = '*'

/** The shapes that the types of everything an answer is held in refer to. */
const shapesOf = (
  { checker }: Trace,
  { held }: Uses,
  calls: readonly ts.Expression[],
): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>()
  const nodes = [...held.keys()].filter((node) => !compiler.isBindingElement(node))
  const types = nodes.map((node) => checker.getTypeAtLocation(node))
  for (const type of [...types, ...[...nodes, ...calls].flatMap((node) => saidTypes(checker, node))])
    for (const item of itemTypes(checker, type))
      for (const property of item.getProperties())
        for (const { parent } of property.declarations ?? []) if (isShape(parent)) found.add(parent)
  return found
}

/** `api.get<Pod>(…)` says what it gives where the client's own types are not there to be read, too. */
const saidTypes = (checker: ts.TypeChecker, node: ts.Node): ts.Type[] =>
  compiler.isCallExpression(node)
    ? (node.typeArguments ?? []).map((argument) => checker.getTypeFromTypeNode(argument))
    : []

const isShape = (node: ts.Node): node is Shape =>
  compiler.isTypeLiteralNode(node) || compiler.isInterfaceDeclaration(node)

/** The type itself, of a promise what it gives, of a list what it lists. */
const itemTypes = (checker: ts.TypeChecker, type: ts.Type): ts.Type[] => {
  const settled = checker.getAwaitedType(type) ?? type
  const alternatives = settled.isUnion() ? settled.types : [settled]
  return alternatives.map((one) => checker.getIndexTypeOfType(one, compiler.IndexKind.Number) ?? one)
}

/**
 * Rewords the types that describe an answer; undefined where one cannot be, or may describe something else.
 * @param calls those that give the answer
 */
export const answerTypes = (
  trace: Trace,
  uses: Uses,
  paths: ReadPaths,
  calls: readonly ts.Expression[],
): AnswerTypes | undefined => {
  const shapes = [...shapesOf(trace, uses, calls)].filter(
    (node): node is Shape => isShape(node) && !node.getSourceFile().isDeclarationFile,
  )
  const parts = shapes.map((shape) => reworded(trace, shape, paths))
  if (!parts.every((part) => part !== undefined)) return undefined
  return {
    edits: parts.flatMap(({ edits }) => edits),
    needs: parts.flatMap(({ needs }) => needs),
    shapes: new Set(shapes),
  }
}

type Part = Pick<AnswerTypes, 'edits' | 'needs'>

const reworded = (trace: Trace, shape: Shape, paths: ReadPaths): Part | undefined => {
  const edits = renamesIn(shape, paths)
  if (!edits || edits.length === 0) return edits && { edits, needs: [] }
  const name = nameOfShape(shape)
  if (!name) return compiler.isTypeLiteralNode(shape) && ownerOf(shape) ? { edits, needs: [] } : undefined
  const needs = needsOfName(trace, name)
  return needs && { edits, needs }
}

/** The members' new names; undefined where one has no plain twin in v2. */
const renamesIn = ({ members }: Shape, { of, kindOf }: ReadPaths): readonly Edit[] | undefined => {
  const names = members.map((member) => nameOf(member.name))
  const edits: Edit[] = []
  const taken = new Set(names)
  for (const [index, member] of members.entries()) {
    const name = names[index]
    if (name === undefined || !compiler.isPropertySignature(member) || !kindOf([name])) continue
    const to = of([name])
    const [step, ...others] = to?.steps ?? []
    if (!to || !step || others.length > 0 || kindOf([name]) === 'inner') return undefined
    // Other values are of the same type only where the type says nothing of them.
    if (to.converted && (member.questionToken || member.type?.getText() !== 'string')) return undefined
    if (step.name === name) continue
    if (to.nullable || taken.has(step.name)) return undefined
    taken.add(step.name)
    edits.push(replace(member.name, step.name))
  }
  return edits
}

/** The name that other places call a shape by. */
const nameOfShape = (shape: Shape): ts.Identifier | undefined => {
  if (compiler.isInterfaceDeclaration(shape)) return shape.heritageClauses ? undefined : shape.name
  return compiler.isTypeAliasDeclaration(shape.parent) ? shape.parent.name : undefined
}

/** What is of a named type, as far as other files cannot see the name. */
const needsOfName = (trace: Trace, name: ts.Identifier): Uses['needs'] | undefined => {
  const declaration = name.parent as ts.Declaration
  const symbol = trace.checker.getSymbolAtLocation(name)
  const isShared = compiler.getCombinedModifierFlags(declaration) & compiler.ModifierFlags.Export
  if (isShared || !symbol || symbol.declarations?.length !== 1) return undefined
  const mentions = identifiersNamed(name.getSourceFile(), name.text).filter(
    (one) => one !== name && trace.checker.getSymbolAtLocation(one) === symbol,
  )
  const nodes = mentions.map(({ parent }) =>
    compiler.isTypeReferenceNode(parent) ? ownerOf(parent) : undefined,
  )
  if (!nodes.every((one) => one !== undefined)) return undefined
  return nodes.flat().map((node) => ({ node, holds: ANY_PART }))
}

const CONTAINERS = /^(Promise|Array|ReadonlyArray|Readonly)$/

/** The names, calls or expressions that a type is said of; undefined where it is part of something else. */
const ownerOf = (type: ts.TypeNode): ts.Expression[] | undefined => {
  let at: ts.TypeNode = type
  while (isContainer(at.parent)) at = at.parent
  const { parent } = at
  if (compiler.isParameter(parent) || compiler.isVariableDeclaration(parent))
    return [parent.name as unknown as ts.Expression]
  if (compiler.isCallExpression(parent)) return [parent]
  if (compiler.isAsExpression(parent)) return [settled(parent.expression)]
  if (!compiler.isFunctionLike(parent) || parent.type !== at) return undefined
  return returnsOf(parent as ts.SignatureDeclaration)
    .map(settled)
    .filter((value) => !holdsNothing(value))
}

const isContainer = (node: ts.Node): node is ts.TypeNode =>
  compiler.isArrayTypeNode(node) ||
  compiler.isUnionTypeNode(node) ||
  compiler.isParenthesizedTypeNode(node) ||
  compiler.isTypeOperatorNode(node) ||
  (compiler.isTypeReferenceNode(node) && CONTAINERS.test(node.typeName.getText()))

const settled = (given: ts.Expression): ts.Expression => {
  const node = bare(given)
  return compiler.isAwaitExpression(node) ? settled(node.expression) : node
}
