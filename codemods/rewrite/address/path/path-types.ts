import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { symbolBehind } from '../../../sites/program/names/symbol.ts'
import { nodeAt } from '../../../sites/program/syntax/node-at.ts'
import { dressed } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { mentionsOfName } from '../../answer/types/type-owners.ts'
import type { Edit } from '../../edit/edit.ts'

/** How far names of types are followed to the paths that they stand for. */
const MOST_NAMES = 8

/**
 * Moves what the program's types say of a path that moves: one of a union of paths that a helper takes, a name in a
 * table that `keyof` is asked of, an overload.
 */
export const typeEdits = (trace: Trace, path: readonly Edit[]): Edit[] =>
  path.flatMap((edit) => {
    const token = nodeAt(edit.file, edit.start)
    const text = token && textAround(token)
    if (!token || !text) return []
    const at = tokensOf(text).indexOf(token)
    const offset = edit.start - token.getStart()
    return saidFor(trace, text).flatMap((said) => {
      const same = alike(said, text) ? tokensOf(said)[at] : undefined
      if (!same) return []
      const start = same.getStart() + offset
      return [{ file: same.getSourceFile(), start, end: start + edit.end - edit.start, text: edit.text }]
    })
  })

const textAround = (token: ts.Node): ts.Expression | undefined => {
  if (compiler.isStringLiteralLike(token)) return token
  const whole = compiler.isTemplateHead(token) ? token.parent : token.parent.parent
  return compiler.isTemplateExpression(whole) ? whole : undefined
}

/** The written parts of a text, or of a type that says one. */
const tokensOf = (text: ts.Node): readonly ts.Node[] =>
  compiler.isTemplateExpression(text) || compiler.isTemplateLiteralTypeNode(text)
    ? [text.head, ...text.templateSpans.map(({ literal }) => literal)]
    : [text]

/** Whether a type says a text, whatever stands in its gaps. */
const alike = (said: ts.Node, text: ts.Node): boolean => {
  const [own, others] = [tokensOf(said), tokensOf(text)]
  const inner = (token: ts.Node | undefined): string =>
    (token as ts.StringLiteralLike | undefined)?.text ?? ''
  return own.length === others.length && own.every((token, index) => inner(token) === inner(others[index]))
}

/** The texts that the type of the place where one stands is made of. */
const saidFor = (trace: Trace, text: ts.Expression): ts.Node[] =>
  typesAt(trace, dressed(text)).flatMap((type) => saidBy(trace, type, 0))

/** The types that are written down for the place where an expression stands. */
const typesAt = ({ checker }: Trace, node: ts.Expression): ts.TypeNode[] => {
  const { parent } = node
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent)) {
    const place = parent.arguments?.indexOf(node) ?? -1
    const parameter = place < 0 ? undefined : checker.getResolvedSignature(parent)?.getParameters()[place]
    return typesOf(parameter)
  }
  if (compiler.isPropertyAssignment(parent)) {
    const name = parent.name.getText().replace(/^['"]|['"]$/g, '')
    return typesOf(checker.getContextualType(parent.parent)?.getProperty(name))
  }
  return compiler.isVariableDeclaration(parent) && parent.type ? [parent.type] : []
}

const typesOf = (symbol: ts.Symbol | undefined): ts.TypeNode[] =>
  (symbol?.declarations ?? []).flatMap(
    (one) =>
      ('type' in one ? (one.type as ts.TypeNode | undefined) : undefined) ?? compiler.getJSDocType(one) ?? [],
  )

/** The literals of texts that a type is made of; names of types that others may use unseen say nothing. */
const saidBy = (trace: Trace, type: ts.TypeNode, depth: number): ts.Node[] => {
  if (compiler.isUnionTypeNode(type)) return type.types.flatMap((one) => saidBy(trace, one, depth))
  if (compiler.isParenthesizedTypeNode(type)) return saidBy(trace, type.type, depth)
  if (compiler.isTemplateLiteralTypeNode(type)) return [type]
  if (compiler.isLiteralTypeNode(type))
    return compiler.isStringLiteralLike(type.literal) ? [type.literal] : []
  if (compiler.isTypeOperatorNode(type)) return namesIn(trace, type)
  if (depth > MOST_NAMES || !compiler.isTypeReferenceNode(type) || !compiler.isIdentifier(type.typeName))
    return []
  const meant = symbolBehind(trace, type.typeName)?.declarations ?? []
  return meant.flatMap((one) => {
    const inner = compiler.isTypeParameterDeclaration(one)
      ? one.constraint
      : isTypeName(trace, one) && one.type
    return inner ? saidBy(trace, inner, depth + 1) : []
  })
}

const isTypeName = (trace: Trace, node: ts.Declaration): node is ts.TypeAliasDeclaration =>
  compiler.isTypeAliasDeclaration(node) && isInSight(trace, node)

/** `keyof Table`: the names in quotes. */
const namesIn = (trace: Trace, { operator, type }: ts.TypeOperatorNode): ts.Node[] =>
  operator !== compiler.SyntaxKind.KeyOfKeyword
    ? []
    : trace.checker
        .getTypeFromTypeNode(type)
        .getProperties()
        .flatMap(({ declarations = [] }) => declarations)
        .filter((one) => compiler.isPropertySignature(one) && isInSight(trace, one.parent))
        .map((one) => (one as ts.PropertySignature).name)
        .filter(compiler.isStringLiteral)

/** Whether everybody who may say a type can be seen. */
const isInSight = (trace: Trace, node: ts.Node): boolean => {
  for (let at = node; !compiler.isSourceFile(at); at = at.parent)
    if (compiler.isTypeAliasDeclaration(at) || compiler.isInterfaceDeclaration(at))
      return mentionsOfName(trace, at.name) !== undefined
  return true
}
