import type { ts } from 'ts-morph'
import { compiler } from '../../../project/compiler.ts'
import { bare, dressed, eachNode, isOperation } from '../../../sites/program/syntax/nodes.ts'
import { isNewUrl } from '../../../sites/texts/url-changes.ts'
import { isPolicy } from './handed-out.ts'
import { isTaking } from './held-in.ts'

/** An address that begins with the name of a base, or such a name alone. */
export interface Begun {
  readonly base: ts.Expression
  /** The literal behind the base; without one, the base. */
  readonly at: ts.Node
  readonly path: string
  /** The address that begins with the base; undefined where the base is handed on alone. */
  readonly whole: ts.Expression | undefined
}

/**
 * What a file says that begins with a name: with the literal of a path behind it, or with one of some names alone.
 * @param names what the constants are called that move
 */
export const addressesIn = (file: ts.SourceFile, names: ReadonlySet<string>): Begun[] => {
  const found: Begun[] = []
  eachNode(file, (node) => {
    const begun = begunIn(node) ?? joinedIn(node) ?? aloneIn(node)
    for (const one of begun ? [begun] : withinIn(node))
      if (PATH.test(one.path) || names.has(nameIn(one.base) ?? '')) found.push(one)
  })
  const taken = new Set(found.flatMap(({ base, whole }) => (whole ? base : [])))
  return found.filter(({ base, whole }) => whole || !taken.has(base))
}

const PATH = /^\/(\w|$)/

/** The name of a constant, of a member, or of a function that is only asked for what it gives (`base()`). */
export const nameIn = (node: ts.Expression): string | undefined => {
  if (compiler.isIdentifier(node)) return node.text
  if (compiler.isCallExpression(node))
    return node.arguments.length === 0 ? nameIn(bare(node.expression)) : undefined
  return compiler.isPropertyAccessExpression(node) ? node.name.text : undefined
}

/** `${BASE}/pods`, `BASE + '/pods/' + id`, `BASE + `/pods/${id}`` and `BASE + path`: an address that begins with a name. */
const begunIn = (node: ts.Node): Begun | undefined => {
  if (compiler.isTemplateExpression(node)) {
    const [first, second] = node.templateSpans
    return node.head.text === '' && first ? begun(first.expression, first.literal, node, second) : undefined
  }
  if (!isOperation(node, '+')) return undefined
  const right = bare(node.right)
  return begun(node.left, compiler.isTemplateExpression(right) ? right.head : right, dressed(node), right)
}

const begun = (
  first: ts.Expression,
  literal: ts.Node,
  whole: ts.Expression,
  next: ts.Node | undefined,
): Begun | undefined => {
  const base = bare(first)
  if (nameIn(base) === undefined) return undefined
  const isText = compiler.isStringLiteralLike(literal) || 'rawText' in literal
  const path = isText ? (literal as ts.LiteralLikeNode).text : ''
  return path || next ? { base, at: path ? literal : base, path, whole } : undefined
}

/** `curl -s ${BASE}/pods`, `'curl -s ' + BASE + '/pods'`: the addresses within a command. */
const withinIn = (node: ts.Node): Begun[] => {
  if (!compiler.isTemplateExpression(node)) {
    const left = isOperation(node, '+') ? bare(node.left) : undefined
    const one =
      left &&
      isOperation(left, '+') &&
      begun(left.right, bare((node as ts.BinaryExpression).right), left, undefined)
    return one && COMMAND.test(left.getText()) ? [one] : []
  }
  if (!COMMAND.test(node.getText())) return []
  return node.templateSpans.flatMap(
    ({ expression, literal }) => begun(expression, literal, node, undefined) ?? [],
  )
}

const COMMAND = /\b(curl|wget|httpie)\s/

/** `BASE.concat('/pods/', id)`, `[BASE, 'pods', id].join('/')`, `new URL(path, BASE)`, `new URL(BASE)`. */
const joinedIn = (node: ts.Node): Begun | undefined => {
  if (isNewUrl(node)) {
    const [first, second] = node.arguments ?? []
    const base = second ?? first
    return base && begunAlone(bare(base), second ? node : base)
  }
  if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression))
    return undefined
  const { name, expression: owner } = node.expression
  const [given] = node.arguments
  if (name.text === 'concat') return given && begun(owner, given, node, given)
  const list = bare(owner)
  const isPath = name.text === 'join' && given && compiler.isStringLiteral(given) && given.text === '/'
  if (!isPath || !compiler.isArrayLiteralExpression(list)) return undefined
  const [first, second] = list.elements
  if (!first || !second || nameIn(bare(first)) === undefined) return undefined
  const isText = compiler.isStringLiteralLike(second)
  return {
    base: bare(first),
    at: isText ? second : bare(first),
    path: isText ? `/${second.text}` : '/',
    whole: node,
  }
}

const begunAlone = (base: ts.Expression, whole: ts.Expression): Begun | undefined =>
  nameIn(base) === undefined ? undefined : { base, at: base, path: '', whole }

/** `create({ base: BASE })`, `ask(BASE, path)`, `() => BASE`, `key ? BASE : other`: the base itself, where its value goes on. */
const aloneIn = (node: ts.Node): Begun | undefined => {
  const base = node as ts.Expression
  return compiler.isSourceFile(node) || nameIn(base) === undefined || !goesOn(node)
    ? undefined
    : { base, at: base, path: '', whole: undefined }
}

/** Whether what stands there is a value that somebody else is given. */
const goesOn = (node: ts.Node): boolean => {
  const { parent } = node
  if (compiler.isCallExpression(parent) || compiler.isNewExpression(parent))
    return parent.expression !== node && !isNewUrl(parent)
  if (compiler.isPropertyAssignment(parent)) return parent.initializer === node
  if (compiler.isShorthandPropertyAssignment(parent)) return parent.name === node
  if (compiler.isArrowFunction(parent)) return parent.body === node
  if (compiler.isConditionalExpression(parent)) return parent.condition !== node
  if (compiler.isPropertyAccessExpression(parent)) return parent.expression === node && isTaking(parent)
  if (compiler.isTemplateSpan(parent))
    return parent.parent.getText() === `\`\${${node.getText()}}\`` || SETTING.test(textBefore(parent))
  if (isOperation(parent, '+')) return parent.right === node && SETTING.test(textAtEnd(parent.left))
  if (compiler.isArrayLiteralExpression(parent)) return !isPolicy(parent)
  return (
    GIVES.has(parent.kind) ||
    (isOperation(parent, '=', '??=', '||=') ? parent.right === node : isOperation(parent, '??', '||'))
  )
}

/** The name of a setting in a command or a file of the environment: `docker run -e API=`. */
const SETTING = /(^|\s|-)[A-Za-z][\w-]*=["']?$/

const textBefore = (span: ts.TemplateSpan): string => {
  const { head, templateSpans } = span.parent
  return (templateSpans[templateSpans.indexOf(span) - 1]?.literal ?? head).text
}

/** What a text ends with: `' -e API='` of `'docker run' + ' -e API='`. */
const textAtEnd = (given: ts.Expression): string => {
  const node = bare(given)
  if (isOperation(node, '+')) return textAtEnd(node.right)
  return compiler.isStringLiteralLike(node) ? node.text : ''
}

const { SyntaxKind } = compiler
const GIVES = new Set([SyntaxKind.ReturnStatement, SyntaxKind.YieldExpression])
