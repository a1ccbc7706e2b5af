import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import type { Edit } from '../../edit/edit.ts'
import type { ReadPaths } from '../reads/read-paths.ts'
import { ownersRead } from './member-uses.ts'
import { rewordMembers } from './shape-members.ts'
import { ANY_PART, needsOfType, ownersOf } from './type-owners.ts'

/** Where a type lists the members of an answer. */
export type Shape = ts.TypeLiteralNode | ts.InterfaceDeclaration

/** The types of the project that describe an answer, in v2's words. */
export interface AnswerTypes {
  readonly edits: readonly Edit[]
  /** Everything else that is said to be of such a type: it must be an answer, too. */
  readonly needs: Uses['needs']
  readonly shapes: ReadonlySet<ts.Node>
}

/** The shapes that the types of everything an answer is held in refer to. */
const shapesOf = (
  { checker }: Trace,
  { held }: Uses,
  calls: readonly ts.Expression[],
): ReadonlySet<Shape> => {
  const nodes = [...held.keys()].filter((node) => !compiler.isBindingElement(node))
  const types = nodes.map((node) => checker.getTypeAtLocation(node))
  return shapesOfTypes(checker, [
    ...types,
    ...[...nodes, ...calls].flatMap((node) => [...saidTypes(checker, node), ...heldTo(checker, node)]),
  ])
}

/** Where the members of types, and of what they list or promise, are written down. */
export const shapesOfTypes = (checker: ts.TypeChecker, types: readonly ts.Type[]): ReadonlySet<Shape> => {
  const found = new Set<Shape>()
  for (const type of types)
    for (const item of itemTypes(checker, type))
      for (const property of item.getProperties())
        for (const { parent } of property.declarations ?? []) if (isShape(parent)) found.add(parent)
  return found
}

/** `api.get<Pod>(…)` says what it gives where the client's own types are not there to be read, too. */
export const saidTypes = (checker: ts.TypeChecker, node: ts.Node): ts.Type[] =>
  compiler.isCallExpression(node)
    ? (node.typeArguments ?? []).map((argument) => checker.getTypeFromTypeNode(argument))
    : []

/** `X satisfies Pod` leaves X the type that it has. */
const heldTo = (checker: ts.TypeChecker, node: ts.Node): ts.Type[] => {
  const found: ts.Type[] = []
  for (let at = node.parent; at && !compiler.isStatement(at); at = at.parent) {
    if (compiler.isSatisfiesExpression(at)) found.push(checker.getTypeFromTypeNode(at.type))
    else if (!compiler.isAwaitExpression(at) && !compiler.isParenthesizedExpression(at)) break
  }
  return found
}

/** Whether a node lists the members of an answer. */
export const isShape = (node: ts.Node): node is Shape =>
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
  const said = rewordMembers([...shape.members], paths)
  if (!said || said.edits.length === 0) return said && { edits: [], needs: [] }
  const { edits, members } = said
  const read = members.flatMap((member) => ownersRead(trace, member))
  const needs = read.map((node) => ({ node, holds: ANY_PART }))
  const name = nameOfShape(shape)
  if (!name) return compiler.isTypeLiteralNode(shape) && ownersOf(shape) ? { edits, needs } : undefined
  const others = needsOfType(trace, name)
  return others && { edits, needs: [...needs, ...others] }
}

/** The name that other places call a shape by. */
const nameOfShape = (shape: Shape): ts.Identifier | undefined => {
  if (compiler.isInterfaceDeclaration(shape)) return shape.heritageClauses ? undefined : shape.name
  return compiler.isTypeAliasDeclaration(shape.parent) ? shape.parent.name : undefined
}
