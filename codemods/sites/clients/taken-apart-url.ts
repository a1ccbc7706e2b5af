import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { isWritten } from '../answers/uses/uses-follow.ts'
import type { Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { bare, isConst, isOperation, nameOf } from '../program/syntax/nodes.ts'

/**
 * The `new URL(url)` that options say the parts of, where they say all of it: `{ hostname: u.hostname, path: u.pathname +
 * u.search }`. Node's own `host` takes no port, and a path without the query is another address.
 */
export const urlTakenApart = (trace: Trace, options: ts.Expression): ts.NewExpression | undefined => {
  const [source, ...others] = trace.sources(options, undefined)
  const literal = source?.node
  if (!literal || others.length > 0 || !compiler.isObjectLiteralExpression(literal)) return undefined
  const said = new Map(
    literal.properties.flatMap((one) =>
      compiler.isPropertyAssignment(one) ? [[nameOf(one.name) ?? '', bare(one.initializer)] as const] : [],
    ),
  )
  const host = said.get('hostname') ?? said.get('host')
  const path = said.get('path')
  const [owner] = host ? partsIn(host, /^(hostname|host)$/) : []
  const owners = path ? pathParts(path) : []
  if (!owner || owners.length === 0 || owners.some((one) => one.text !== owner.text)) return undefined
  return madeUrl(trace, owner)
}

/** The names whose parts make up a path: `u.pathname + u.search`, `${u.pathname}${u.search}`. */
const pathParts = (path: ts.Expression): ts.Identifier[] => {
  const parts = piecesOf(path)
  const [first, second, ...others] = parts
  if (!first || !second || others.length > 0) return []
  const [name] = partsIn(first, /^pathname$/)
  const [search] = partsIn(second, /^search$/)
  return name && search ? [name, search] : []
}

const piecesOf = (path: ts.Expression): ts.Expression[] => {
  if (isOperation(path, '+')) return [bare(path.left), bare(path.right)]
  if (!compiler.isTemplateExpression(path)) return []
  const isOnlyParts = path.head.text === '' && path.templateSpans.every(({ literal }) => literal.text === '')
  return isOnlyParts ? path.templateSpans.map(({ expression }) => bare(expression)) : []
}

const partsIn = (node: ts.Expression, part: RegExp): ts.Identifier[] =>
  compiler.isPropertyAccessExpression(node) &&
  part.test(node.name.text) &&
  compiler.isIdentifier(node.expression)
    ? [node.expression]
    : []

/** `const u = new URL(url)`. */
const madeUrl = (trace: Trace, name: ts.Identifier): ts.NewExpression | undefined => {
  const declared = trace.checker.getSymbolAtLocation(name)?.valueDeclaration
  if (!declared || !compiler.isVariableDeclaration(declared) || !declared.initializer) return undefined
  const made = bare(declared.initializer)
  const isUrl = compiler.isNewExpression(made) && made.expression.getText() === 'URL'
  if (!isConst(declared) || !isUrl || !compiler.isIdentifier(declared.name)) return undefined
  return mentionsOf(trace, declared.name).every(isOnlyAsked) ? made : undefined
}

/** `u.pathname`: nothing else can be done to it (`u.searchParams.set(…)`, `u.pathname = …`). */
const isOnlyAsked = (name: ts.Identifier): boolean => {
  const access = name.parent
  return (
    compiler.isPropertyAccessExpression(access) &&
    /^(hostname|host|port|protocol|pathname|search|href|origin)$/.test(access.name.text) &&
    !isWritten(access)
  )
}
