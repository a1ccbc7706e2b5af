import type { ts } from 'ts-morph'
import { compiler } from '../../project/compiler.ts'
import { argumentFor, frameOf, framesFrom, type Scope } from '../program/frames/frames.ts'
import type { Source, Trace } from '../program/frames/source.ts'
import { mentionsOf } from '../program/names/names-used.ts'
import { symbolAt } from '../program/names/symbol.ts'
import { isEnvironment } from '../program/outside/outside.ts'
import { beginsAddress, settingName } from '../program/outside/settings.ts'
import { bare, isEmptyText, isInside, isSpareNothing, nothing, returnsOf } from '../program/syntax/nodes.ts'
import { appendedTo } from './appended.ts'
import { besideAddress } from './beside-address.ts'
import { either } from './either.ts'
import { knownCall } from './known-calls.ts'
import { parsedDefault } from './parsed-args.ts'
import {
  dedupe,
  fallback,
  gap,
  join,
  type Next,
  operandsOf,
  orGap,
  piece,
  preferKnown,
  template,
  written,
} from './pieces.ts'
import { shapeOf, type Text } from './text.ts'
import { isNewUrl } from './url-changes.ts'
import { urlHeld, urlObject } from './url-object.ts'
import { versioned } from './version-asked.ts'

const MOST_TEXTS = 12
const MOST_DEPTH = 16
/** Expressions one question may read: in a large program each part of a text may come from many others. */
const MOST_READ = 3000

/** How deep a question has come, and what all of it has read so far. */
interface Depth {
  readonly level: number
  readonly effort: { read: number }
}

/** What a string expression may be at run time: one text for each alternative, its unknown parts as gaps. */
export const texts = (trace: Trace, node: ts.Expression, scope: Scope | undefined): Text[] =>
  textsAt(trace, node, scope, { level: 0, effort: { read: 0 } })

const deeper = ({ level, effort }: Depth): Depth => ({ level: level + 1, effort })

const textsAt = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth: Depth): Text[] => {
  if (depth.level > MOST_DEPTH || depth.effort.read++ > MOST_READ) return [gap(node, scope)]
  const found = read(trace, bare(node), scope, depth)
  const once = dedupe(found)
  // What is left out is an alternative that nobody knows.
  return once.length > MOST_TEXTS ? [...alike(once).slice(0, MOST_TEXTS - 1), gap(node, scope)] : once
}

/** Of too many texts, one of each shape. */
const alike = (found: readonly Text[]): Text[] => [
  ...new Map(found.map((text) => [shapeOf(text), text])).values(),
]

/** How texts within a text are read: in the same call, unless another one is said. */
const within =
  (trace: Trace, scope: Scope | undefined, depth: Depth): Next =>
  (inner, ...other) =>
    textsAt(trace, inner, other.length > 0 ? other[0] : scope, deeper(depth))

const read = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth: Depth): Text[] => {
  const next = within(trace, scope, depth)
  if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return [written(node)]
  if (compiler.isNumericLiteral(node))
    return [{ pieces: [{ ...piece(node), exact: false, text: node.text }], env: [] }]
  if (compiler.isTemplateExpression(node)) return template(node, next)
  if (compiler.isTaggedTemplateExpression(node))
    return isDocumentTag(node.tag) ? next(node.template) : orGap(taggedBy(trace, node.tag, scope, next), node)
  if (compiler.isAwaitExpression(node)) return next(node.expression)
  if (compiler.isBinaryExpression(node)) {
    const kind = node.operatorToken.kind
    if (kind === compiler.SyntaxKind.PlusToken)
      return operandsOf(node)
        .map((one) => orGap(next(one), one))
        .reduce(join)
    if (kind === compiler.SyntaxKind.BarBarToken || kind === compiler.SyntaxKind.QuestionQuestionToken)
      return orElse(trace, node, scope, next)
  }
  if (compiler.isConditionalExpression(node)) return either(trace, node, scope, next)
  if (compiler.isCallExpression(node)) {
    const known = knownCall(trace, node, scope, next)
    if (known) return known
  }
  if (isNewUrl(node)) return urlObject(trace, node, scope, next)
  if (compiler.isIdentifier(node)) {
    const made = inSteps(trace, node, scope, depth)
    if (made) return made
  }
  if (compiler.isPropertyAccessExpression(node) && node.name.text === 'href') {
    const whole = next(node.expression)
    if (whole.some((text) => /^https?:/.test(shapeOf(text)))) return whole
  }
  const base = versioned(trace, node, scope)
  if (base) return next(base.node, base.scope)
  return parsedDefault(trace, node, next) ?? bySources(trace, node, scope, depth)
}

/** `gql` and `graphql` give their text as a GraphQL document; nothing in it means anything else. */
const isDocumentTag = (tag: ts.Expression): boolean => /(^|\.)(gql|graphql|String\.raw)$/i.test(tag.getText())

/** What a function of the program makes of a template, its parts unknown: `` url`/pods/${id}` `` of `API + …`. */
const taggedBy = (trace: Trace, tag: ts.Expression, scope: Scope | undefined, next: Next): Text[] =>
  trace
    .sources(tag, scope)
    .flatMap(({ node, scope: made }) =>
      compiler.isFunctionLike(node) ? returnsOf(node).flatMap((one) => next(one, made)) : [],
    )

