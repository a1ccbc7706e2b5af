import type { ts } from 'ts-morph'
import { errorMessage, errorWords } from '../../../../mappings/v1/errors.ts'
import { compiler } from '../../../project/compiler.ts'
import { madeAs } from '../../../sites/program/names/symbol.ts'
import { accessed, accessOn } from '../../../sites/program/syntax/access.ts'
import { isTypeScript } from '../../../sites/program/syntax/is-typescript.ts'
import { awaited, functionAround, nameOf, someNode, walk } from '../../../sites/program/syntax/nodes.ts'
import type { Trace } from '../../../sites/values/trace.ts'
import { type Edit, insertAfter, insertBefore, replace } from '../../edit/edit.ts'
import { indentAt, styleOf } from '../../mapper/helpers/style.ts'
import { isShape, type Shape } from '../types/answer-types.ts'
import { isMemberRead, isOfTexts, nameRead } from './member-read.ts'
import { settledInto } from './parsed-bodies.ts'

const DETAIL = errorWords[errorMessage] as string

/**
 * What lets v2's word be read of an error's body: nothing where its type takes any name; the word beside v1's in the
 * type, or in its `place`, where the type is written in the assertion.
 * @returns undefined where the type is not the project's, or said elsewhere of what can be read only once
 */
export const wordAllowed = (
  trace: Trace,
  owner: ts.Expression,
  place: 'beside' | 'instead' = 'beside',
): readonly Edit[] | undefined => {
  const type = typeSaid(trace, owner)
  if (!type || type.getProperty(DETAIL)) return []
  const shape = shapesIn(type).find((one) => one.members.some(isErrorMember))
  if (isOpen(type, shape !== undefined)) return []
  const said = shape?.members.filter(isErrorMember) ?? []
  const word = said.find(isText) ?? said[0]
  if (!shape || !word || shape.getSourceFile().isDeclarationFile) return undefined
  // Read once, v2's word alone would be all that is left of one that is always there.
  if (place === 'instead' && !isAsserted(shape)) return undefined
  return place === 'instead' && said.length === 1
    ? [replace(word.name, DETAIL)]
    : [insertBefore(shape.members[0] as ts.Node, beside(shape, word))]
}

/** Whether a type takes any name: beside words of its own not one of which nothing is known. */
const isOpen = (type: ts.Type, saysWords: boolean): boolean => {
  const index = type.getStringIndexType()
  // `(status, body = {})` of JavaScript, which goes by its default alone
  const isBlank = !type.isUnion() && !index && type.getProperties().length === 0
  if ((type.flags & compiler.TypeFlags.Any) !== 0 || isBlank) return true
  return index !== undefined && !(saysWords && (index.flags & compiler.TypeFlags.Unknown) !== 0)
}

/** Where a type is declared; of `T & { message?: string }`, where each of its parts is. */
const shapesIn = (type: ts.Type): Shape[] =>
  (type.isIntersection() ? type.types : [type]).flatMap(
    ({ symbol }) => symbol?.declarations?.filter(isShape) ?? [],
  )

/** What a body is said to be; undefined where that is anything. */
const typeSaid = (trace: Trace, owner: ts.Expression): ts.Type | undefined => {
  const { checker } = trace
  const type = checker.getNonNullableType(checker.getTypeAtLocation(owner))
  if ((type.flags & compiler.TypeFlags.Any) === 0) return type
  // Where the library's own types are not at hand, what they are given is.
  const [given] = [
    parsedAs(trace, owner) ?? [],
    errorTypes(functionAround(owner) ?? owner.getSourceFile()),
  ].flat()
  return given && checker.getTypeFromTypeNode(given)
}

/** `X` of `const body = await error.response.json<X>()`. */
const parsedAs = (trace: Trace, owner: ts.Expression): ts.TypeNode | undefined => {
  let node = awaited(madeAs(trace, owner))
  while (compiler.isCallExpression(node) && !node.typeArguments) {
    const callee = accessed(node.expression)
    if (!callee || !/^(catch|then)$/.test(callee.name ?? '')) return undefined
    node = callee.of
  }
  if (!compiler.isCallExpression(node)) return undefined
  return accessed(node.expression)?.name === 'json' ? node.typeArguments?.[0] : undefined
}

/** `X` of `AxiosError<X>` and `isAxiosError<X>(error)`. */
const errorTypes = (place: ts.Node): ts.TypeNode[] => {
  const found: ts.TypeNode[] = []
  walk(place, (node) => {
    const name = compiler.isTypeReferenceNode(node)
      ? node.typeName.getText()
      : compiler.isCallExpression(node) && node.expression.getText()
    if (name && /\b(is)?AxiosError$/.test(name))
      found.push(...((node as ts.TypeReferenceNode | ts.CallExpression).typeArguments?.slice(0, 1) ?? []))
    return undefined
  })
  return found
}

