import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { awaited, dressed, nameOf } from '../../../sites/program/syntax/nodes.ts'
import { isZod } from '../../../sites/schemas/schemas.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, replace } from '../../edit/edit.ts'
import type { ReadPaths } from '../reads/read-paths.ts'
import { ANY_PART, mentionsOfName, needsOfType, ownersOf, type TypeNeeds } from './type-owners.ts'

/** The schemas that parse an answer in v2's words, and what else they parse. */
export interface AnswerSchemas {
  readonly edits: readonly Edit[]
  readonly needs: Uses['needs']
}

/** Rewords the zod schemas that parse an answer; undefined where one cannot be, or may parse something else. */
export const answerSchemas = (
  trace: Trace,
  { schemas }: Uses,
  paths: ReadPaths,
): AnswerSchemas | undefined => {
  const parts = [...new Set(schemas)].map((made) => {
    const edits = renamesIn(trace, made, paths)
    if (!edits || edits.length === 0) return edits && { edits, needs: [] }
    const needs = needsOfSchema(trace, made)
    return needs && { edits, needs }
  })
  if (!parts.every((part) => part !== undefined)) return undefined
  return { edits: parts.flatMap(({ edits }) => edits), needs: parts.flatMap(({ needs }) => needs) }
}

/** The members' new names. Unlike a type, a schema refuses what it does not know: all must be certain. */
const renamesIn = (
  trace: Trace,
  made: ts.CallExpression,
  { of, kindOf }: ReadPaths,
): readonly Edit[] | undefined => {
  const [literal] = made.arguments
  if (!literal || !compiler.isObjectLiteralExpression(literal)) return undefined
  const edits: Edit[] = []
  const taken = new Set(literal.properties.map((one) => one.name && nameOf(one.name)))
  for (const property of literal.properties) {
    const name = property.name && nameOf(property.name)
    if (name === undefined || !compiler.isPropertyAssignment(property)) return undefined
    const to = kindOf([name]) === 'leaf' ? of([name]) : undefined
    const [step, ...others] = to?.steps ?? []
    if (!to || !step || others.length > 0 || to.nullable || to.lost) return undefined
    if (to.converted && !isString(trace, property.initializer)) return undefined
    if (step.name === name) continue
    if (taken.has(step.name)) return undefined
    taken.add(step.name)
    edits.push(replace(property.name, step.name))
  }
  return edits
}

/** `z.string()` takes any word. */
const isString = (trace: Trace, node: ts.Expression): boolean =>
  compiler.isCallExpression(node) &&
  node.arguments.length === 0 &&
  compiler.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'string' &&
  isZod(trace, node.expression.expression)

/** What a schema parses, and what is of the types that are inferred from it. */
const needsOfSchema = (trace: Trace, given: ts.Expression): TypeNeeds => {
  const node = dressed(given)
  const { parent } = node
  if (compiler.isPropertyAccessExpression(parent) && compiler.isCallExpression(parent.parent)) {
    const [parsed] = parent.parent.arguments
    if (parent.name.text === 'array' && !parsed) return needsOfSchema(trace, parent.parent)
    if (!/^(parse|parseAsync)$/.test(parent.name.text) || !parsed) return undefined
    return [{ node: awaited(parsed), holds: ANY_PART }]
  }
  if (compiler.isCallExpression(parent) && compiler.isPropertyAccessExpression(parent.expression)) {
    const { expression, name } = parent.expression
    return name.text === 'array' && isZod(trace, expression) ? needsOfSchema(trace, parent) : undefined
  }
  if (!compiler.isVariableDeclaration(parent) || parent.initializer !== node) return undefined
  if (!compiler.isIdentifier(parent.name) || parent.type) return undefined
  const needs = mentionsOfName(trace, parent.name)?.map((one) =>
    compiler.isTypeQueryNode(one.parent) ? needsOfInferred(trace, one.parent) : needsOfSchema(trace, one),
  )
  return needs?.every((one) => one !== undefined) ? needs.flat() : undefined
}

/** `type Pod = z.infer<typeof PodSchema>` */
const needsOfInferred = (trace: Trace, query: ts.TypeQueryNode): TypeNeeds => {
  const type = query.parent
  if (!compiler.isTypeReferenceNode(type) || !/\.(infer|output|TypeOf)$/.test(type.typeName.getText()))
    return undefined
  if (compiler.isTypeAliasDeclaration(type.parent)) return needsOfType(trace, type.parent.name)
  return ownersOf(type)?.map((node) => ({ node, holds: ANY_PART }))
}
