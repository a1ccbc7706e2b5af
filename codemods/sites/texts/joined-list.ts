import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { argumentFor, frameOf, givenIn, type Scope, spreadsArguments } from '../program/frames/frames.ts'
import type { Trace } from '../program/frames/source.ts'
import { declarationOf } from '../program/names/symbol.ts'
import { isListChanged } from '../program/set/list-changed.ts'
import {
  bare,
  isEmptyText,
  isFunctionValue,
  isNothing,
  isOperation,
  takenBy,
} from '../program/syntax/nodes.ts'
import { join, type Next, orGap, piece } from './pieces.ts'
import { emptyText, type Text } from './text.ts'

/** `[base, 'pods'].join('/')`, and `['pods', id].reduce((url, part) => `${url}/${part}`, base)`: a list as one text. */
export const joinedList = (
  trace: Trace,
  call: ts.CallExpression,
  scope: Scope | undefined,
  next: Next,
): Text[] | undefined => {
  const { expression: callee, arguments: given } = call
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const [first, begin] = given
  const { text: name } = callee.name
  const glue = name === 'join' ? first && textOf(first) : name === 'reduce' && first && gluedBy(first)
  const parts = glue && listed(trace, callee.expression, scope)
  if (!parts) return undefined
  const begun = name === 'reduce' && begin ? [{ node: begin, scope }] : []
  return joined([...begun, ...parts], glue, ({ node: item, scope: inner }) => next(item, inner))
}

/** What stands between two parts of a list, as a literal. */
type Glue = ts.StringLiteralLike | ts.TemplateMiddle

const textOf = (node: ts.Expression): Glue | undefined =>
  compiler.isStringLiteralLike(node) ? node : undefined

/** `(a, b) => a + '/' + b`, `(a, b) => `${a}/${b}``: what is put between two. */
const gluedBy = (given: ts.Expression): Glue | undefined => {
  const callback = bare(given)
  if (!isFunctionValue(callback) || callback.parameters.length !== 2) return undefined
  const names = callback.parameters.map(({ name }) => name.getText())
  const said = returned(callback)
  const [left, glue, right] = said ? between(said) : []
  return left?.getText() === names[0] && right?.getText() === names[1] ? glue : undefined
}

/** What a function gives that does nothing else. */
const returned = ({ body }: ts.ArrowFunction | ts.FunctionExpression): ts.Expression | undefined => {
  if (!compiler.isBlock(body)) return bare(body)
  const [only, ...others] = body.statements
  const isOnly = only && others.length === 0 && compiler.isReturnStatement(only)
  return isOnly && only.expression ? bare(only.expression) : undefined
}

/** The two that a text is made of, and the literal between them. */
const between = (said: ts.Expression): [ts.Expression, Glue, ts.Expression] | [] => {
  if (compiler.isTemplateExpression(said)) {
    const [first, second, ...others] = said.templateSpans
    const isPair = second && others.length === 0 && said.head.text === '' && second.literal.text === ''
    return first && isPair && compiler.isTemplateMiddle(first.literal)
      ? [bare(first.expression), first.literal, bare(second.expression)]
      : []
  }
  if (!isOperation(said, '+') || !isOperation(said.left, '+')) return []
  const glue = textOf(said.left.right)
  return glue ? [bare(said.left.left), glue, bare(said.right)] : []
}

/** An item of a list, with the frame to read it in. */
interface Item {
  readonly node: ts.Expression
  readonly scope: Scope | undefined
}

/** The items of a list that is all there to see: a literal, or a rest parameter's arguments. */
const listed = (trace: Trace, node: ts.Expression, scope: Scope | undefined): Item[] | undefined => {
  const list = bare(node)
  if (compiler.isCallExpression(list) && compiler.isPropertyAccessExpression(list.expression)) {
    const [first] = list.arguments
    const keeps =
      /^(filter|map)$/.test(list.expression.name.text) &&
      first !== undefined &&
      /^(Boolean|String|encodeURIComponent)$/.test(first.getText())
    const items = keeps ? listed(trace, list.expression.expression, scope) : undefined
    return first?.getText() === 'Boolean' ? items?.filter((one) => !isLeftOut(trace, one)) : items
  }
  const rest = compiler.isIdentifier(list) ? restArguments(trace, list, scope) : undefined
  if (rest) return rest
  const [source, ...others] = compiler.isArrayLiteralExpression(list)
    ? [{ node: list, scope }]
    : trace.sources(list, scope)
  if (!source || others.length > 0 || !compiler.isArrayLiteralExpression(source.node)) return undefined
  if (source.node !== list && isListChanged(source.node)) return undefined
  return source.node.elements.flatMap((one): Item[] | Item => {
    if (!compiler.isSpreadElement(one)) return { node: one, scope: source.scope }
    return listed(trace, one.expression, source.scope) ?? { node: one.expression, scope: source.scope }
  })
}

/** `id` of `(path, id) => [path, id].filter(Boolean)`, called without one; what is said to be nothing. */
const isLeftOut = (trace: Trace, { node, scope }: Item): boolean => {
  const given = bare(node)
  if (isEmptyText(given) || isNothing(given)) return true
  const declared = compiler.isIdentifier(given) ? declarationOf(trace, given) : undefined
  if (!declared || !compiler.isParameter(declared) || declared.initializer || declared.dotDotDotToken)
    return false
  const frame = frameOf(scope, declared.parent)
  if (!frame || spreadsArguments(frame)) return false
  const argument = argumentFor(frame, declared)
  return !argument || isLeftOut(trace, { node: argument, scope: frame.outer })
}

const restArguments = (trace: Trace, node: ts.Identifier, scope: Scope | undefined): Item[] | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  if (!declaration || !compiler.isParameter(declaration) || !declaration.dotDotDotToken) return undefined
  const frame = frameOf(scope, declaration.parent)
  if (!frame || spreadsArguments(frame)) return undefined
  const index = takenBy(frame.callee).indexOf(declaration)
  return givenIn(frame)
    .slice(index)
    .map((one) => ({ node: one, scope: frame.outer }))
}

const joined = (items: readonly Item[], separator: Glue, read: (item: Item) => Text[]): Text[] => {
  const glue: Text = {
    pieces: separator.text ? [{ ...piece(separator), text: separator.text, exact: false }] : [],
    env: [],
  }
  return items.reduce<Text[]>(
    (sofar, one, index) => {
      const found = orGap(read(one), one.node)
      return index === 0 ? found : join(join(sofar, [glue]), found)
    },
    [emptyText],
  )
}
