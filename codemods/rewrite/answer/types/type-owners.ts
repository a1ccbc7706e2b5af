import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { holdsNothing } from '../../../sites/answers/uses/uses-values.ts'
import type { Uses } from '../../../sites/answers/uses/uses-walk.ts'
import { usesAcross } from '../../../sites/program/names/names-across.ts'
import { identifiersNamed, isExported } from '../../../sites/program/names/names-used.ts'
import { awaited, returnsOf } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'

/** What a need holds that must be an answer, or a part of one, whatever the part. */
export const ANY_PART = '*'

/** What must be an answer where a type is one's; undefined where that cannot be told. */
export type TypeNeeds = Uses['needs'] | undefined

/** Everything that is said to be of a named type, in its file and in those that import it. */
export const needsOfType = (trace: Trace, name: ts.Identifier): TypeNeeds => {
  const symbol = trace.checker.getSymbolAtLocation(name)
  if (symbol?.declarations?.length !== 1) return undefined
  const mentions = mentionsOfName(trace, name)
  const owners = mentions?.map(({ parent }) =>
    compiler.isTypeReferenceNode(parent) ? ownersOf(parent) : undefined,
  )
  return owners?.every((one) => one !== undefined)
    ? owners.flat().map((node) => ({ node, holds: ANY_PART }))
    : undefined
}

/** Every use of a name of the file's top level; undefined where one is out of sight. */
export const mentionsOfName = (trace: Trace, name: ts.Identifier): readonly ts.Identifier[] | undefined => {
  if (isExported(trace, name)) return usesAcross(trace, name)
  const symbol = trace.checker.getSymbolAtLocation(name)
  const own = name.getSourceFile()
  // What a script declares, every script sees.
  const files = compiler.isExternalModule(own) ? [own] : trace.files
  return files
    .flatMap((file) => identifiersNamed(file, name.text))
    .filter((one) => one !== name && trace.checker.getSymbolAtLocation(one) === symbol)
}

const CONTAINERS = /^(Promise|Array|ReadonlyArray|Readonly)$/

/** The names, calls or expressions that a type is said of; undefined where it is part of something else. */
export const ownersOf = (type: ts.TypeNode): ts.Expression[] | undefined => {
  let at: ts.TypeNode = type
  while (isContainer(at.parent)) at = at.parent
  const { parent } = at
  if (compiler.isParameter(parent) || compiler.isVariableDeclaration(parent))
    return [parent.name as unknown as ts.Expression]
  if (compiler.isCallExpression(parent)) return [parent]
  if (compiler.isAsExpression(parent) || compiler.isSatisfiesExpression(parent))
    return [awaited(parent.expression)]
  if (!compiler.isFunctionLike(parent) || parent.type !== at || !hasBody(parent)) return undefined
  return returnsOf(parent as ts.SignatureDeclaration)
    .map(awaited)
    .filter((value) => !holdsNothing(value))
}

/** What only says a function's type is kept by functions that are not in sight. */
const hasBody = (node: ts.Node): boolean => 'body' in node && node.body !== undefined

const isContainer = (node: ts.Node): node is ts.TypeNode =>
  compiler.isArrayTypeNode(node) ||
  compiler.isUnionTypeNode(node) ||
  compiler.isParenthesizedTypeNode(node) ||
  compiler.isTypeOperatorNode(node) ||
  (compiler.isTypeReferenceNode(node) && CONTAINERS.test(node.typeName.getText()))
