import type { ts } from 'ts-morph'
import { compiler } from '../project/compiler.ts'
import { bare, nameOf, type Scope } from './scope.ts'
import { concat, emptyText, type Gap, type Piece, shapeOf, type Text } from './text.ts'
import { isEnvironment, type Source, type Trace } from './trace.ts'

const MOST_TEXTS = 12
const MOST_DEPTH = 16

/** What a string expression may be at run time: one text for each alternative, its unknown parts as gaps. */
export const texts = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth = 0): Text[] => {
  if (depth > MOST_DEPTH) return [gap(node, scope)]
  const found = read(trace, bare(node), scope, depth)
  return dedupe(found).slice(0, MOST_TEXTS)
}

const read = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth: number): Text[] => {
  const next = (inner: ts.Expression): Text[] => texts(trace, inner, scope, depth + 1)
  if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return [written(node)]
  if (compiler.isNumericLiteral(node))
    return [{ pieces: [{ ...piece(node), exact: false, text: node.text }], env: [] }]
  if (compiler.isTemplateExpression(node)) return template(node, next)
  if (compiler.isAwaitExpression(node)) return next(node.expression)
  if (compiler.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === compiler.SyntaxKind.PlusToken) return join(next(node.left), next(node.right))
    if (kind === compiler.SyntaxKind.BarBarToken || kind === compiler.SyntaxKind.QuestionQuestionToken)
      return fallback(next(node.left), next(node.right))
  }
  if (compiler.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)]
  if (compiler.isCallExpression(node)) {
    const known = knownCall(trace, node, scope, depth)
    if (known) return known
  }
  if (compiler.isNewExpression(node) && node.expression.getText() === 'URL') return newUrl(node, next)
  if (compiler.isIdentifier(node)) {
    const appended = appendedTo(trace, node, scope, depth)
    if (appended) return appended
  }
  return bySources(trace, node, scope, depth)
}

const bySources = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth: number): Text[] => {
  const found = trace.sources(node, scope)
  const read = found.flatMap((source) => fromSource(trace, node, source, depth))
  return preferKnown(read)
}

const fromSource = (trace: Trace, node: ts.Expression, source: Source, depth: number): Text[] => {
  if (source.env !== undefined) return [gap(source.node as ts.Expression, source.scope, { env: source.env })]
  if (source.parameter) return [gap(node, source.scope, { parameter: source.parameter })]
  const same = source.node === node || !isExpressionLike(source.node)
  if (same || compiler.isIdentifier(source.node) || compiler.isPropertyAccessExpression(source.node)) {
    const environment = environmentCall(source.node)
    return [gap(node, source.scope, environment ? { env: environment } : {})]
  }
  return texts(trace, source.node as ts.Expression, source.scope, depth + 1)
}

const isExpressionLike = (node: ts.Node): boolean =>
  !compiler.isFunctionLike(node) &&
  !compiler.isClassLike(node) &&
  !compiler.isSourceFile(node) &&
  !compiler.isEnumDeclaration(node)

/** Where one alternative is written out and the other comes from the environment, the written one is the default. */
const preferKnown = (found: Text[]): Text[] => {
  const env = found.flatMap((text) => (text.pieces.length === 1 ? text.pieces : [])).flatMap(envOf)
  if (env.length === 0) return found
  const known = found.filter((text) => !(text.pieces.length === 1 && text.pieces.flatMap(envOf).length > 0))
  return known.length === 0
    ? found
    : known.map((text) => ({ ...text, env: [...new Set([...text.env, ...env])] }))
}

const envOf = (one: Piece): string[] => (one.kind === 'gap' && one.env !== undefined ? [one.env] : [])

const fallback = (left: Text[], right: Text[]): Text[] => {
  const given = left.length > 0 && left.every((text) => shapeOf(text) !== '' && !shapeOf(text).includes('\0'))
  return given ? left : preferKnown([...left, ...right])
}

/** `Deno.env.get('X')`, `process.env['X']`. */
const environmentCall = (node: ts.Node): string | undefined => {
  if (compiler.isCallExpression(node) && /^(Deno\.env\.get|Bun\.env\.get)$/.test(node.expression.getText())) {
    const first = node.arguments[0]
    return first && compiler.isStringLiteralLike(first) ? first.text : undefined
  }
  return compiler.isPropertyAccessExpression(node) && isEnvironment(node.expression)
    ? node.name.text
    : undefined
}