/** A text that is put together in steps, under the name that is read or that of a caller who passes it. */
const inSteps = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  depth: Depth,
): Text[] | undefined => {
  const next = within(trace, scope, depth)
  const above = (): Text[] | undefined => stepwiseAbove(trace, node, scope, depth)
  const before = (): Text[] => above() ?? bySources(trace, node, scope, depth)
  return urlHeld(trace, node, scope, next, before) ?? appendedTo(trace, node, scope, next, before) ?? above()
}

/** A parameter to which the caller passes a text that was put together in steps. */
const stepwiseAbove = (
  trace: Trace,
  node: ts.Identifier,
  scope: Scope | undefined,
  depth: Depth,
): Text[] | undefined => {
  const declaration = trace.checker.getSymbolAtLocation(node)?.valueDeclaration
  const frame =
    declaration && compiler.isParameter(declaration) ? frameOf(scope, declaration.parent) : undefined
  const argument = frame && argumentFor(frame, declaration as ts.ParameterDeclaration)
  const given = argument && bare(argument)
  if (!frame || !given || !compiler.isIdentifier(given)) return undefined
  return inSteps(trace, given, frame.outer, deeper(depth))
}

/** `left || right`: what callers in sight say to the left, another may leave out. */
const orElse = (trace: Trace, node: ts.BinaryExpression, scope: Scope | undefined, next: Next): Text[] => {
  const guesses = trace.guesses()
  const left = next(node.left)
  const isSure = trace.guesses() === guesses
  if (isSpareNothing(node.right) && left.length > 0 && left.every((text) => shapeOf(text) === '\0'))
    return preferKnown(left)
  const right = next(node.right)
  return fallback(besideAddress(trace, right, left, { node: node.left, scope }), right, isSure)
}

const bySources = (trace: Trace, node: ts.Expression, scope: Scope | undefined, depth: Depth): Text[] => {
  const found = trace.sources(node, scope)
  const isBesideAddress = found.some(
    (one) => compiler.isStringLiteralLike(one.node) && beginsAddress(one.node.text),
  )
  const read = (sources: readonly Source[]): Text[] =>
    sources.flatMap((source) =>
      fromSource(trace, node, isBesideAddress ? settingOr(trace, source) : source, depth),
    )
  const isSpare = (one: Source): boolean =>
    isSpareNothing(one.node) || isHelpersNothing(one.node, node, scope)
  const said = read(found.filter((one) => !isSpare(one)))
  if (said.length > 0 && said.every((text) => shapeOf(text) === '\0')) return preferKnown(said)
  // '' that a caller passes is meant
  const [passed, others] = [found.filter(isPassedNothing), found.filter((one) => !isPassedNothing(one))]
  return [...preferKnown(read(others)), ...read(passed)]
}

/** `''` that a helper gives who was told nothing else: `argument('id')` of `argument(name, fallback = '')`. */
const isHelpersNothing = (given: ts.Node, read: ts.Expression, scope: Scope | undefined): boolean => {
  if (!isEmptyText(given) || !compiler.isParameter(given.parent)) return false
  const helper = given.parent.parent
  return ![read, ...[...framesFrom(scope)].map(({ call }) => call)].some((one) => isInside(one, helper))
}

/** `base = process.argv[3]`, `base = settings.url`: beside an address, what a setting says replaces it. */
const settingOr = (trace: Trace, source: Source): Source => {
  if (source.env !== undefined || source.parameter || !compiler.isExpression(source.node)) return source
  const env = isNamed(source.node) ? settingName(trace, source.node, source.scope) : undefined
  return env === undefined ? source : { ...source, env }
}

const isPassedNothing = ({ node }: Source): boolean =>
  isEmptyText(node) && compiler.isCallExpression(node.parent) && node.parent.expression !== node

const fromSource = (trace: Trace, node: ts.Expression, source: Source, depth: Depth): Text[] => {
  if (source.env !== undefined) return [gap(source.node as ts.Expression, source.scope, { env: source.env })]
  if (source.node === nothing) return []
  if (source.parameter) return [gap(node, source.scope, { parameter: source.parameter })]
  const same = source.node === node || !isExpressionLike(source.node)
  if (same || (isNamed(source.node) && !isHref(trace, source))) {
    const environment = environmentCall(source.node)
    return [gap(node, source.scope, environment ? { env: environment } : {})]
  }
  return textsAt(trace, source.node as ts.Expression, source.scope, deeper(depth))
}

/** A name, or a member of one: what it keeps may have changed since it was given another name. */
const isNamed = (node: ts.Node): boolean =>
  compiler.isIdentifier(node) ||
  compiler.isPropertyAccessExpression(node) ||
  compiler.isElementAccessExpression(node)

/** `const target = url.href`: the text of a URL object, as `url.toString()` gives it, which nobody asks for more behind it. */
const isHref = (trace: Trace, { node }: Source): boolean => {
  if (!compiler.isPropertyAccessExpression(node) || node.name.text !== 'href') return false
  const declared = compiler.isIdentifier(node.expression)
    ? symbolAt(trace, node.expression)?.valueDeclaration
    : undefined
  if (!declared || !compiler.isVariableDeclaration(declared) || !compiler.isIdentifier(declared.name))
    return false
  const made = declared.initializer && bare(declared.initializer)
  return (
    made !== undefined &&
    isNewUrl(made) &&
    mentionsOf(trace, declared.name).every((one) => one.end <= node.end)
  )
}

const isExpressionLike = (node: ts.Node): boolean =>
  !compiler.isFunctionLike(node) &&
  !compiler.isClassLike(node) &&
  !compiler.isSourceFile(node) &&
  !compiler.isEnumDeclaration(node)

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
