import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { symbolBehind } from '../program/names/symbol.ts'
import { bare, isConst } from '../program/syntax/nodes.ts'
import type { Trace } from '../values/trace.ts'

/** A zod schema as it is written: of an object, or of a list of such. */
export interface Schema {
  /** `z.object({ … })` */
  readonly made: ts.CallExpression
  readonly isList: boolean
}

const MOST_NAMES = 4

/** The schema an expression stands for, where it is written out as an object or a list of one. */
const schemaOf = (trace: Trace, given: ts.Expression, depth = 0): Schema | undefined => {
  const node = bare(given)
  if (depth > MOST_NAMES) return undefined
  if (compiler.isIdentifier(node)) {
    const value = constantOf(trace, node)
    return value && schemaOf(trace, value, depth + 1)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { expression: owner, name } = node.expression
  const [first] = node.arguments
  if (isZod(trace, owner)) {
    if (name.text === 'object' && node.arguments.length === 1 && first && isLiteral(first))
      return { made: node, isList: false }
    return name.text === 'array' && first ? listed(schemaOf(trace, first, depth + 1)) : undefined
  }
  return name.text === 'array' && !first ? listed(schemaOf(trace, owner, depth + 1)) : undefined
}

const listed = (inner: Schema | undefined): Schema | undefined =>
  inner && !inner.isList ? { ...inner, isList: true } : undefined

const isLiteral = (node: ts.Expression): boolean => compiler.isObjectLiteralExpression(node)

/** `PodSchema.parse`, `z.array(PodSchema).parseAsync`: what it parses it gives, member by member. */
export const parsedBy = (trace: Trace, call: ts.CallExpression): Schema | undefined => {
  const callee = call.expression
  if (!compiler.isPropertyAccessExpression(callee) || call.arguments.length !== 1) return undefined
  return PARSES.test(callee.name.text) ? schemaOf(trace, callee.expression) : undefined
}

const PARSES = /^(parse|parseAsync)$/

/** `Schema.parse(…)`, which gives what it lets through. */
export const isParsing = (
  call: ts.CallExpression,
): call is ts.CallExpression & { readonly expression: ts.PropertyAccessExpression } =>
  compiler.isPropertyAccessExpression(call.expression) && PARSES.test(call.expression.name.text)

/** What a constant was made with, in this file or the one it comes from. */
export const constantOf = ({ checker }: Trace, name: ts.Identifier): ts.Expression | undefined => {
  const own = symbolBehind({ checker }, name)
  const declaration = own?.valueDeclaration
  if (!declaration || !compiler.isVariableDeclaration(declaration) || declaration.type) return undefined
  return isConst(declaration) ? declaration.initializer : undefined
}

/** The object that an expression writes out, where it stands or as a constant: what a schema is made of. */
export const literalBehind = (
  trace: Trace,
  given: ts.Expression,
  names = 0,
): ts.ObjectLiteralExpression | undefined => {
  const node = bare(given)
  if (compiler.isObjectLiteralExpression(node)) return node
  const value = compiler.isIdentifier(node) && names < MOST_NAMES ? constantOf(trace, node) : undefined
  return value && literalBehind(trace, value, names + 1)
}

/** Whether a name is zod's `z`, however it is imported. */
export const isZod = ({ checker }: Trace, node: ts.Node): boolean => {
  if (!compiler.isIdentifier(node)) return false
  let at: ts.Node | undefined = checker.getSymbolAtLocation(node)?.declarations?.[0]
  while (at && !compiler.isImportDeclaration(at)) at = at.parent
  return at !== undefined && compiler.isStringLiteral(at.moduleSpecifier) && ZOD.test(at.moduleSpecifier.text)
}

const ZOD = /^zod(\/v[34])?$/