const piece = (node: ts.Node): { kind: 'written'; file: ts.SourceFile; start: number } => ({
  kind: 'written',
  file: node.getSourceFile(),
  start: node.getStart() + 1,
})

const written = (node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): Text => {
  const raw = node.getText().slice(1, -1)
  return {
    pieces: node.text === '' ? [] : [{ ...piece(node), text: node.text, exact: raw === node.text }],
    env: [],
  }
}

const part = (node: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): Text => {
  const raw = node
    .getText()
    .replace(/^[`}]/, '')
    .replace(/(\$\{|`)$/, '')
  return {
    pieces: node.text === '' ? [] : [{ ...piece(node), text: node.text, exact: raw === node.text }],
    env: [],
  }
}

const template = (node: ts.TemplateExpression, next: (inner: ts.Expression) => Text[]): Text[] =>
  node.templateSpans.reduce(
    (sofar, span) => join(join(sofar, next(span.expression)), [part(span.literal)]),
    [part(node.head)],
  )

const join = (left: Text[], right: Text[]): Text[] =>
  left.flatMap((one) => right.map((two) => concat(one, two))).slice(0, MOST_TEXTS * 2)

const gap = (
  node: ts.Expression,
  scope: Scope | undefined,
  more: Partial<Pick<Gap, 'parameter' | 'env'>> = {},
): Text => ({ pieces: [{ kind: 'gap', node, scope, ...more }], env: [] })

/** String methods and constructors that leave the text as it is, or as good as. */
const knownCall = (
  trace: Trace,
  node: ts.CallExpression,
  scope: Scope | undefined,
  depth: number,
): Text[] | undefined => {
  const next = (inner: ts.Expression): Text[] => texts(trace, inner, scope, depth + 1)
  const callee = node.expression
  const [first] = node.arguments
  if (compiler.isIdentifier(callee)) {
    if (/^(encodeURIComponent|encodeURI)$/.test(callee.text) && first)
      return encoded(next(first), node, scope)
    return callee.text === 'String' && first ? next(first) : undefined
  }
  if (!compiler.isPropertyAccessExpression(callee)) return undefined
  const object = callee.expression
  if (callee.name.text === 'default' && node.arguments.length === 1 && first)
    return schemaDefault(node, next(first))
  if (/^(toString|trim|trimEnd|toLowerCase)$/.test(callee.name.text)) return next(object)
  if (callee.name.text === 'replace' && first && compiler.isRegularExpressionLiteral(first)) {
    return first.text.includes('/+$') || first.text.includes('\\/$')
      ? next(object).map(withoutSlash)
      : undefined
  }
  if (callee.name.text === 'concat' && node.arguments.length > 0)
    return node.arguments.reduce((sofar, one) => join(sofar, next(one)), next(object))
  if (
    callee.name.text === 'join' &&
    compiler.isArrayLiteralExpression(object) &&
    first &&
    compiler.isStringLiteralLike(first)
  )
    return joined(object, first, next)
  return undefined
}

/** `NAME: z.string().default('…')`: the environment may override it. */
const schemaDefault = (node: ts.CallExpression, found: Text[]): Text[] => {
  let at: ts.Node = node
  while (!compiler.isPropertyAssignment(at) && at.parent && !compiler.isStatement(at)) at = at.parent
  const name = compiler.isPropertyAssignment(at) ? nameOf(at.name) : undefined
  return found.map((text) => ({ ...text, env: name ? [...text.env, name] : text.env }))
}

/** An encoded value keeps the shape of a literal and otherwise is one gap: it never holds a slash. */
const encoded = (inner: Text[], node: ts.Expression, scope: Scope | undefined): Text[] => {
  const plain = inner.every((text) => text.pieces.every((one) => one.kind === 'written'))
  return plain ? inner : [gap(node, scope)]
}

const withoutSlash = (text: Text): Text => {
  const last = text.pieces.at(-1)
  if (last?.kind !== 'written' || !last.text.endsWith('/')) return text
  return { ...text, pieces: [...text.pieces.slice(0, -1), { ...last, text: last.text.replace(/\/+$/, '') }] }
}