/** `x as { … } | null`, `const x: { … } = `: a type that is only this value's. */
const isAsserted = (literal: Shape): boolean => {
  let { parent } = literal as ts.Node
  while (compiler.isUnionTypeNode(parent) || compiler.isParenthesizedTypeNode(parent)) ({ parent } = parent)
  return compiler.isAsExpression(parent) || compiler.isVariableDeclaration(parent)
}

const isErrorMember = (one: ts.TypeElement): one is ts.PropertySignature =>
  compiler.isPropertySignature(one) && Object.hasOwn(errorWords, nameOf(one.name) ?? '')

/** Whether a member may be the sentence itself, as v2's is. */
const isText = ({ type }: ts.PropertySignature): boolean =>
  type === undefined || (!compiler.isTypeLiteralNode(type) && /\b(string|unknown|any)\b/.test(type.getText()))

/** The word as another member of a type, written as its first one is. */
const beside = (literal: Shape, word: ts.PropertySignature): string => {
  const { questionToken, type } = word
  const first = literal.members[0] as ts.Node
  const file = literal.getSourceFile()
  const end = /[;,]$/.exec(first.getText())?.[0] ?? ''
  const isBroken = file.text.slice(literal.getStart(), first.getStart()).includes('\n')
  const gap = isBroken
    ? `${end}${styleOf(file).newline}${indentAt(file, first.getStart())}`
    : `${end || ';'} `
  return `${DETAIL}${questionToken || !isAsserted(literal) ? '?' : ''}: ${isText(word) ? (type?.getText() ?? 'unknown') : 'string'}${gap}`
}

/**
 * `const { message } = await res.json()`, read by v2's word under the same name.
 * @returns undefined where more than one of v1's words is taken
 */
export const boundInV2 = (element: ts.BindingElement): Edit | undefined => {
  const old = nameOf(element.propertyName ?? element.name)
  const words = element.parent.elements.filter(
    (one) => compiler.isBindingElement(one) && (one.dotDotDotToken || isErrorWord(one)),
  )
  if (old === undefined || words.length > 1) return undefined
  return replace(element.propertyName ?? element.name, element.propertyName ? DETAIL : `${DETAIL}: ${old}`)
}

/**
 * `const { detail, message = detail } = await res.json()`: v1's word, or v2's, of a body that either may have answered.
 * @returns undefined where a type says what there is, or the name of v2's word means something else
 */
export const besideInV2 = ({ checker }: Trace, element: ts.BindingElement): readonly Edit[] | undefined => {
  const { parent: pattern, initializer } = element
  const first = pattern.elements.find((one) => compiler.isBindingElement(one) && isErrorWord(one))
  const isAny =
    (checker.getTypeAtLocation(pattern).flags & compiler.TypeFlags.Any) !== 0 ||
    (compiler.isParameter(pattern.parent) && !isTypeScript(pattern.getSourceFile()))
  if (first !== element || !isAny || isNamedWithin(functionAround(element))) return undefined
  const before = insertBefore(element, `${DETAIL}, `)
  if (initializer) return [before, insertBefore(initializer, `${DETAIL} ?? `)]
  return [before, insertAfter(element, ` = ${DETAIL}`)]
}

const isNamedWithin = (node: ts.Node | undefined): boolean =>
  node === undefined || new RegExp(`\\b${DETAIL}\\b`).test(node.getText())

/** Whether a binding takes a member that says what an error says. */
export const isErrorWord = ({ propertyName, name }: ts.BindingElement): boolean =>
  Object.hasOwn(errorWords, nameOf(propertyName ?? name) ?? '')

/** What a binding of a declaration, or of a callback's parameter (`.then(({ message }) => …)`), takes its members of. */
export const boundOf = (element: ts.BindingElement): ts.Expression | undefined => {
  const declaration = element.parent.parent
  if (compiler.isVariableDeclaration(declaration)) return declaration.initializer
  return compiler.isParameter(declaration) ? settledInto(declaration) : undefined
}

/** Whether more than a text is looked for in what a declaration names. */
export const isBoundApart = (
  { checker }: Trace,
  { name }: ts.BindingElement | ts.VariableDeclaration,
): boolean => {
  if (!compiler.isIdentifier(name)) return true
  const symbol = checker.getSymbolAtLocation(name)
  const isApart = (node: ts.Node): boolean => {
    if (!compiler.isIdentifier(node) || checker.getSymbolAtLocation(node) !== symbol) return false
    const access = accessOn(node)
    return access !== undefined && isMemberRead(access) && !isOfTexts(nameRead(access))
  }
  return someNode(functionAround(name) ?? name.getSourceFile(), isApart)
}

/** Whether what takes the body's place where it cannot be parsed says a word itself: `.catch(() => ({ message: … }))`. */
export const saysItself = (parsed: ts.Node, word: string): boolean =>
  someNode(
    parsed,
    (node) =>
      (compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)) &&
      nameOf(node.name) === word,
  )