const joined = (
  array: ts.ArrayLiteralExpression,
  separator: ts.StringLiteralLike,
  next: (inner: ts.Expression) => Text[],
): Text[] =>
  array.elements.reduce<Text[]>(
    (sofar, one, index) => {
      const glue: Text = {
        pieces: separator.text ? [{ ...piece(separator), text: separator.text, exact: false }] : [],
        env: [],
      }
      return join(index === 0 ? sofar : join(sofar, [glue]), next(one))
    },
    [emptyText],
  )

/** `new URL(path, base)` as the concatenation it stands for. */
const newUrl = (node: ts.NewExpression, next: (inner: ts.Expression) => Text[]): Text[] => {
  const [path, base] = node.arguments ?? []
  if (!path) return []
  if (!base) return next(path)
  return next(base).flatMap((from) => next(path).map((to) => resolveAgainst(from, to)))
}

const resolveAgainst = (base: Text, path: Text): Text => {
  const shape = shapeOf(path)
  if (/^https?:/.test(shape)) return path
  const origin = /^(https?:\/\/[^/\0]+)/.exec(shapeOf(base))?.[1]
  // An absolute path throws the base's own path away; a relative one takes the place of its last segment.
  const keep = shape.startsWith('/') && origin !== undefined ? cut(base, origin.length) : base
  return concat(keep, path)
}

const cut = (text: Text, length: number): Text => {
  const pieces: Piece[] = []
  let left = length
  for (const one of text.pieces) {
    if (left <= 0) break
    pieces.push(one.kind === 'written' ? { ...one, text: one.text.slice(0, left) } : one)
    left -= one.kind === 'written' ? one.text.length : 1
  }
  return { ...text, pieces }
}

/** `let url = '/pods'; if (query) url += …`: the text without and with what is appended. */
const appendedTo = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  depth: number,
): Text[] | undefined => {
  const symbol = trace.checker.getSymbolAtLocation(node)
  const declaration = symbol?.declarations?.[0]
  if (!declaration || !compiler.isVariableDeclaration(declaration) || !declaration.initializer)
    return undefined
  if (!(compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Let)) return undefined
  const writes = writesTo(trace, symbol, declaration)
  if (writes.length === 0) return undefined
  let found = texts(trace, declaration.initializer, scope, depth + 1)
  for (const { operator, value } of writes) {
    const right = texts(trace, value, scope, depth + 1)
    found =
      operator === compiler.SyntaxKind.EqualsToken ? [...found, ...right] : [...found, ...join(found, right)]
  }
  return found
}

const writesTo = (
  trace: Trace,
  symbol: ts.Symbol,
  declaration: ts.Declaration,
): { operator: ts.SyntaxKind; value: ts.Expression }[] => {
  const found: { operator: ts.SyntaxKind; value: ts.Expression }[] = []
  const visit = (node: ts.Node): void => {
    if (
      compiler.isBinaryExpression(node) &&
      compiler.isIdentifier(node.left) &&
      isWrite(node.operatorToken.kind)
    ) {
      const same = node.left.text === symbol.name && trace.checker.getSymbolAtLocation(node.left) === symbol
      // `url = `${url}?x`` would go in circles; the query it adds is found by its other parts.
      if (same && !mentions(node.right, symbol.name))
        found.push({ operator: node.operatorToken.kind, value: node.right })
    }
    compiler.forEachChild(node, visit)
  }
  let block: ts.Node = declaration.parent
  while (!compiler.isFunctionLike(block) && !compiler.isSourceFile(block)) block = block.parent
  visit(block)
  return found
}

const mentions = (node: ts.Node, name: string): boolean =>
  (compiler.isIdentifier(node) && node.text === name) ||
  (compiler.forEachChild(node, (one) => mentions(one, name)) ?? false)

const isWrite = (kind: ts.SyntaxKind): boolean =>
  kind === compiler.SyntaxKind.EqualsToken || kind === compiler.SyntaxKind.PlusEqualsToken

const dedupe = (found: Text[]): Text[] => {
  const seen = new Set<string>()
  return found.filter((text) => {
    const key = text.pieces
      .map((one) =>
        one.kind === 'written'
          ? `${one.file.fileName}:${one.start}:${one.text}`
          : `gap:${one.node.pos}:${one.node.end}`,
      )
      .join('|')
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}
